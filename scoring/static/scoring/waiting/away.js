// A table without its server: the Pagatkassa and the settlement go on with the hands that wait on this phone, provisional.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { writeAmount } from "../entry/prices.js";
import { continueChart } from "./away_chart.js";
import { followPot, roundAmounts } from "./settling.js";

/** @type {AddedUp} */
let waiting = { hands: [], paid: [] };
let hasAsked = false;

/** @param {number} cents @param {string} plus the sign of a gain */
function writeCents(cents, plus = "") {
  const amount = (Math.abs(cents) / 100).toLocaleString(document.documentElement.lang, { minimumFractionDigits: 2 });
  return `${cents < 0 ? "−" : cents > 0 ? plus : ""}${amount}`;
}

/** What the server says of the evening; null where only the server can settle it. @returns {Accounts | null} */
const readAccounts = () => JSON.parse(find(".standing .deal").dataset.accounts || "null");

const listCards = () => Array.from(document.querySelectorAll(".standing .totals > li"));
const listPlaces = () => listCards().map((card) => Number(card.dataset.place));

/** The totals of all cards now and after each hand, in sixths; one that only the server can price changes none. */
function listTotals() {
  const now = listCards().map((card) => Number(find(".number b", card).dataset.sixths));
  let totals = now;
  const places = listPlaces();
  const after = waiting.hands.map(({ seats }, at) => {
    const active = seats.split(",", 4).map(Number);
    totals = totals.map((total, card) => total + (waiting.paid[at]?.written[active.indexOf(places[card])] ?? 0));
    return totals;
  });
  return [now, ...after];
}

/** Where nothing is priced the hands may follow another deal than it seems. @param {Kassa} pot */
function followWaiting(pot) {
  const hands = waiting.paid.some(Boolean) ? waiting.hands : [];
  const deals = hands.map(({ fields, seats }) => {
    const numbers = seats.split(",").map(Number);
    return { fields, active: numbers.slice(0, 4), forehand: numbers.indexOf(numbers[4]) };
  });
  return followPot(pot, deals, listPlaces());
}

/** The hands that only the server can price: 7, 12–30. */
const listMissing = () =>
  waiting.hands
    .filter((_hand, at) => !waiting.paid[at])
    .map(({ number }) => number)
    .map((number, at, all) => (all[at - 1] === number - 1 && all[at + 1] === number + 1 ? "–" : number))
    .join(", ")
    .replace(/, (?:–, )+/g, "–");

// What waits shall not be thrown away when the phone is full; some browsers ask. Over plain HTTP there is nothing to ask.
function keepStore() {
  if (!hasAsked) navigator.storage?.persist?.();
  hasAsked = true;
}

/** @param {CustomEvent<AddedUp>} event */
function show({ detail }) {
  waiting = detail;
  const list = find("#waiting");
  find('[data-part="no-worker"]', list).hidden = Boolean(navigator.serviceWorker?.controller);
  if (waiting.hands.length) keepStore();
  const missing = waiting.paid.some(Boolean) ? listMissing() : "";
  if (missing) find('[data-part="waits"]', list).append(` ${list.dataset.missing?.replace("#", missing)}`);
  continueChart(listTotals());
  const pot = readAccounts()?.pot;
  const shown = document.querySelector(".in-pot strong");
  if (pot && shown) shown.textContent = writeCents(followWaiting(pot).left);
}

/** What everybody gets, in the order of the cards, as it is written. @param {Accounts} accounts */
function settle({ rate, due, pot }) {
  const places = listPlaces();
  const sixths = [...due];
  for (const [at, { seats }] of waiting.hands.entries()) {
    const active = seats.split(",", 4).map(Number);
    for (const [seat, place] of active.entries()) sixths[place] += waiting.paid[at]?.money[seat] ?? 0;
  }
  const amounts = places.map((place) => sixths[place]);
  if (!rate && !pot) return { odd: 0, rows: amounts.map((amount) => ({ amount, text: writeAmount(amount, "+") })) };
  const { left, moves } = pot ? followWaiting(pot) : { left: 0, moves: sixths.map(() => 0) };
  const share = Math.floor(left / places.length);
  const cents = roundAmounts(amounts, rate).map((amount, at) => amount + moves[places[at]] + share);
  return { odd: left % places.length, rows: cents.map((amount) => ({ amount, text: `${writeCents(amount, "+")} €` })) };
}

/** @param {Accounts} accounts */
function openSettlement(accounts) {
  const dialog = find("dialog#settled-here");
  const { odd, rows: settled } = settle(accounts);
  const rows = listCards().map((card, at) => {
    const { amount, text } = settled[at];
    const row = Object.assign(document.createElement("div"), {
      className: amount > 0 ? "won" : amount < 0 ? "lost" : "even",
    });
    const name = Object.assign(document.createElement("dt"), { textContent: find(".name", card).textContent });
    row.append(name, Object.assign(document.createElement("dd"), { className: "figure", textContent: text }));
    return row;
  });
  find("dl", dialog).replaceChildren(...rows);
  const without = find('[data-part="without"]', dialog);
  find("b", without).textContent = listMissing();
  without.hidden = !listMissing();
  find('[data-part="odd"]', dialog).hidden = !odd;
  dialog.showModal();
}

/** The way to the settlement, while the server is away. @param {MouseEvent} event */
function settleHere(event) {
  const link = event.target instanceof Element && event.target.closest('a[data-act="settle"]');
  const accounts = link && document.documentElement.matches(".no-network") ? readAccounts() : null;
  if (!accounts) return;
  event.preventDefault();
  openSettlement(accounts);
}

export function startAway() {
  document.addEventListener("added-up", show);
  document.addEventListener("click", settleHere, true);
  document.dispatchEvent(new Event("later"));
}
