// Shows how far an export is, and its page anew when there is something else to say.

import { follow } from "../../../../tarockclub/static/tarockclub/follow.js";

const box = document.querySelector(".export-progress[data-state]");
const bar = box.querySelector("progress");
const output = box.querySelector("output");
const EVERY_MS = 1000;

// Before the first and after the last nobody knows how long it takes: the bar moves without an end.
function show(done, of) {
  if (!done || done >= of) bar.removeAttribute("value");
  else bar.value = done;
  const { begins, ends } = output.dataset;
  if (!done) output.value = begins;
  else output.value = done >= of ? ends : `${done} / ${of}`;
}

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

follow({ url: box.dataset.state, every: () => EVERY_MS, isAsleep: () => false, take });
