// A hand of the written sheet that is held, or clicked on with the other button, opens as the form that corrects it; a
// tap on its number shows it.

export function startSheetHeld() {
  const HOLD_MS = 550;
  const STILL_PX = 12; // a thumb trembles; who scrolls moves farther
  let timer = 0;
  /** @type {PointerEvent | null} */
  let from = null;
  let isOpening = false;

  /** @param {Element} target @returns {HTMLAnchorElement | null | undefined} */
  const linkOf = (target) => target.closest?.(".written tbody, .last")?.querySelector("a[data-correct]");

  /** @param {HTMLAnchorElement} link */
  function open(link) {
    stop();
    isOpening = true;
    window.location.assign(`${link.href}hand/`);
  }

  function stop() {
    clearTimeout(timer);
    from = null;
  }

  document.addEventListener("pointerdown", (event) => {
    stop();
    isOpening = false;
    const link = event.pointerType === "mouse" ? null : linkOf(event.target);
    if (!link || !event.isPrimary) return;
    from = event;
    timer = setTimeout(open, HOLD_MS, link);
  });
  document.addEventListener("pointermove", (event) => {
    if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > STILL_PX) stop();
  });
  for (const type of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(type, stop, true);
  document.addEventListener("contextmenu", (event) => {
    const link = linkOf(event.target);
    if (!link) return;
    event.preventDefault();
    if (!isOpening) open(link);
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
