// The wall: one page after the other, the whole screen, and the screen stays on where the browser allows it.
"use strict";

(() => {
  const PAGE_MS = 12000;
  const [SMALLEST, LARGEST, STEPS] = [0.3, 2, 7]; // times the usual letters
  const root = document.documentElement;
  let at = 0;

  function show() {
    const pages = Array.from(document.querySelectorAll("[data-page]"));
    if (!pages.length) return;
    at %= pages.length;
    pages.forEach((page, number) => { page.hidden = number !== at; });
    fit(pages[at]);
  }

  // Nothing stands out of the page, or out of its line.
  function holds(page) {
    const boxes = [page, ...page.querySelectorAll("li")];
    return page.scrollHeight <= page.clientHeight && boxes.every((box) => box.scrollWidth <= box.clientWidth);
  }

  // The largest letters with which all of a page is in the picture.
  function fit(page) {
    let [small, large] = [SMALLEST, LARGEST];
    const write = (size) => page.style.setProperty("--fit", String(size));
    for (let step = 0; step < STEPS; step += 1) {
      const size = (small + large) / 2;
      write(size);
      if (holds(page)) small = size;
      else large = size;
    }
    write(small);
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
  document.addEventListener("fullscreenchange", show);
  window.addEventListener("resize", show);
  document.fonts?.addEventListener("loadingdone", show); // other letters are as wide as they are
  document.addEventListener("gong", () => document.querySelector(".wall")?.classList.add("gong"));
  document.addEventListener("visibilitychange", () => { if (!document.hidden) stayAwake(); });
  setInterval(turn, PAGE_MS);
  document.querySelector(".wall")?.classList.add("turns");
  show();
  stayAwake();
})();
