// The ribbon: one place for all that the page says by itself, with one owner. Whoever has something to say has a row in
// it, with a rank; of the rows that say something now the first one is shown, and nothing else.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { ASKED_IN_SHEET } from "../surface/questions.js";
import { closeSheet, openSheet } from "../surface/sheets.js";
import { entryLive } from "../table/live_form.js";

const DEAD_MS = 300; // no thumb that was on its way to another row's key taps on the new one's
const AFTER_NO_NETWORK = 6;
const AFTER_SENTENCE = 6.5;
const PUT_ASIDE = "put aside";

export function startRibbon() {
  const ribbon = find("#ribbon");
  const live = find("#live");
  const { question, questions, why, away } = ribbon.dataset;
  /** @type {Set<string>} */
  const aside = new Set(JSON.parse(sessionStorage.getItem(PUT_ASIDE) || "[]"));
  let shown = ""; // which row
  let answers = false; // whoever has a hand to save has tapped on the questions that wait
  let dead = 0;

  /** @param {HTMLElement} row */
  const keyOf = (row) => row.dataset.key || "";

  /** Whether it has something to say now. @param {HTMLElement} row */
  function isDue(row) {
    if (row.closest("[hidden]") || (keyOf(row) && aside.has(keyOf(row))) || !row.textContent.trim()) return false;
    if (row.closest(".elsewhere > details[open]")) return false; // that lies over the page
    const undo = row.querySelector("form.undo");
    return !undo?.hidden; // what can be undone stays as long as it can
  }

  // Without the network nobody can say whether a hand is right; a hand to save goes before questions.
  /** @param {HTMLElement} row */
  function rankOf(row) {
    if (row.closest("#waiting[open]")) return 0;
    if ("asks" in row.dataset && !answers && ribbon.querySelector(".to-reader")) return AFTER_SENTENCE;
    return row.closest(".no-network .mark") ? AFTER_NO_NETWORK : Number(row.dataset.row);
  }

  function settle() {
    for (const told of ribbon.querySelectorAll("[data-for-me]")) tellMe(told);
    const rows = Array.from(ribbon.querySelectorAll("[data-row]"));
    const [first, ...others] = rows.filter(isDue).sort((one, other) => rankOf(one) - rankOf(other));
    for (const row of rows) row.classList.toggle("is-shown", row === first);
    const count = others.filter((row) => "asks" in row.dataset).length;
    for (const next of first?.querySelectorAll(".next") ?? []) tellWaiting(next, count);
    const now = first ? `${first.dataset.row} ${keyOf(first)}` : "";
    if (now !== shown && shown) die();
    shown = now;
    watcher.takeRecords();
  }

  /** What the hand changes for the player of this phone; without one its number. @param {Element} told */
  function tellMe(told) {
    const [otherwise, ...others] = Array.from(told.children);
    const mine = others.find((one) => one.getAttribute("data-for") === live.dataset.me) ?? otherwise;
    for (const one of told.children) if (one.hasAttribute("hidden") !== (one !== mine)) one.toggleAttribute("hidden");
  }

  /** How many questions wait, where the key goes on to them. @param {HTMLElement} next @param {number} count */
  function tellWaiting(next, count) {
    next.dataset.word ??= next.textContent.trim();
    if (next.dataset.waits === String(count)) return;
    next.dataset.waits = String(count);
    const unit = document.createElement("small");
    unit.textContent = (count === 1 ? question : questions) || "";
    next.replaceChildren(...(count ? [String(count), " ", unit] : [next.dataset.word]));
    next.toggleAttribute("hidden", !next.textContent);
  }

  function die() {
    clearTimeout(dead);
    ribbon.classList.add("is-fresh");
    dead = setTimeout(() => ribbon.classList.remove("is-fresh"), DEAD_MS);
  }

  /** @param {HTMLElement} row */
  function putAside(row) {
    aside.add(keyOf(row));
    sessionStorage.setItem(PUT_ASIDE, JSON.stringify([...aside]));
    settle();
  }

  /** The whole explanation, over the lower half. @param {Element} preview */
  function explain(preview) {
    const content = document.createElement("div");
    const parts = preview.querySelectorAll(":scope > :is(.starts-radl, .warning, .label, .amounts), .why > .notes");
    const story = preview.querySelector(".why > summary")?.cloneNode(true).textContent;
    content.append(Object.assign(document.createElement("p"), { textContent: story?.trim() }));
    content.append(...Array.from(parts, (part) => part.cloneNode(true)));
    content.className = "explained";
    openSheet(why || "", content);
  }

  ribbon.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-act]");
    const row = target.closest("[data-row]");
    if (Number(key?.getAttribute("data-waits"))) answers = true; // the count leads to the questions, wherever it stands
    if (key?.dataset.act === "aside" && row && keyOf(row)) putAside(row);
    else if (key?.dataset.act === "asked") settle();
    else if (key?.dataset.act === "rules") openSheet(ribbon.dataset.slip || "", find("#reminders"));
    else if (key?.dataset.act === "why" && row?.parentElement) explain(row.parentElement);
  });
  find("form#entry").addEventListener("input", ({ target }) => {
    if (!target.matches(ASKED_IN_SHEET)) closeSheet(); // it was about what stood there before
    answers = false;
    for (const row of ribbon.querySelectorAll('.is-shown[data-until="input"]')) putAside(row);
  });
  // Whoever keeps a hand as the next one sees first what the other one has saved.
  live.addEventListener("click", ({ target }) => {
    if (target.closest('[data-part="next"]')) answers = true;
  });
  ribbon.style.setProperty("--away", JSON.stringify(`${away} · `)); // said before whatever is said
  const watcher = new MutationObserver(settle);
  watcher.observe(ribbon, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ["hidden", "open", "data-me"],
  });
  settle();
}

// The moments of an evening: on the phone that has saved it, a great one lies over the lower half until somebody goes on,
// unless the next hand has been begun; on the others nothing covers what a thumb is about to tap on. The card of a new
// leader shines on all of them.
const SHINES_MS = 250;
const SHINE = { boxShadow: "0 0 0 4px var(--gold)", offset: 0.4 };

export function startMoments() {
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

  /** @param {HTMLElement} moment @param {boolean} isMine */
  function show(moment, isMine) {
    const { moment: title, leader } = moment.dataset;
    const card = leader && document.querySelector(`.totals li[data-place="${leader}"]`);
    if (card && !calm.matches) card.animate([{}, SHINE, {}], SHINES_MS);
    if (!title || !isMine || entryLive.isBegun()) return;
    const content = document.createElement("div");
    content.className = "great";
    content.append(...Array.from(moment.cloneNode(true).children));
    find('[data-act="close"]', content).addEventListener("click", () => closeSheet());
    openSheet(title, content);
  }

  // The next hand is the table's again.
  document.addEventListener("news", () => {
    const link = document.querySelector(".pulled > .great a")?.getAttribute("href");
    if (link && !document.querySelector(`[data-live="moment"] a[href="${CSS.escape(link)}"]`)) closeSheet();
  });
  document.addEventListener("signal", ({ detail: { kind } }) => {
    const moment = document.querySelector('[data-live="moment"] > [data-moment]');
    if (moment && (kind === "saved" || kind === "news")) show(moment, kind === "saved");
  });
}
