// Clocks show the server's remaining time to the second. The time of this device is never trusted, and no ticks are
// counted: what is shown follows from the server's time and a clock that only runs forward.

import { findAround } from "../../../../tarockclub/static/tarockclub/dom.js";

/** @typedef {{ at: number; seen: number; speed: number; base?: string }} Known */

const URL = "/tournaments/time/";
const TRIPS = 5; // the fastest of so many tells the offset best
const SURE_MS = 120; // a trip as short as that is wrong by half of it at most: no other is needed
const ANSWER_WITHIN_MS = 4000;
const ANEW_AFTER_MS = 3 * 60 * 1000;
const AGAIN_AFTER_MS = 5000; // where no answer came
const DRIFT_MS = 700; // the device has slept, or somebody has set its clock
const SOON_MS = 2 * 60 * 1000;
const LONGEST_AGO = 100; // minutes; what was longer ago stands there by the hour
const KEPT = "clock-offset"; // of the device's own clock, for a page that opens without the network
/** @type {Known | null} */
let known = null; // { at: server's milliseconds, seen: those of performance.now(), speed }
let asking = false;
let askedFor = ""; // the time of a piece that was newer than what we know
let timer = 0;
let before = { wall: Date.now(), steady: performance.now() };
let jumps = 0; // how often the two have gone apart
let slept = 0; // milliseconds by which, since the server was asked
const sounded = new Set(); // ends whose gong was heard
const states = new Map(); // what was shown of each end: a piece that was replaced sounds no second gong

function now() {
  if (known) return known.at + (performance.now() - known.seen) * known.speed;
  const kept = Number(remembered());
  return Number.isFinite(kept) && remembered() !== null ? Date.now() + kept : null;
}

function remembered() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** @param {Known} found */
function remember({ at, seen }) {
  try {
    localStorage.setItem(KEPT, String(Math.round(at - (Date.now() - (performance.now() - seen)))));
  } catch {
    // A browser that keeps nothing asks again.
  }
}

/** @returns {Promise<(Known & { took: number }) | null>} */
async function trip() {
  const limit = new AbortController();
  const timeout = setTimeout(() => limit.abort(), ANSWER_WITHIN_MS);
  const begun = performance.now();
  try {
    const answer = await fetch(URL, { cache: "no-store", credentials: "same-origin", signal: limit.signal });
    if (answer.status !== 200) return null;
    const said = await answer.json();
    const ended = performance.now();
    if (typeof said.now !== "number") return null;
    const { now: at, speed, base } = said;
    return { took: ended - begun, at, seen: begun + (ended - begun) / 2, speed, base };
  } catch {
    return null; // no network, too late, or an inn's page that says yes to everything
  } finally {
    clearTimeout(timeout);
  }
}

async function sync() {
  if (asking || document.hidden) return;
  asking = true;
  clearTimeout(timer);
  const then = jumps;
  let best = null;
  for (let one = 0; one < TRIPS && jumps === then; one += 1) {
    const found = await trip();
    if (!found || jumps !== then) break; // an answer that came while the device slept says nothing
    if (!best || found.took < best.took) best = found;
    if (one === 0) take(best);
    if (best.took <= SURE_MS) break;
  }
  asking = false;
  if (jumps !== then) {
    sync();
    return;
  }
  if (best) take(best);
  else if (known && slept > 0) take({ ...known, at: known.at + slept * known.speed }); // nobody can be asked
  slept = 0;
  timer = setTimeout(sync, best ? ANEW_AFTER_MS * (1 + Math.random() / 4) : AGAIN_AFTER_MS);
}

/** @param {Known} found */
function take(found) {
  known = found;
  remember(found);
  show();
}

// Some systems stop performance.now() while they sleep: the device's own clock says so, and the server is asked.
function noticeSleep() {
  const wall = Date.now();
  const steady = performance.now();
  const apart = wall - before.wall - (steady - before.steady);
  before = { wall, steady };
  if (Math.abs(apart) < DRIFT_MS) return;
  jumps += 1;
  slept += apart;
  sync();
}

/** @param {HTMLElement} element */
function left(element) {
  const ends = Number(element.dataset.ends);
  if (!ends) return Number(element.dataset.left);
  const at = isOfThisTime(element) ? now() : null;
  return at === null ? null : Math.max(0, ends - at);
}

// The server's computer was given another time: what the page knows and what stands there may be by different ones.
/** @param {HTMLElement} element */
function isOfThisTime(element) {
  const { base } = element.dataset;
  if (!known || base === undefined || known.base === undefined || base === known.base) return true;
  if (base !== askedFor && !asking) {
    askedFor = base;
    sync();
  }
  return false;
}

/** @param {number} ms */
function text(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {Element} element @param {string} said */
function put(element, said) {
  if (element.textContent !== said) element.textContent = said;
}

/** @param {HTMLElement} element */
function showOne(element) {
  const ms = left(element);
  if (ms === null) return;
  put(element, text(ms));
  const ends = Number(element.dataset.ends);
  if (!ends) {
    delete boxOf(element).dataset.clockState; // it stands: what was said of its end is past
    return;
  }
  const state = ms === 0 ? "up" : ms <= SOON_MS ? "soon" : "runs";
  if (element.dataset.shown !== state) tell(element, state);
  const isMain = "gong" in element.dataset;
  const was = states.get(`${isMain}${ends}`);
  states.set(`${isMain}${ends}`, state);
  if (isMain && was && was !== state) change(element, state, ends);
}

/** What is said beside a clock. @param {HTMLElement} element @param {string} state */
function tell(element, state) {
  const box = boxOf(element);
  for (const said of box.querySelectorAll("[data-while]")) said.hidden = said.dataset.while !== state;
  box.dataset.clockState = state;
  element.dataset.shown = state;
}

/** @param {HTMLElement} element @returns {HTMLElement} */
const boxOf = (element) => element.closest("[data-clock-box]") || element.parentElement || element;

// Two minutes left, or the gong: for whoever has seen the time before. It is spoken once, not every second.
/** @param {HTMLElement} element @param {string} state @param {number} ends */
function change(element, state, ends) {
  const spoken = boxOf(element).querySelector("[data-spoken]");
  if (spoken) spoken.textContent = spoken.dataset[state] || "";
  if (state !== "up" || sounded.has(ends)) return;
  sounded.add(ends); // a better answer of the server may say that it was a moment too early
  document.dispatchEvent(new CustomEvent("gong", { detail: { ends, late: (now() ?? ends) - ends } }));
}

function show() {
  for (const element of document.querySelectorAll("[data-clock]")) showOne(element);
  showAges();
  showDue();
}

// What is asked from a time on, although nothing happens until then.
function showDue() {
  const at = now();
  if (at === null) return;
  for (const one of document.querySelectorAll("[data-asked-from]")) {
    one.hidden = at < Number(one.dataset.askedFrom) || !navigator.onLine; // without the network nobody could answer
  }
}

function showAges() {
  const at = now();
  if (at === null) return;
  for (const one of document.querySelectorAll("time[data-ago]")) {
    const minutes = Math.max(0, Math.floor((at - Date.parse(one.dateTime)) / 60000));
    const { agoText, agoNow } = findAround("[data-ago-text]", one).dataset;
    if (minutes < LONGEST_AGO) put(one, minutes ? agoText.replace("#", String(minutes)) : agoNow);
  }
}

function tick() {
  noticeSleep();
  if (!document.hidden) show();
}

// Once on a page, which may load it with its own script and with that of its head.
export function startClock() {
  const { dataset } = document.documentElement;
  if ("hasClock" in dataset) return;
  dataset.hasClock = "";
  setInterval(tick, 200);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) {
      noticeSleep();
      sync();
    }
  });
  window.addEventListener("online", sync);
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) sync();
  });
  document.addEventListener("pieces", show);
  document.addEventListener("news", show);
  sync();
  show();
  document.addEventListener("server-time", ({ detail }) => {
    detail.now = now();
  }); // for scripts that know no clock
}

export const serverClock = { left };
