// One calm line: of the rules that matter now and that no record can show, the first that is not known yet: what this table
// has got wrong today, then what costs something. Whoever has seen one in three hands finds it on the slip. It needs no
// network.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";

/** @typedef {{ contracts: string[]; items: { kind: string; side: string }[]; moments: Set<string> }} Standing */

const MOST_HANDS = 3;
const LONG = 84; // signs: two lines of a phone
const MOST = /^.{1,84}(?=, )/;
const FIRST = /^.+?(?:;|[^\s.]{3}\.)(?= )/; // what a phone says: up to a semicolon, or the end of a sentence
const SEEN = "reminders seen"; // in how many hands, by their texts

/** @returns {Record<string, number>} */
function readSeen() {
  try {
    return JSON.parse(localStorage.getItem(SEEN) || "{}");
  } catch {
    return {}; // a browser that keeps nothing
  }
}

/** @param {string} text */
function keepSeen(text) {
  const seen = readSeen();
  seen[text] = (seen[text] || 0) + 1;
  try {
    localStorage.setItem(SEEN, JSON.stringify(seen));
  } catch {
    // A browser that keeps nothing.
  }
}

/** @param {HTMLElement} place Where all stand that matter now, until somebody pulls them up. */
export function startReminders(place) {
  const row = document.getElementById("reminder"); // where one at a time is said; on the page of a table
  const entered = find("form#entry");
  /** @type {{ reminders: Reminder[] }} */
  const { reminders } = JSON.parse(find("#rules").textContent);
  const PREMIUM = /^prem-(.+)-(declarer|defence)$/;

  // What is entered, and what holds of the evening.
  function standing() {
    const fields = Array.from(new FormData(entered), ([key, value]) => [key, String(value)]);
    const field = (/** @type {string} */ name) => (fields.find(([key]) => key === name) || ["", ""])[1];
    const contracts = fields.filter(([key, value]) => /^p\d-contract$/.test(key) && value).map(([, value]) => value);
    const items = fields.flatMap(([key, value]) => {
      const found = PREMIUM.exec(key);
      return found && value ? [{ kind: `${found[1]}-${value}`, side: found[2] }] : [];
    });
    const evening = document.getElementById("moments");
    const moments = new Set(evening?.dataset.moments.split(/\s+/));
    const holds = {
      start: !contracts.length && !moments.has("unplayed"),
      king_lies: field("p0-partner") === "talon",
      alone: field("p0-partner") === "alone",
      open:
        (!field("p0-result") || "presumed" in entered.dataset) &&
        !fields.some(([key, value]) => /^p0-(?:points(?:-\d)?|loser-\d)$/.test(key) && value),
      conceded: field("p0-result") === "conceded",
      kontra: fields.some(([key, value]) => /^p\d-kontra(-\d)?$/.test(key) && value !== "1" && value !== ""),
      announced: items.some((item) => item.kind.endsWith("-announced")),
      beside: contracts.length > 1,
      renonce: Boolean(field("renonce")),
    };
    if (contracts.length) moments.delete("first");
    for (const [moment, so] of Object.entries(holds)) if (so) moments.add(moment);
    return { contracts, items, moments };
  }

  /** @param {Reminder} reminder @param {Standing} now */
  function isSaid(reminder, now) {
    const meant = now.items.filter((item) => !reminder.items || reminder.items.includes(item.kind));
    const so = (/** @type {string} */ moment) =>
      moment === "defence" ? meant.some((item) => item.side === "defence") : now.moments.has(moment);
    return (
      (!reminder.in || now.contracts.some((contract) => reminder.in?.includes(contract))) &&
      (!reminder.items || meant.length > 0) &&
      reminder.when.every(so) &&
      !reminder.unless.some(so)
    );
  }

  let hand = ""; // its key
  let before = readSeen(); // until this hand
  /** @type {Set<string>} */
  const counted = new Set();
  /** @type {Set<string>} */
  const understood = new Set();
  /** @type {Reminder | undefined} */
  let said;

  function remind() {
    const now = standing();
    const due = reminders.filter((reminder) => isSaid(reminder, now));
    if (said && row?.getClientRects().length) count(said.text);
    forgetOther();
    place.replaceChildren(...due.map(build));
    place.hidden = !due.length;
    entered.dispatchEvent(new Event("reminded"));
    if (row) say(row, due);
  }

  // In another hand.
  function forgetOther() {
    const { key } = entered.elements;
    if (hand === key.value) return;
    hand = key.value;
    before = readSeen();
    counted.clear();
    understood.clear();
  }

  /** Whether this table has got it wrong today. @param {Reminder} reminder */
  const isMissed = (reminder) =>
    document
      .getElementById("moments")
      ?.dataset.missed?.split(" ")
      .includes(String(reminders.indexOf(reminder)));

  /** @param {Reminder} reminder */
  function build(reminder) {
    const { text, ref } = reminder;
    const left = MOST_HANDS - 1 - (before[text] || 0);
    const often = isMissed(reminder) ? row?.dataset.missed : left > 0 && row?.dataset.left?.replace("#", String(left));
    const line = Object.assign(document.createElement("p"), { textContent: `${text} ` });
    const small = document.createElement("small");
    small.textContent = [ref, often].filter(Boolean).join(" · ");
    line.append(small);
    return line;
  }

  /** @param {HTMLElement} row @param {Reminder[]} due */
  function say(row, due) {
    const open = due.filter(({ text }) => !understood.has(text));
    const next = open.find(isMissed) || open.find(({ text }) => (before[text] || 0) < MOST_HANDS);
    row.hidden = !next;
    if (next === said) return; // a screen reader does not hear it twice
    said = next;
    if (!next) return;
    let first = (FIRST.exec(next.text)?.[0] || next.text).replace(/[;.]$/, "");
    if (first.length > LONG) first = MOST.exec(first)?.[0] ?? first;
    const rest = Object.assign(document.createElement("span"), { textContent: next.text.slice(first.length) });
    find("strong", row).replaceChildren(first, rest);
  }

  /** Once for each hand in which it was in sight. @param {string} text */
  function count(text) {
    if (counted.has(text)) return;
    counted.add(text);
    keepSeen(text);
  }

  row?.addEventListener("click", ({ target }) => {
    if (!said || !target.closest('[data-act="quiet"]')) return;
    count(said.text);
    understood.add(said.text);
    remind();
  });

  // What is filled in by other scripts is followed by another preview; what others say, by another standing.
  const watcher = new MutationObserver(remind);
  for (const watched of [document.getElementById("preview"), document.querySelector('[data-live="standing"]')]) {
    if (watched) watcher.observe(watched, { childList: true, subtree: true });
  }
  entered.addEventListener("change", remind);
  entered.addEventListener("reset", () => setTimeout(remind, 0));
  window.addEventListener("pageshow", remind);
  remind();
}
