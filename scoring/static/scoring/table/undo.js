// The hand that was just saved can be taken back by one tap for some seconds; later it is struck out like any other.

export function startUndo() {
  const undo = document.querySelector("form.undo");
  if (undo) countDown(undo);
}

/** @param {HTMLFormElement} undo */
function countDown(undo) {
  const { seconds } = undo.dataset;
  const began = performance.now();

  const left = () => Math.max(0, 1 - (performance.now() - began) / 1000 / Number(seconds));

  // Who is about to tap, or has come there with the keyboard, is not left with nothing under his finger.
  const inUse = () => undo.matches(":hover, :focus-within");

  function shrink() {
    undo.style.setProperty("--left", String(Math.round(100 * left())));
    if (undo.isConnected && (left() > 0 || inUse())) return;
    clearInterval(timer);
    undo.hidden = true;
  }

  const timer = setInterval(shrink, 250);
  undo.addEventListener("submit", () => clearInterval(timer));
  if (Number(seconds) === 0) undo.hidden = true;
  else shrink();
}
