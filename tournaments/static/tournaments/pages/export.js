// Shows how far an export is, and its page anew when there is something else to say.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { follow } from "../../../../tarockclub/static/tarockclub/follow.js";

const box = find(".export-progress[data-state]");
const bar = find("progress", box);
const output = find("output", box);
const EVERY_MS = 1000;

// Before the first and after the last nobody knows how long it takes: the bar moves without an end.
/** @param {number} done @param {number} of */
function show(done, of) {
  if (!done || done >= of) bar.removeAttribute("value");
  else bar.value = done;
  const { begins, ends } = output.dataset;
  if (!done) output.value = begins;
  else output.value = done >= of ? ends : `${done} / ${of}`;
}

/** @param {string} text */
function take(text) {
  let said;
  try {
    said = JSON.parse(text);
  } catch {
    return false; // a page of the inn's network
  }
  const { state, done, of } = said;
  if (state !== "running") location.reload();
  else show(done, of);
  return true;
}

follow({ url: box.dataset.state || "", every: () => EVERY_MS, isAsleep: () => false, take });
