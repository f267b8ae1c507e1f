// A hand of the written sheet that is held, or clicked on with the other button, opens as the form that corrects it; a
// tap on its number shows it.

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
