// The premiums of the entry form: each in the forms and for the side that the sheet allows beside what is entered.

import { find, findAround, findField } from "../../../../tarockclub/static/tarockclub/dom.js";
import { contractOf, forget, form, OTHER_SIDE, offer, offerEach, offerParts, radio, rules, value } from "./form.js";
import { kontraTaker, kontraThatCounts, limitKontras, sayKontraIsVoid } from "./kontra.js";
import { sidePoints, winnerShown } from "./points.js";

/** What is known of a hand: see known(). @typedef {ReturnType<typeof known>} Known */

export const PREMIUMS = Array.from(form.querySelectorAll("[data-premium]"));

/** The premiums that a game needs stand first, the others folded below. @param {Contract} contract */
function sortPremiums(contract) {
  const list = find('[data-part="premium-list"]', form);
  const rest = find('details[data-part="premium-rest"]', form);
  const needs = contract.needs.join(" ");
  if ((list.dataset.needs || "") === needs) return;
  list.dataset.needs = needs;
  rest.hidden = !needs;
  rest.open = false;
  for (const premium of PREMIUMS) {
    const first = !needs || contract.needs.includes(premium.dataset.premium);
    (first ? list : rest).append(premium);
  }
}

/** Whether a premium is recorded for a side, in which form, and how it ended. @param {string} id @param {Side} side */
export function claimed(id, side) {
  const name = `prem-${id}-${side}`;
  const kind = `${id}-${value(name)}`;
  const losable = contractOf(0)?.forms[kind]?.lost; // else the box is one of a form that was chosen before
  return value(name) ? { kind, won: !losable || value(`${name}-lost`) === "" } : null;
}

/** What is known of the hand that premiums depend on; a Renonce leaves open how it ended. @param {Contract} contract */
export function known(contract) {
  const given = value("p0-result");
  const renonce = value("renonce") !== "";
  const said = given === "won" ? "declarer" : given === "lost" ? "defence" : "";
  const follows = value("p0-points") !== "" || "presumed" in form.dataset; // the result is only what the points say
  return {
    renonce,
    conceded: given === "conceded" && !renonce,
    said: renonce || follows ? "" : said,
    winner: renonce ? "" : (!follows && said) || winnerShown(contract),
    kontra: kontraTaker() ? Number(value(`${kontraTaker()}-kontra`) || 1) : kontraThatCounts(),
  };
}

// Both sides cannot have won it, or what it denies the other: what only one of them can have lost is lost then.
/** @param {string} id @param {Side} side @param {Contract} contract @param {Known} now */
function wonByOther(id, side, contract, now) {
  const other = claimed(id, OTHER_SIDE[side]);
  return other?.won === true && !mayBeLost(id, OTHER_SIDE[side], contract.forms[other.kind], now);
}

/** @param {string} id @param {Side} side @param {Contract} contract @param {Known} now */
function mayBeWon(id, side, contract, now) {
  const premium = rules.premiums[id];
  const own = sidePoints(side);
  if (now.renonce) return true;
  if (premium.wins && now.winner && now.winner !== side) return false;
  if (premium.points !== null && own !== null && own < premium.points) return false;
  if (own !== null && own < premium.least) return false;
  return ![id, ...premium.denies].some((other) => wonByOther(other, side, contract, now));
}

/** @param {string} id @param {Side} side @param {Item | undefined} kind @param {Known} now */
function mayBeLost(id, side, kind, now) {
  const premium = rules.premiums[id];
  const own = sidePoints(side);
  if (!kind?.lost) return false;
  if (now.renonce) return true;
  if (kind.decides && now.said === side) return false;
  return premium.points === null || own === null || own < premium.points;
}

// Of two that both could be lost the first side's stays won until it is marked as lost.
/** @param {string} id @param {Side} side @param {Known} now */
function lostToFirst(id, side, now) {
  const others = now.renonce ? [id] : [id, ...rules.premiums[id].denies];
  return side === "defence" && others.some((other) => claimed(other, "declarer")?.won);
}

/** The premium beside which it cannot be recorded; undefined: none is. @param {string} id @param {Side} side */
function excludedBy(id, side) {
  const premium = rules.premiums[id];
  if (premium.once && claimed(id, OTHER_SIDE[side])) return id;
  return premium.excludes.find((other) => claimed(other, "declarer") || claimed(other, "defence"));
}

// A conceded game pays one announced bird that it needs, and nothing else.
/** @param {string} id @param {Side} side @param {string} form_ @param {Contract} contract */
function paidWhenConceded(id, side, form_, contract) {
  if (form_ !== "announced" || side !== "declarer" || !contract.needs.includes(id)) return false;
  return !contract.needs.some((other) => other !== id && value(`prem-${other}-declarer`) === "announced");
}

/** @param {string} id @param {Side} side @param {string} form_ @param {Contract} contract @param {Known} now */
export function formOffered(id, side, form_, contract, now) {
  const kind = contract.forms[`${id}-${form_}`];
  if (!kind || excludedBy(id, side)) return false;
  if (now.conceded) return paidWhenConceded(id, side, form_, contract);
  if (form_ === "announced" && lacksKontra(id, side, contract, now)) return false;
  return mayBeWon(id, side, contract, now) || mayBeLost(id, side, kind, now);
}

/** @param {string} id @param {Side} side @param {Contract} contract @param {Known} now */
function lacksKontra(id, side, contract, now) {
  return side === "defence" && contract.must_kontra.includes(id) && now.kontra < 2;
}

// What a side cannot have made silently, though the sheet knows that: announced it could only be lost.
/** @param {string} id @param {Side} side @param {Contract} contract @param {Known} now */
export function cannotBeSilent(id, side, contract, now) {
  return Boolean(contract.forms[`${id}-silent`]) && !now.conceded && !formOffered(id, side, "silent", contract, now);
}

// Why a side cannot have made a premium: the other premium in its way, "kontra", "points", or "result".
/** @param {string} id @param {Side} side @param {Contract} contract @param {Known} now */
export function obstacle(id, side, contract, now) {
  const premium = rules.premiums[id];
  const other =
    excludedBy(id, side) ||
    (now.conceded ? "" : [id, ...premium.denies].find((one) => wonByOther(one, side, contract, now)));
  if (other) return other;
  if (!contract.forms[`${id}-silent`] && lacksKontra(id, side, contract, now)) return "kontra";
  const byResult = now.conceded || (premium.wins && now.winner && now.winner !== side);
  return byResult ? "result" : "points";
}

/** @param {Contract} contract */
export function offerPremiums(contract) {
  sortPremiums(contract);
  const now = known(contract);
  for (const premium of [...PREMIUMS, ...PREMIUMS]) {
    // once more, for what depends on one that stands below
    const id = premium.dataset.premium;
    offer(premium, Boolean(contract.forms[`${id}-silent`] || contract.forms[`${id}-announced`]));
    if (!premium.hidden) for (const slot of premium.querySelectorAll(".slot")) offerSlot(slot, id, contract, now);
  }
}

/** @param {HTMLElement} slot @param {string} id @param {Contract} contract @param {Known} now */
function offerSlot(slot, id, contract, now) {
  const name = slot.dataset.slot;
  const side = slot.dataset.side;
  offerEach(slot, name, (form_) => form_ === "" || formOffered(id, side, form_, contract, now));
  const fold = slot.closest("details.defence");
  if (fold) fold.hidden = !slot.querySelector('.forms input:enabled:not([value=""])');
  const kind = contract.forms[`${id}-${value(name)}`];
  offerParts(slot, "more", Boolean(kind));
  if (!kind) return;
  offerLost(slot, id, contract, now);
  const limit = value(name) === "announced" && !now.conceded ? kind.kontra : 1;
  offerParts(slot, "premium-kontra", limit > 1);
  sayKontraIsVoid(slot, kind);
  if (limit > 1) limitKontras(slot, limit);
}

// Lost where it cannot have been won, not lost where it must have been.
/** @param {HTMLElement} slot @param {string} id @param {Contract} contract @param {Known} now */
function offerLost(slot, id, contract, now) {
  const { slot: name, side } = slot.dataset;
  const losable = !now.conceded && mayBeLost(id, side, contract.forms[`${id}-${value(name)}`], now);
  const box = findField(form, `${name}-lost`);
  if (losable && (!mayBeWon(id, side, contract, now) || lostToFirst(id, side, now))) {
    if (!box.checked) box.dataset.follows = "";
    box.checked = true;
  } else if (!losable || "follows" in box.dataset) {
    box.checked = false;
    delete box.dataset.follows;
  }
  offerParts(slot, "lost", losable);
}

// What a game that needs an announcement has brought along goes with it.
/** @param {Contract} before @param {Contract} now */
export function takeBack(before, now) {
  for (const id of before.needs) {
    const stays = before.needs.length > 1 && now.needs.includes(id);
    const announced = radio(`prem-${id}-declarer`, "announced");
    if (!stays && announced && announced.checked) {
      findAround(".slot", announced).querySelectorAll("input, select").forEach(forget);
    }
  }
}

// A game that needs one certain announcement brings it along; one that needs any of several shows them.
/** @param {Contract} contract */
export function bringNeeded(contract) {
  if (!contract.needs.length) return;
  find("details.premiums", form).open = true;
  if (contract.needs.length === 1) {
    const needed = radio(`prem-${contract.needs[0]}-declarer`, "announced");
    if (needed) needed.checked = true;
  }
}

// The premiums of a game that needs one of several, as long as none of these is announced.
export function neededPremiums() {
  const contract = contractOf(0);
  const needs = contract ? contract.needs : [];
  const said = needs.some((id) => value(`prem-${id}-declarer`) === "announced");
  return needs.length && !said ? form.querySelector(".premium-strip, details.premiums") : null;
}
