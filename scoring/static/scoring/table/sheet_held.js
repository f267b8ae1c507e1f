// A hand of the written sheet that is held, or clicked on with the other button, opens as the form that corrects it; a
// tap on its number shows it.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { tick } from "./tick.js";

export function startSheetHeld() {
  const HOLD_MS = 550;
  const STILL_PX = 12; // a thumb trembles; who scrolls moves farther, and then the browser cancels the touch
  let timer = 0;
  /** @type {PointerEvent | null} */
  let from = null;
  /** @type {Element | null | undefined} */
  let held = null; // the row that shows that it is held
  let isOpening = false;

  /** @param {Element} target */
  const rowOf = (target) => target.closest?.(":is(.written tbody, .last):has(a[data-correct])");

  // As a tap on a link would: what keeps the page here without the network keeps it here too.
  /** @param {Element} row */
  function open(row) {
    clearTimeout(timer);
    from = null;
    const link = document.createElement("a");
    link.href = `${row.querySelector("a[data-correct]")?.href}hand/`;
    document.body.append(link);
    link.click();
    link.remove();
    isOpening = true;
    tick();
  }

  function stop() {
    clearTimeout(timer);
    from = null;
    if (!isOpening) release();
  }

  function release() {
    held?.classList.remove("is-held");
    held = null;
  }

  document.addEventListener("pointerdown", (event) => {
    isOpening = false;
    stop();
    const row = event.pointerType === "mouse" ? null : rowOf(event.target);
    if (!row || !event.isPrimary) return;
    from = event;
    held = row;
    row.classList.add("is-held");
    timer = setTimeout(open, HOLD_MS, row);
  });
  document.addEventListener("pointermove", (event) => {
    if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > STILL_PX) stop();
  });
  for (const type of ["pointerup", "pointercancel"]) document.addEventListener(type, stop, true);
  window.addEventListener("pageshow", release);
  // A browser that drags links takes the touch away; one that asks for a menu has been held long enough.
  document.addEventListener("dragstart", (event) => {
    if (from) event.preventDefault();
  });
  document.addEventListener("contextmenu", (event) => {
    const row = rowOf(event.target);
    if (!row) return;
    event.preventDefault();
    if (!isOpening) open(row);
  });
  // The finger that lets go taps on nothing.
  document.addEventListener(
    "click",
    (event) => {
      if (isOpening) event.preventDefault();
    },
    true,
  );
}

// The older lines of the written sheet come when somebody wants them, and stay while hands are added.
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
