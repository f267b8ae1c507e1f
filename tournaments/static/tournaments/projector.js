// The wall: one page after the other, the whole screen, and the screen stays on where the browser allows it.
"use strict";

(() => {
  const PAGE_MS = 12000;
  const root = document.documentElement;
  let at = 0;

  function show() {
    const pages = Array.from(document.querySelectorAll("[data-page]"));
    if (!pages.length) return;
    at %= pages.length;
    pages.forEach((page, number) => { page.hidden = number !== at; });
  }

  function turn() {
    at += 1;
    show();
  }

  const full = document.querySelector("[data-full]");
  if (full && root.requestFullscreen) {
    full.hidden = false;
    full.addEventListener("click", () => {
      if (document.fullscreenElement) document.exitFullscreen();
      else root.requestFullscreen().catch(() => {});
    });
  }

  // Only over HTTPS and on the laptop itself; elsewhere the system's own settings keep the screen on.
  async function stayAwake() {
    try {
      await navigator.wakeLock?.request("screen");
    } catch {
      // Not allowed now; asked again when the page is in sight.
    }
  }

  document.addEventListener("pieces", show);
  document.addEventListener("gong", () => document.querySelector(".wall")?.classList.add("gong"));
  document.addEventListener("visibilitychange", () => { if (!document.hidden) stayAwake(); });
  setInterval(turn, PAGE_MS);
  show();
  stayAwake();
})();
