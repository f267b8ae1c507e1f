// Deals by their seats: who sits where, and which is which.

import { entryLive } from "../table/live_form.js";
import { form, rules } from "./form.js";

const FOREHAND_AT = 4; // in the seats: after the four
const OF_THE_FOREHAND = /^p0-(?:partner|result|points|blatt|equal|loser|jungfrau|mayor)/; // how his game went

// Also one that does not come any more, for seats were changed since: its fields mean those who sat there then.
/** @param {string} seats @returns {Deal} */
export function findDeal(seats) {
  const { deals } = entryLive.served();
  const numbers = seats.split(",");
  const names = new Map(
    deals.flatMap((deal) =>
      deal.seats
        .split(",")
        .slice(5)
        .map((who, at) => [who, deal.names[at]]),
    ),
  );
  const then = { names: numbers.slice(5).map((who) => names.get(who) || "?"), forehand: numbers.indexOf(numbers[4]) };
  return deals.find((one) => one.seats === seats) || { seats, dealer: null, ...then };
}

// What is entered goes along to another deal; how the forehand's game went does not: there it is somebody else's.
/** @param {Fields} fields @returns {Fields} */
export function listForNextDeal(fields) {
  if (rules.contracts[fields["p0-contract"]]?.by !== "forehand") return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !OF_THE_FOREHAND.test(name)));
}

/** Whether the same four play, on the same seats. @param {string} seats */
export function isSameFour(seats) {
  const people = (/** @type {string} */ text) =>
    text
      .split(",")
      .filter((_, at) => at !== FOREHAND_AT)
      .join();
  return people(form.elements.seats.value) === people(seats);
}

// By how many deals the form is ahead of the server's seats; of a deal that does not come any more nobody can say.
/** @param {string} seats */
export function countAhead(seats) {
  const { deals } = entryLive.served();
  const [mine, theirs] = [form.elements.seats.value, seats].map((text) =>
    deals.findIndex((deal) => deal.seats === text),
  );
  return mine < 0 || theirs < 0 ? 0 : (mine - theirs + deals.length) % deals.length;
}
