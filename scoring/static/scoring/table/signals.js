// What happens at the table, for a phone that lies beside the cards: it vibrates, and voice.js says it where somebody
// has switched that on. The sentences are the server's.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { liveTable } from "./live.js";
import { tick } from "./tick.js";

export function startSignals() {
  const speech = find('[data-live="speech"]');
  /** @type {Record<string, number[]>} */
  const PATTERNS = { saved: [70], kept: [70], disputed: [150, 90, 150], gong: [400, 150, 400, 150, 400] };
  const LATE_MS = 2500; // a hand that is longer on its way: it is said that the phone has it
  const FRESH_MS = 8000; // so long a new hand stands out, for those who only watch
  const own = new Set(); // the keys of the hands that were saved here
  const onTheWay = new Set();

  const newest = () => speech.querySelector("[data-hand]");
  const disputes = () =>
    new Map(Array.from(speech.querySelectorAll("[data-dispute]"), (one) => [one.dataset.dispute, one.textContent]));
  let told = newest()?.dataset.hand;
  let disputed = disputes();
  let standingOut = 0;

  /** @param {string} kind @param {string} text */
  function signal(kind, text) {
    if (kind in PATTERNS) tick(PATTERNS[kind]);
    document.dispatchEvent(new CustomEvent("signal", { detail: { kind, text } }));
  }

  function tellNews() {
    const before = disputed;
    disputed = disputes();
    for (const [line, text] of disputed) if (!before.has(line)) signal("disputed", text);
    const now = newest();
    if (!now || now.dataset.hand === told) return;
    told = now.dataset.hand;
    if (own.has(now.dataset.key)) signal("saved", `${speech.dataset.saved} ${now.textContent}`);
    else signal("news", now.textContent);
    standOut();
  }

  function standOut() {
    const shown = document.querySelector("section.newest");
    if (!shown) return;
    clearTimeout(standingOut);
    shown.classList.add("is-new");
    standingOut = setTimeout(
      () => document.querySelector("section.newest.is-new")?.classList.remove("is-new"),
      FRESH_MS,
    );
  }

  /** @param {OutboxNews} news */
  function note({ kind, table, hand, elsewhere }) {
    if (table !== liveTable.table || elsewhere) return;
    if (kind !== "kept") {
      if (kind !== "unanswered") onTheWay.delete(hand.key);
      return;
    }
    own.add(hand.key);
    onTheWay.add(hand.key);
    setTimeout(() => {
      if (onTheWay.delete(hand.key)) signal("kept", speech.dataset.kept);
    }, LATE_MS);
  }

  // A switch for what this browser cannot do is none.
  for (const choice of document.querySelectorAll("[data-needs]")) {
    choice.hidden = !(choice.dataset.needs in window || choice.dataset.needs in navigator);
  }
  document.addEventListener("news", tellNews);
  document.addEventListener("outbox", ({ detail }) => note(detail));
  document.addEventListener("gong", () => signal("gong", speech.dataset.gong || ""));
}
