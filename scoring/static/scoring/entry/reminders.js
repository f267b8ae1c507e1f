// One calm line under the choices: the rules that matter now and that no record can show, those that cost something first;
// a tap brings the next. It needs no network.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";

/** @typedef {{ contracts: string[]; items: { kind: string; side: string }[]; moments: Set<string> }} Standing */

/** @param {HTMLElement} place Where they stand. */
export function startReminders(place) {
  const MOST = 2;
  const lines = find('[data-part="said"]', place);
  const more = find("button", place);
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
      start: !contracts.length,
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

  /** @param {Reminder} reminder */
  function line(reminder) {
    const text = document.createElement("p");
    const ref = document.createElement("small");
    ref.textContent = reminder.ref;
    text.append(reminder.text, " ", ref);
    return text;
  }

  let said = "";
  /** @type {Reminder[]} */
  let found = []; // what may be said now, what is shown first
  let seen = 0; // how many of them are in sight

  function remind() {
    const now = standing();
    const due = reminders.filter((reminder) => isSaid(reminder, now));
    const texts = due.map((reminder) => reminder.text).join("\n");
    if (texts !== said) {
      // a screen reader does not hear it twice
      said = texts;
      found = due;
      delete place.dataset.asked;
      show();
    }
    count();
  }

  function show() {
    lines.replaceChildren(...found.slice(0, MOST).map(line));
    place.hidden = !found.length;
  }

  // On a small screen the style leaves out the second, or all as long as nobody asks.
  function count() {
    seen = Array.from(lines.children).filter((one) => one.getClientRects().length).length;
    more.hidden = found.length === seen;
    more.textContent = place.dataset.more.replace("#", String(found.length - seen));
  }

  more.addEventListener("click", () => {
    place.dataset.asked = "";
    found.push(...found.splice(0, seen));
    show();
    count();
  });

  // What is filled in by other scripts is followed by another preview; what others say, by another standing.
  const watcher = new MutationObserver(remind);
  for (const watched of [document.getElementById("preview"), document.querySelector('[data-live="standing"]')]) {
    if (watched) watcher.observe(watched, { childList: true, subtree: true });
  }
  entered.addEventListener("change", () => {
    delete place.dataset.asked;
    remind();
  });
  entered.addEventListener("reset", () => setTimeout(remind, 0));
  window.addEventListener("pageshow", remind);
  remind();
}
