// What happens on a tap on the entry form, and what is in sight then. kept.js saves it.

import { find, findAround } from "../../../../tarockclub/static/tarockclub/dom.js";
import { entry, fill, forgetHidden, form, openEntered, openParts, radio, rules, value } from "./form.js";
import { notice } from "./notices.js";
import { changeGame, offerAll, remember } from "./offering.js";
import { agreeOnResult, completeFour } from "./points.js";
import { neededPremiums } from "./premiums.js";
import { soon } from "./preview.js";

const AFTER_TAP = 20; // ms until the server is asked: a tap is a whole answer
const AFTER_KEY = 150; // ms: digits come one after the other

/** @param {EventTarget | null} one */
const ofGames = (one) => (one instanceof Element ? one.closest('[data-part="contract"]') : null);

// What is asked next, or needed, comes into sight above the bar with the button.
function showNext() {
  const next = openParts()[0] || neededPremiums();
  if (next) bringIntoSight(next);
}

/** @param {HTMLElement} part */
function bringIntoSight(part) {
  if (form.matches(".surface")) return; // where everything has its place nothing scrolls by itself
  const room = window.innerHeight - find(".save", form).offsetHeight;
  part.scrollIntoView({ block: part.offsetHeight > room ? "start" : "nearest" }); // at once: the next tap is on its way
}

/** @param {Field} field @returns {HTMLElement} */
export function afterText(field) {
  const typed = Array.from(form.querySelectorAll("input:enabled"));
  const open = typed.filter((one) => one.type === "text" && one.getClientRects().length > 0);
  const fields = open.filter((one) => one === field || !one.closest(".computed"));
  return fields[fields.indexOf(field) + 1] || document.getElementById("save");
}

export function takeUp() {
  delete form.dataset.presumed; // what is filled in was said
  offerAll();
  remember();
  openEntered();
  if (!value("p0-contract")) return;
  form.dispatchEvent(new Event("entered"));
  soon(0);
}

export function startEntering() {
  // So does what somebody unfolds.
  form.addEventListener("click", (event) => {
    const fold = event.target.closest("summary")?.parentElement;
    if (!(fold instanceof HTMLDetailsElement) || fold.closest(".save")) return;
    requestAnimationFrame(() => {
      if (fold.open) bringIntoSight(fold);
    });
  });
  // The bar that grows does not cover what somebody is typing into.
  const bar = find(".save", form);
  new ResizeObserver(() => {
    form.style.setProperty("--bar", `${bar.offsetHeight + 8}px`);
    const typing = document.activeElement;
    if (!(typing instanceof HTMLInputElement) || typing.type !== "text" || !form.contains(typing)) return;
    typing.scrollIntoView({ block: "nearest" });
  }).observe(bar);
  // Who goes through the games with the arrow keys chooses each on the way: they fold when the focus has gone on.
  form.addEventListener("keydown", (event) => {
    if (!event.key.startsWith("Arrow") || event.target.type !== "radio" || !ofGames(event.target)) return;
    entry.isByKeys = true;
    findAround("[data-play]", event.target).classList.add("unfolded");
    offerAll();
  });
  form.addEventListener("pointerdown", () => {
    entry.isByKeys = false;
  });
  form.addEventListener("focusout", (event) => {
    if (!entry.isByKeys || !ofGames(event.target) || ofGames(event.relatedTarget) === ofGames(event.target)) return;
    entry.isByKeys = false;
    findAround("[data-play]", event.target).classList.remove("unfolded");
    offerAll();
  });
  form.addEventListener("change", (event) => {
    const name = event.target.name;
    entry.newest = name;
    if (name.endsWith("-contract") && !entry.isByKeys)
      findAround("[data-play]", event.target).classList.remove("unfolded");
    if (name === "p0-contract") changeGame();
    offerAll();
    agreeOnResult(false);
    if (name.endsWith("-contract")) {
      forgetHidden();
      openEntered();
    }
    remember();
    if (/^p\d-(?:contract|declarer|partner|result)$/.test(name) && !entry.isByKeys) showNext();
  });
  // The game of the last hand, filled in here instead of by the server.
  form.addEventListener("click", (event) => {
    const same = event.target.closest('[data-part="same"] a');
    if (!same) return;
    event.preventDefault();
    fill(JSON.parse(same.dataset.fields));
    takeUp();
    showNext();
    radio("p0-contract", value("p0-contract"))?.focus({ preventScroll: true });
  });
  for (const other of form.querySelectorAll('[data-part="other"]')) {
    other.addEventListener("click", () => {
      findAround("[data-play]", other).classList.add("unfolded");
      offerAll();
    });
  }
  // The key that says "done" on a phone's keyboard leads on; only the button saves.
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("input")) return;
    event.preventDefault();
    if (event.target.type === "text") afterText(event.target).focus();
  });
  form.addEventListener("input", (event) => {
    const { name = "", type = "" } = event.target;
    for (const box of document.querySelectorAll(".problem.of-entry")) box.classList.add("past"); // it is about what stood there before
    const four = /^p0-(?:points|blatt)-(\d)$/.exec(name);
    if (four) completeFour(four[1]);
    else agreeOnResult(name === "p0-result");
    if (type === "text") notice();
    form.dispatchEvent(new Event("entered"));
    soon(type === "text" ? AFTER_KEY : AFTER_TAP);
  });
  window.addEventListener("online", () => soon(0));
  document.getElementById("message")?.scrollIntoView();
  // The page has made the form that of another hand.
  form.addEventListener("renewed", ({ detail: changes }) => {
    Object.assign(rules, changes);
    takeUp();
  });
}
