// What hands pay as long as only this phone knows them, as far as the price list of the page says it: provisional. What
// the server has computed otherwise is never shown again: the list is off then on this phone.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { entryLive } from "../table/live_form.js";
import { findDeal } from "./deals.js";
import { entry, form } from "./form.js";
import { priceHand, priceHands, writeAmount } from "./prices.js";
import { entryWords } from "./words.js";

/** @type {PriceList | null} */
const list = JSON.parse(document.getElementById("prices")?.textContent || "null");
const OFF = list && `prices off ${list.digest} ${find("#live").dataset.program}`;
let isOff = !OFF || localStorage.getItem(OFF) !== null;

function switchOff() {
  isOff = true;
  if (OFF) localStorage.setItem(OFF, "off");
}

/** What hands pay that follow the sheet, in their order, and what the deal after them counts. @param {Hand[]} hands */
function priceWaiting(hands) {
  const { deals, course, previous } = entryLive.served();
  const isInOrder = hands.every(
    (hand, at) =>
      hand.previous === (hands[at - 1]?.key ?? previous) &&
      hand.seats === deals[at % deals.length]?.seats &&
      ["waiting", "changing"].includes(hand.state),
  );
  if (!list || isOff || !isInOrder) return { paid: hands.map(() => null), radl: 0 };
  const given = hands.map(({ fields, seats }) => ({ fields, forehand: findDeal(seats).forehand }));
  return priceHands(list, given, course);
}

/** How many times the hand in the form counts, after those that wait; 0: only the server knows. */
const countTimes = () => priceWaiting(entry.listWaiting()).radl;

/** What the hand in the form pays, after those that wait. */
function priceForm() {
  if (!list || isOff) return null;
  const { deals, previous } = entryLive.served();
  const hands = entry.listWaiting();
  const deal = deals[hands.length % deals.length];
  const { elements, dataset } = form;
  const isNext = elements.previous.value === (hands.at(-1)?.key ?? previous) && elements.seats.value === deal?.seats;
  if (!isNext || dataset.instead) return null;
  return priceHand(list, entryWords.fields(), deal.forehand, priceWaiting(hands).radl);
}

/** @param {string} label @param {number[]} amounts @param {string} seats */
function build(label, amounts, seats) {
  const said = Object.assign(document.createElement("p"), { className: "label", textContent: label });
  const rows = Object.assign(document.createElement("dl"), { className: "amounts" });
  const { names } = findDeal(seats);
  for (const [seat, sixths] of amounts.entries()) {
    const row = Object.assign(document.createElement("div"), { className: nameSign(sixths) });
    const name = Object.assign(document.createElement("dt"), { textContent: names[seat] });
    const amount = Object.assign(document.createElement("dd"), { className: "figure" });
    const number = Object.assign(document.createElement("b"), { textContent: writeAmount(sixths, "+") });
    number.dataset.letters = String(number.textContent.length);
    amount.append(number);
    row.append(name, amount);
    rows.append(row);
  }
  return [said, rows];
}

/** @param {number} sixths */
const nameSign = (sixths) => (sixths > 0 ? "won" : sixths < 0 ? "lost" : "even");

/** What it means for the player of this phone. @param {string} text @param {string} [more] */
function buildRow(text, more = "") {
  const row = Object.assign(document.createElement("div"), { className: "to-reader is-provisional" });
  const line = document.createElement("p");
  row.dataset.row = "6";
  line.append(
    Object.assign(document.createElement("strong"), { textContent: text }),
    Object.assign(document.createElement("span"), { textContent: more }),
  );
  row.append(line);
  return row;
}

/** @param {Paid} paid */
function tellMine({ money }) {
  const { me } = find("#live").dataset;
  const seat = me ? form.elements.seats.value.split(",").slice(0, money.length).indexOf(me) : -1;
  const { names } = findDeal(form.elements.seats.value);
  if (seat >= 0) return `${form.dataset.forYou} ${writeAmount(money[seat], "+")}`;
  return money.map((sixths, at) => `${names[at]} ${writeAmount(sixths, "+")}`).join(", ");
}

/** The same as the server's preview, or that only it knows. */
function buildPreview() {
  const paid = priceForm();
  const { offline, provisional } = form.dataset;
  if (!paid) return [buildRow(offline || "")];
  return [buildRow(tellMine(paid), provisional), ...buildAmounts(paid, form.elements.seats.value)];
}

/** @param {Paid} paid @param {string} seats */
function buildAmounts(paid, seats) {
  const { provisional, money, written } = form.dataset;
  if (paid.money.every((sixths, seat) => sixths === paid.written[seat]))
    return build(provisional || "", paid.money, seats);
  return [
    ...build(`${provisional}: ${money}`, paid.money, seats),
    ...build(`${provisional}: ${written}`, paid.written, seats),
  ];
}

/** What each waiting hand pays, and the totals after each of which that is known, by column of the sheet.
 * @param {Hand[]} hands
 */
export function addUp(hands) {
  const { paid } = priceWaiting(hands);
  const isKnown = paid.some(Boolean);
  /** @type {string[][]} */
  const totals = hands.map(() => []);
  /** @type {string[][]} */
  const gains = hands.map(() => []);
  /** @type {string[]} */
  const sums = [];
  for (const card of document.querySelectorAll(".standing .totals > li")) {
    const number = find(".number b", card);
    let total = Number(number.dataset.sixths);
    for (const [at, { seats }] of hands.entries()) {
      const seat = seats.split(",").indexOf(card.dataset.place || "");
      const gain = paid[at]?.written[seat];
      total += gain ?? 0;
      gains[at].push(gain === undefined ? "" : writeAmount(gain, "+"));
      totals[at].push(paid[at] ? writeAmount(total) : "");
    }
    number.textContent = writeAmount(total);
    sums.push(number.textContent);
    number.dataset.letters = String(number.textContent.length);
    find(".number", card).className = `number figure ${nameSign(total)}`;
  }
  const waits = hands.map(({ seats }, at) => {
    const pays = paid[at];
    return { totals: totals[at], gains: gains[at], amounts: pays ? buildAmounts(pays, seats) : [] };
  });
  return { isKnown, waits, paid, sums };
}

export function startProvisional() {
  entry.provisional = { priceForm, countTimes, buildPreview, switchOff };
}
