// The form of a change is sent to a page of its own. On the way back it stays the hand that it was.

import { findField } from "../../../../tarockclub/static/tarockclub/dom.js";
import { takeUp } from "./entering.js";
import { entry, form, value } from "./form.js";

const SAVE_AGAIN_AFTER = 10000; // ms after a save that had no answer
const OF_THE_HAND = ["key", "previous", "seats"]; // what tells it from others, and where it belongs

// Which hand is entered here: for the way back, after saving or from another page.
function note() {
  const now = Object.fromEntries(OF_THE_HAND.map((name) => [name, findField(form, name).value]));
  if (OF_THE_HAND.some((name) => history.state?.[name] !== now[name])) history.replaceState(now, "");
}

// The browser fills the fields again on the way back; those that are hidden it does not.
function comeBack() {
  const left = history.state;
  if (!left || (left.previous !== form.elements.previous.value && !value("p0-contract"))) return;
  for (const name of OF_THE_HAND) findField(form, name).value = left[name] ?? findField(form, name).value;
}

export function startBack() {
  // A second tap on save sends nothing, unless the first hangs; the key in the form would not count it twice anyway.
  form.addEventListener("entered", note);
  form.addEventListener("submit", (event) => {
    if (entry.isLeaving) {
      event.preventDefault();
      return;
    }
    entry.isLeaving = true;
    setTimeout(() => {
      entry.isLeaving = false;
    }, SAVE_AGAIN_AFTER);
    note();
  });
  window.addEventListener("pageshow", (event) => {
    entry.isLeaving = false;
    if (event.persisted) window.location.reload();
    comeBack();
    takeUp();
  });
  // A browser that fills the fields again leaves out those that are not offered: it gets all of them.
  const [visit] = performance.getEntriesByType("navigation");
  if (visit instanceof PerformanceNavigationTiming && visit.type === "navigate") takeUp();
}
