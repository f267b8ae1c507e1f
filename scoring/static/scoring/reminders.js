// One calm line under the choices: the rules that matter now and that no record can show. It needs no network.
"use strict";

if (document.getElementById("reminders")) {
  const MOST = 2;
  const place = document.getElementById("reminders");
  const entered = document.getElementById("entry");
  const { reminders } = JSON.parse(document.getElementById("rules").textContent);
  const PREMIUM = /^prem-(.+)-(declarer|defence)$/;

  // What is entered, and what holds of the evening.
  function standing() {
    const fields = Array.from(new FormData(entered));
    const field = (name) => (fields.find(([key]) => key === name) || ["", ""])[1];
    const contracts = fields.filter(([key, value]) => /^p\d-contract$/.test(key) && value).map(([, value]) => value);
    const items = fields.flatMap(([key, value]) => {
      const found = PREMIUM.exec(key);
      return found && value ? [{ kind: `${found[1]}-${value}`, side: found[2] }] : [];
    });
    const evening = document.getElementById("moments");
    const moments = new Set(evening ? evening.dataset.moments.split(" ") : []);
    const holds = {
      start: !contracts.length && moments.has("first"), // who has read it once needs the room
      king_lies: field("p0-partner") === "talon",
      alone: field("p0-partner") === "alone",
      open: !field("p0-result") && !fields.some(([key, value]) => /^p0-(?:points(?:-\d)?|loser-\d)$/.test(key) && value),
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

  function isSaid(reminder, now) {
    const meant = now.items.filter((item) => !reminder.items || reminder.items.includes(item.kind));
    const so = (moment) => (moment === "defence" ? meant.some((item) => item.side === "defence") : now.moments.has(moment));
    return (!reminder.in || now.contracts.some((contract) => reminder.in.includes(contract)))
      && (!reminder.items || meant.length > 0)
      && reminder.when.every(so)
      && !reminder.unless.some(so);
  }

  function line(reminder) {
    const text = document.createElement("p");
    const ref = document.createElement("small");
    ref.textContent = reminder.ref;
    text.append(reminder.text, " ", ref);
    return text;
  }

  let said = "";

  function remind() {
    const now = standing();
    const found = reminders.filter((reminder) => isSaid(reminder, now)).slice(0, MOST);
    const texts = found.map((reminder) => reminder.text).join("\n");
    if (texts === said) return; // a screen reader does not hear it twice
    said = texts;
    place.replaceChildren(...found.map(line));
    place.hidden = !found.length;
  }

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
