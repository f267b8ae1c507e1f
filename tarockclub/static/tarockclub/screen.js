// A page that everybody looks at: it fills the screen, which stays on where the browser allows it.

// Where the browser cannot, the button stays hidden.
/** @param {HTMLElement | null} button */
export function offerFullScreen(button) {
  const root = document.documentElement;
  if (!button || !root.requestFullscreen) return;
  button.hidden = false;
  button.addEventListener("click", () => {
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

export function keepScreenOn() {
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) stayAwake();
  });
  stayAwake();
}
