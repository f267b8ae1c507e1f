// The tablet in the middle of the table: the screen stays on, and a tap makes it fill.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";

export function startTablet() {
  const full = find('[data-part="full"]');
  const root = document.documentElement;

  if (root.requestFullscreen) {
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

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) stayAwake();
  });
  stayAwake();
}
