// Shows what a rule for points comes to while somebody types it, and only the fields that the chosen way needs.

import { find, readChoice } from "../../../../tarockclub/static/tarockclub/dom.js";

const form = find("form#season-form");
const points = find("#season-points");
const NAMES = ["way", "table", "rest", "formula", "ties", "decimals", "per"];
const REST = 400; // milliseconds without a key before the server is asked
let waiting = 0;
let asked = "";

function typed() {
  const sent = new URLSearchParams();
  const all = new FormData(form);
  for (const name of NAMES) sent.set(name, String(all.get(name) || ""));
  return sent.toString();
}

async function ask() {
  const wanted = typed();
  if (wanted === asked) return;
  asked = wanted;
  try {
    const response = await fetch(`${form.dataset.check}?${wanted}`);
    if (!response.ok || response.redirected || wanted !== asked) return;
    points.innerHTML = await response.text(); // escaped by the server's template
  } catch {
    asked = ""; // no network: the next key asks again
  }
}

function showFields() {
  for (const name of ["way", "counting", "final"]) {
    const chosen = readChoice(form, name);
    for (const part of form.querySelectorAll(`[data-${name}]`))
      part.hidden = !(part.dataset[name] || "").split(" ").includes(chosen);
  }
}

asked = typed();
form.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(ask, REST);
});
form.addEventListener("change", showFields);
showFields();
document.querySelector("#season-check")?.remove(); // or Enter would check and not save
