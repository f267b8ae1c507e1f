// Deals by their seats: who sits where, and which is which.

import { entryLive } from "../table/live_form.js";
import { form, rules } from "./form.js";

const PEOPLE = 4; // in the seats: places of the four, the forehand's, and who sat there
const OF_ALL = ["loser", "jungfrau", "mayor"]; // is said of all four
const OF_ONE = ["points", "blatt", "kontra", "claim"]; // is said of one
const OF_SOMEBODY = /(?:^renonce|-(?:declarer|partner|kontra_by|by|from))$/; // who it was
const OF_THE_FOREHAND = /^p(\d)-(?:partner|result|points|equal)$/; // how his game went
const AWAY = "-1"; // who does not play there

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

/** Who plays on which seat. @param {string} seats */
function listPeople(seats) {
  const numbers = seats.split(",");
  return numbers.slice(0, PEOPLE).map((place, at) => `${place} ${numbers[PEOPLE + 1 + at]}`);
}

// What is entered goes along with the people to another deal, as the server moves it (hand_form.py): nothing about
// somebody who does not play there, nor, where somebody else is forehand, how the forehand's game went.
/** @param {Fields} fields @param {string} was @param {string} now the seats */
export function moveFields(fields, was, now) {
  const people = listPeople(now);
  const seats = new Map(listPeople(was).map((one, seat) => [String(seat), String(people.indexOf(one))]));
  const isSame = !Array.from(seats.values()).includes(AWAY);
  const hasSameForehand = seats.get(String(findDeal(was).forehand)) === String(findDeal(now).forehand);
  /** @param {string} name @param {string} given */
  function move(name, given) {
    const [, rest, kind, seat] = /^((?:.*-)?([^-]+)-)([0-3])$/.exec(name) ?? [];
    const to = seats.get(seat) ?? AWAY;
    if (OF_ALL.includes(kind)) return isSame ? [rest + to, to] : [];
    if (OF_ONE.includes(kind)) return to === AWAY ? [] : [rest + to, given];
    const who = OF_SOMEBODY.test(name) ? (seats.get(given) ?? given) : given;
    const game = rules.contracts[fields[`p${OF_THE_FOREHAND.exec(name)?.[1]}-contract`]];
    const isPast = game?.by === "forehand" && game.kind !== "trischaken" && !hasSameForehand;
    return who === AWAY || isPast ? [] : [name, who];
  }
  const moved = Object.entries(fields).map(([name, given]) => move(name, given));
  return Object.fromEntries(moved.filter(({ length }) => length));
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
