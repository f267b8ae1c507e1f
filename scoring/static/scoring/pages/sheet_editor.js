// Says while somebody types what would not go together; without script it is said after "Apply".

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";

const form = find("form[data-check]");
const PAUSE = 400; // milliseconds without a key
let timer = 0;
/** @type {AbortController | null} */
let asked = null;

async function check() {
  asked?.abort();
  asked = new AbortController();
  const body = new FormData(form);
  body.set("what", "check");
  try {
    const answer = await fetch(form.action, { method: "POST", body, signal: asked.signal, redirect: "manual" });
    const type = answer.headers.get("Content-Type") || "";
    if (!type.startsWith("text/html")) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = page.querySelector("#problems");
    if (found) find("#problems").replaceWith(found);
  } catch {
    // No network: "Apply" will say it.
  }
}

form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE);
});
