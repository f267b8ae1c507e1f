// Pages work without script; with it they can be printed by a button.

export function showPrintButtons() {
  for (const button of document.querySelectorAll("button.print")) {
    button.hidden = false;
    button.addEventListener("click", () => window.print());
  }
}
