// The older lines of the written sheet come when somebody wants them, and stay while hands are added.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";

const ANSWER_WITHIN_MS = 6000;

const sheet = find('[data-live="sheet"]');
/** @type {HTMLElement[]} */
let rows = []; // all lines as they came last; none: nobody wants them

/** The lines before those that every page has. */
function put() {
  const from = Number(find(".unfold", sheet).dataset.from);
  /** @param {HTMLElement} row */
  const isOlder = (row) => Number(row.dataset.line) < from;
  for (const row of sheet.querySelectorAll(".written > tbody")) if (isOlder(row)) row.remove();
  find(".written > thead", sheet).after(...rows.filter(isOlder));
  show();
}

/** @param {boolean} isAway */
function show(isAway = false) {
  find(".unfold .more", sheet).hidden = rows.length > 0;
  find(".unfold .fewer", sheet).hidden = !rows.length;
  find(".unfold [role=status]", sheet).hidden = !isAway || rows.length > 0;
  find(".carried", sheet).hidden = rows.length > 0;
}

async function load() {
  const limit = new AbortController();
  const timeout = setTimeout(() => limit.abort(), ANSWER_WITHIN_MS);
  try {
    const answer = await fetch(find(".unfold", sheet).dataset.url || "", { signal: limit.signal });
    if (!answer.ok || !answer.headers.has("ETag")) throw new Error(`no answer of ours: ${answer.status}`);
    const { content } = Object.assign(document.createElement("template"), { innerHTML: await answer.text() });
    rows = Array.from(content.querySelectorAll("tbody"));
    put();
  } catch {
    show(true);
  } finally {
    clearTimeout(timeout);
  }
}

/** @param {MouseEvent} event */
async function choose(event) {
  const link = event.target instanceof Element && event.target.closest(".unfold a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.matches(".more")) await load();
  else {
    rows = [];
    put();
  }
  find(".unfold a:not([hidden])", sheet).focus({ preventScroll: true });
}

/** The sheet came anew, with its latest lines. */
function renew() {
  if (!rows.length || !sheet.querySelector(".unfold")) return;
  put();
  load();
}

export function startAllRows() {
  if (sheet.querySelector(".unfold .more[hidden]")) rows = Array.from(sheet.querySelectorAll(".written > tbody"));
  sheet.addEventListener("click", choose);
  sheet.addEventListener("renewed", renew);
}
