// A table that calls is heard and felt, and the page's title says how many need the director.

export function startCalls() {
  const needs = document.querySelector('[data-piece="needs"]');
  if (!needs) return;
  const PATTERN = [200, 100, 200, 100, 400];
  const title = document.title;

  /** @param {string} selector */
  const list = (selector) => Array.from(needs.querySelectorAll(selector), (row) => row.id);
  let known = new Set(list(".is-called"));

  function tell() {
    const calls = list(".is-called");
    const isNew = calls.some((call) => !known.has(call));
    known = new Set(calls);
    const count = list(".need:not(.is-slow)").length;
    document.title = count ? `(${count}) ${title}` : title;
    if (!isNew) return;
    document.dispatchEvent(new CustomEvent("call"));
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(PATTERN); // else the browser may not
  }

  document.addEventListener("pieces", tell);
  tell();
}
