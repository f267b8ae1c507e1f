// The desk: the tables of a round as they play.

import { startClock } from "../clock/clock.js";
import { startSound } from "../clock/sound.js";
import { startDesk } from "../desk/live.js";

// A table that calls is heard and felt, and the page's title says how many need the director.
function startCalls() {
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

// The keys of the desk's forms say which act was the last one in sight when they are used (tournaments/core/acts.py): what
// another director has done counts as seen after some seconds.
function startSeen() {
  const SEEN_AFTER_MS = 4000;
  document.addEventListener("pieces", () => {
    const seen = document.querySelector("[data-seen]")?.dataset.seen;
    if (!seen) return;
    setTimeout(() => {
      for (const key of document.querySelectorAll('input[name="key"]'))
        key.value = key.value.replace(/~\d+/, `~${seen}`);
    }, SEEN_AFTER_MS);
  });
}

startClock();
startSound();
const live = document.getElementById("live");
if (live) startDesk(live);
startCalls();
startSeen();
