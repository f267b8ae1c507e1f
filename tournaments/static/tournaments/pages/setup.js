// Shows the switches of the chosen house rules only, and says at once what contradicts; the server looks again.

import { find, findField } from "../../../../tarockclub/static/tarockclub/dom.js";
import { countParts } from "../../../../tarockclub/static/tarockclub/numbers.js";

const form = find("form#tournament-form");
const sheet = find("select[name=sheet]", form);

// The browser checks first, and unfolds the part in which something is wrong.
form.noValidate = false;
form.addEventListener(
  "invalid",
  (event) => {
    const part = event.target instanceof Element && event.target.closest("details");
    if (part) part.open = true;
  },
  true,
);

function showSwitches() {
  for (const group of form.querySelectorAll("[data-sheet]")) {
    group.hidden = group.dataset.sheet !== sheet.value;
  }
}

/** An amount in cents; NaN for what is none. @param {Field} input */
function cents(input) {
  return countParts(input.value, 100) ?? NaN;
}

const [start, stake] = [findField(form, "start"), findField(form, "stake")];
function compare() {
  stake.setCustomValidity(cents(start) > 0 && cents(stake) > cents(start) ? form.dataset.stake : "");
}

/** What was chosen as one criterion of a ranking is not offered as another one. @param {HTMLElement} list */
function thinOut(list) {
  const selects = [...list.querySelectorAll("select")];
  const chosen = selects.map((select) => select.value).filter(Boolean);
  for (const select of selects) {
    for (const option of select.options) {
      option.disabled = option.value !== select.value && chosen.includes(option.value);
    }
  }
}

form.querySelectorAll(".only-plain").forEach((element) => {
  element.hidden = true;
});
sheet.addEventListener("change", showSwitches);
showSwitches();
for (const input of [start, stake]) input.addEventListener("input", compare);
compare();
for (const list of form.querySelectorAll(".order-of")) {
  list.addEventListener("change", () => thinOut(list));
  thinOut(list);
}
