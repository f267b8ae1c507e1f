// What this phone keeps of the tables and own pages that it has opened: where they are, and over HTTPS the page itself for the time
// without network (worker.js; over plain HTTP browsers have a service worker only for localhost).

import { deleteTable, listHands, listTables, newKey, putTable } from "../outbox/store.js";

const data = document.currentScript?.dataset;
const [worker, offline] = [data?.worker ?? "", data?.offline ?? ""];
const LANGUAGE = "offline-language"; // of the page that is kept for all that needs the network
const FRESH_EVERY_MS = 5000;
const LONGEST_MS = 30 * 24 * 3600 * 1000; // names are personal data
const root = document.documentElement;
const isInstalled = matchMedia("(display-mode: standalone)").matches; // a program of its own
const table = document.getElementById("live")?.dataset;
const here = table?.here ?? document.getElementById("own-app")?.dataset.here; // what is kept of this page

/** @type {ServiceWorkerRegistration | null} */
let registration = null;
let timer = 0;
let askedAt = -Infinity;
let isOlder = false; // what is kept, than what has been seen here

// What is kept was made once: whoever opens it again sends other forms, under today's sign of this browser.
function makeOwn() {
  const token = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1];
  for (const { elements } of document.forms) {
    if (elements.key) elements.key.value = newKey();
    if (elements.csrfmiddlewaretoken && token) elements.csrfmiddlewaretoken.value = token;
  }
}

/** @param {{ fresh: string } | { forget: string }} said */
export const tell = (said) => registration?.active?.postMessage(said);

/** `now`: this page may be gone in a moment. @param {boolean} now */
function keepFresh(now) {
  clearTimeout(timer);
  if (!here || !isOlder || !registration) return;
  const pause = askedAt + FRESH_EVERY_MS - performance.now();
  if (pause > 0 && !now) {
    timer = setTimeout(keepFresh, pause, false);
    return;
  }
  isOlder = false;
  askedAt = performance.now();
  tell({ fresh: here });
}

function noteNews() {
  isOlder = Boolean(here);
  keepFresh(document.hidden);
}

function keepOffline() {
  try {
    const before = localStorage.getItem(LANGUAGE);
    const anew = before && before !== root.lang ? [offline, ...(table ? [`${table.here}rules/`] : [])] : [];
    for (const path of anew) tell({ fresh: path });
    localStorage.setItem(LANGUAGE, root.lang);
  } catch {
    // a browser that keeps nothing
  }
}

async function register() {
  try {
    await navigator.serviceWorker.register(worker);
    registration = await navigator.serviceWorker.ready;
  } catch {
    return; // it may not, or there is no network: all works as without
  }
  navigator.serviceWorker.addEventListener("controllerchange", noteNews);
  keepOffline();
  // Of an installed one nothing shall be thrown away when the phone is full; otherwise some browsers would ask.
  if (isInstalled) navigator.storage?.persist?.();
  // A page may have come past the worker, also where it has taken over meanwhile; one with a question shows something
  // of one moment.
  const [visit] = performance.getEntriesByType("navigation");
  const isPast = !(visit instanceof PerformanceResourceTiming && visit.workerStart);
  if (isPast || location.search) noteNews();
}

// The list of this phone's tables: this one is the newest, old ones go unless hands wait there.
async function noteTables() {
  try {
    if (table) await putTable({ path: table.here, names: table.names || "", at: new Date().toISOString() });
    const waiting = new Set((await listHands()).map((hand) => hand.table));
    for (const { path, at } of await listTables()) {
      if (Date.now() - Date.parse(at) > LONGEST_MS && !waiting.has(path)) forgetTable(path);
    }
  } catch {
    // the same
  }
}

/** @param {string} path */
export function forgetTable(path) {
  tell({ forget: path });
  return deleteTable(path);
}

export function startInstalled() {
  if (root.dataset.kept) makeOwn();
  document.addEventListener("news", noteNews);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) keepFresh(true);
  });
  window.addEventListener("pagehide", () => keepFresh(true));
  for (const form of document.forms) {
    if (form.action.endsWith("/log-out/")) form.onsubmit = () => tell({ forget: "own" });
  }
  window.addEventListener("load", noteTables);
  // On a computer that is the server itself only for who has installed the page: other programs share its name.
  const isWanted = location.protocol === "https:" || isInstalled;
  if (isWanted && "serviceWorker" in navigator) window.addEventListener("load", register);
}
