// Card points of the entry form, in thirds: who has won with them, and the fourth player's in Trischaken. Names of things
// only: what they pay is the server's.

import { find, findAround, findField } from "../../../../tarockclub/static/tarockclub/dom.js";
import {
  contractOf,
  forget,
  form,
  OTHER_SIDE,
  offerChoice,
  offerParts,
  parts,
  radio,
  rules,
  SEATS,
  value,
} from "./form.js";
import { kontraThatCounts } from "./kontra.js";

/** @type {Side[]} */
export const SIDES = ["declarer", "defence"];
/** @type {Seat | null} */
let computed = null; // the seat whose points in Trischaken follow from the others'

// Points as written at the table, "35/2" or 35 with the Blätter beside it; null: none, or nonsense.
/** @param {string} text @param {string | number} blatt */
function thirds(text, blatt) {
  const found = /^(\d{1,3})(?:\/([0-2]))?$/.exec(text.replace(/\s/g, ""));
  return found ? Number(found[1]) * 3 + Number(found[2] || blatt || 0) : null;
}

/** The card points of a side, where they are entered. @param {Side} side */
export function sidePoints(side) {
  const own = value("p0-equal") ? Math.floor(rules.total / 2) : thirds(value("p0-points"), value("p0-blatt"));
  if (own === null || own > rules.total) return null;
  return side === "declarer" ? own : rules.total - own;
}

// Who has won by the points, or by a lost premium that decides the game whatever they are.
/** @param {Contract} contract @returns {Side | ""} */
export function winnerShown(contract) {
  const own = sidePoints("declarer");
  const decided = decidedByPremium(contract);
  if (decided || own === null) return decided;
  return own >= (kontraThatCounts() > 1 ? contract.win_kontra : contract.win) ? "declarer" : "defence";
}

/** @param {Contract} contract @returns {Side | ""} */
export function decidedByPremium(contract) {
  for (const [key, kind] of Object.entries(contract.forms)) {
    const [, id, form_] = /^(.*)-(silent|announced)$/.exec(key) || [];
    for (const side of kind.decides ? SIDES : []) {
      const name = `prem-${id}-${side}`;
      if (value(name) === form_ && value(`${name}-lost`)) return OTHER_SIDE[side];
    }
  }
  return "";
}

/** Points say who has won; a tap that says otherwise takes them back. @param {boolean} tapped */
export function agreeOnResult(tapped) {
  const contract = contractOf(0);
  limitBlatt(); // a third that is typed over with all the points is gone first
  if (contract?.kind !== "positive" || value("p0-equal") || value("renonce")) return;
  const winner = winnerShown(contract);
  if (!winner || ["conceded", "blank"].includes(value("p0-result"))) return;
  const result = winner === "declarer" ? "won" : "lost";
  if (tapped && value("p0-result") !== result) {
    for (const field of form.querySelectorAll('input[name="p0-points"], input[name="p0-blatt"]')) forget(field);
  } else find(`input[name="p0-result"][value="${result}"]`, form).checked = true;
}

/** @param {Seat} seat */
const pointsField = (seat) => findField(form, `p0-points-${seat}`);
/** @param {Seat} seat */
const pointsOf = (seat) => thirds(value(`p0-points-${seat}`), value(`p0-blatt-${seat}`));

/** @param {Seat} seat @param {number | null} points */
function putPoints(seat, points) {
  pointsField(seat).value = points === null ? "" : String(Math.floor(points / 3));
  const blatt = radio(`p0-blatt-${seat}`, String((points || 0) % 3));
  if (blatt) blatt.checked = true;
}

/** What is left for the fourth, or null where the three do not say it. @param {Seat[]} given */
function leftOver(given) {
  const counted = given.map(pointsOf).filter((points) => points !== null);
  if (given.length !== 3 || counted.length < 3) return null;
  const rest = rules.total - counted.reduce((sum, one) => sum + one, 0);
  return rest >= 0 && (!rules.whole || rest % 3 === 0) ? rest : null;
}

/** The fourth player's points follow from three; what somebody has typed himself stays. @param {Seat | null} edited */
export function completeFour(edited) {
  if (edited !== null && edited === computed) computed = null;
  const given = SEATS.filter((seat) => seat !== computed && value(`p0-points-${seat}`) !== "");
  const missing = SEATS.find((seat) => !given.includes(seat));
  const typing = missing && document.activeElement === pointsField(missing);
  if (computed === null && missing && given.length === 3 && !typing) computed = missing;
  if (computed === null) return;
  putPoints(computed, leftOver(given));
  if (given.length < 3) computed = null;
}

/** @param {Seat} seat */
function noticed(seat) {
  const points = pointsOf(seat);
  if (points === null) return [];
  const words = form.dataset;
  return [
    points === 0 && rules.jungfrau ? words.jungfrau : "",
    rules.mayor !== null && points >= rules.mayor && points <= rules.total ? words.mayor : "",
    seat === computed ? words.computed : "",
  ].filter(Boolean);
}

export function noticeFour() {
  for (const row of form.querySelectorAll(".of-four")) {
    const { seat } = row.dataset;
    parts(row, "noticed")[0].textContent = noticed(seat).join(", ");
    row.classList.toggle("computed", seat === computed);
    parts(row, "no-trick")[0].setAttribute("aria-pressed", String(pointsOf(seat) === 0));
  }
}

// Who has all the points has no Blatt above them.
export function limitBlatt() {
  for (const field of form.querySelectorAll('input[name^="p0-points"]')) {
    const all = (thirds(field.value, 0) ?? 0) >= rules.total;
    for (const input of form.querySelectorAll(`input[name="${field.name.replace("points", "blatt")}"]`)) {
      if (input.value === "0") input.checked ||= all;
      else {
        findAround("label", input).hidden = all;
        input.disabled = all || field.disabled;
      }
    }
  }
}

export function startPoints() {
  for (const row of form.querySelectorAll(".of-four")) {
    const button = parts(row, "no-trick")[0];
    const { seat } = row.dataset;
    button.hidden = false;
    button.addEventListener("click", () => {
      putPoints(seat, pointsOf(seat) === 0 ? null : 0);
      pointsField(seat).dispatchEvent(new Event("input", { bubbles: true }));
    });
    pointsField(seat).addEventListener("focus", () => {
      if (seat === computed) pointsField(seat).select(); // who types it all the same types it over
    });
    row.addEventListener("focusout", () => {
      const before = computed;
      completeFour(null);
      if (computed !== before) form.dispatchEvent(new Event("input"));
      noticeFour();
    });
  }
}

// Who lost a Trischaken, instead of the points of all four: what goes together under this sheet is offered. Each of
// `rules.endings` has a digit for each player, from the forehand on: the sum of what is said of him.
/** @type {Record<string, number>} */
const ENDING_BITS = { loser: 1, jungfrau: 2, mayor: 4 };
const ticks = Array.from(form.querySelectorAll('[data-part="ending"] input'));
/** @param {Field} tick */
const kindOf = (tick) => tick.name.split("-")[1];

/** @param {string} ending @param {Field} tick */
function says(ending, tick) {
  const at = (Number(tick.value) - rules.forehand + SEATS.length) % SEATS.length;
  return (Number(ending[at]) & ENDING_BITS[kindOf(tick)]) !== 0;
}

// A tick stays possible while some ending has it beside all that is ticked; points are for who ticks nobody.
export function offerLosers() {
  const chosen = ticks.filter((tick) => tick.checked);
  const open = rules.endings.filter((ending) => chosen.every((tick) => says(ending, tick)));
  for (const tick of ticks)
    offerChoice(
      tick,
      open.some((ending) => says(ending, tick)),
    );
  for (const row of form.querySelectorAll(".ending")) row.hidden = !row.querySelector("label:not([hidden])");
  offerParts(form, "count-four", !chosen.length);
}

/** The Bürgermeister has lost, and who has not lost is none. @param {Field} tick */
function agreeOnMayor(tick) {
  const other = { loser: "mayor", mayor: "loser", jungfrau: "" }[kindOf(tick)];
  const same = form.querySelector(`input[name="p0-${other}-${tick.value}"]`);
  if (same && tick.checked === (other === "loser")) same.checked = tick.checked;
}

export function startLosers() {
  form.addEventListener("input", (event) => {
    if (ticks.includes(event.target)) agreeOnMayor(event.target);
  });
}
