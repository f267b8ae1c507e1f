// Says while somebody types what would not go together; without script it is said after "Apply".

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";

const form = find("form[data-check]");
const PAUSE = 400; // milliseconds without a key
const AMOUNT = 8; // letters: longer ones are texts
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
    for (const part of page.querySelectorAll("#problems, [data-live]")) {
      const shown = document.getElementById(part.id);
      shown?.replaceChildren(...part.childNodes);
    }
  } catch {
    // No network: "Apply" will say it.
  }
}

/** @param {Element} field - of the table of values: what differs from the sheet below is marked, what is as there is pale */
function mark(field) {
  const cell = field.closest("td");
  const isTyped = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
  if (cell && isTyped) cell.classList.toggle("own", field.value.trim() !== cell.dataset.below);
}

/** “Nothing” and something else exclude each other. @param {Element} box */
function keepApart(box) {
  if (!(box instanceof HTMLInputElement && box.checked && box.type === "checkbox")) return;
  for (const other of form.querySelectorAll(`input[name="${CSS.escape(box.name)}"]`)) {
    const isOther = other instanceof HTMLInputElement && other !== box;
    if (isOther && (box.value === "-" || other.value === "-")) other.checked = false;
  }
}

form.addEventListener("input", ({ target }) => {
  if (target instanceof Element) {
    mark(target);
    keepApart(target);
  }
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE);
});

form.addEventListener("focusin", ({ target }) => {
  // A tap and a digit are all that a new amount needs.
  if (target instanceof HTMLInputElement && target.type === "text" && target.value.length < AMOUNT) target.select();
});

form.addEventListener("click", async (event) => {
  const button = event.target instanceof Element && event.target.closest('button[value="row"]');
  if (!button) return;
  event.preventDefault();
  const body = new FormData(form);
  body.set("what", "row");
  const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(() => null);
  const page = new DOMParser().parseFromString((await answer?.text()) || "", "text/html");
  const more = page.querySelector(".cases");
  if (!more) {
    // No network, or logged out meanwhile: the browser says so, as without script.
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "what", value: "row" }));
    form.submit();
    return;
  }
  find(".cases").replaceWith(more);
  /** @type {HTMLElement | null} */ (more.querySelector(".case:last-of-type summary"))?.focus();
});
