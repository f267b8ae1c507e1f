// The premiums of the entry form: each in the forms and for the side that the sheet allows beside what is entered.

import { find, findAround, findField } from "../../../../tarockclub/static/tarockclub/dom.js";
import {
  contractOf,
  entry,
  forget,
  form,
  OTHER_SIDE,
  offer,
  offerEach,
  offerParts,
  radio,
  rules,
  value,
} from "./form.js";
import { kontraTaker, kontraThatCounts, limitKontras, sayKontraIsVoid } from "./kontra.js";
import { SIDES, sidePoints, winnerShown } from "./points.js";

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

/** @param {HTMLElement} slot */
const findPremium = (slot) => findAround("[data-premium]", slot).dataset.premium;

/** Whether a premium is recorded for a side, in which form, and how it ended. @param {string} id @param {Side} side */
export function claimed(id, side) {
  const name = `prem-${id}-${side}`;
  const kind = `${id}-${value(name)}`;
  const losable = contractOf(0)?.forms[kind]?.lost; // else the box is one of a form that was chosen before
  return value(name) ? { id, side, kind, won: !losable || value(`${name}-lost`) === "" } : null;
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
    claims: Object.keys(rules.premiums)
      .flatMap((id) => SIDES.map((side) => claimed(id, side)))
      .filter((claim) => claim !== null),
  };
}

/** The first thing that stands against a premium that ends so; null: nothing does.
 * @param {Claim} claim @param {Contract} contract @param {Known} now @returns {Obstacle | null}
 */
export function findObstacle({ id, side, kind, won }, contract, now) {
  const item = contract.forms[kind];
  const premium = rules.premiums[id];
  const own = now.renonce ? null : sidePoints(side);
  const others = now.claims.filter((claim) => claim.id !== id || claim.side !== side);
  const isAnnounced = kind === `${id}-announced`;
  if (!item) return { code: "premium_not_in_contract" };
  if (!won && !item.lost) return { code: "silent_lost" };
  // A conceded game pays one announced bird that it needs, and nothing else.
  const isBird = (/** @type {Claim} */ one) => one.side === "declarer" && contract.needs.includes(one.id);
  if (now.conceded && !(isAnnounced && isBird({ id, side, kind, won }) && !others.some(isBird)))
    return { code: "concede_with_premium" };
  const isLying = value("p0-partner") === "talon";
  for (const claim of others) {
    const found = Object.keys(rules.obstacles[kind]).find((one) =>
      rules.obstacles[kind][one].split(" ").includes(claim.kind),
    );
    const isLeft = isLying && contract.left.some((one) => one === id || one === claim.id);
    const code = found === "premium_left" ? !isLeft && "premium_denied" : found;
    if (!now.renonce && !now.conceded && isMissedBeside({ id, side, kind, won }, claim))
      return { code: "premium_denied", claim };
    const isBetweenSides = side !== claim.side && (code === "premium_once" || (won && claim.won && !now.renonce));
    if (code === "premium_excluded" || (code && isBetweenSides)) return { code, claim };
  }
  if (isAnnounced && side === "defence") {
    if (contract.must_kontra.includes(id) && now.kontra < 2) return { code: "needs_kontra" };
    if (contract.never_kontra.includes(id) && now.kontra > 1) return { code: "premium_beside_kontra" };
  }
  if (own !== null && (won ? own < premium.won_from : premium.points !== null && own >= premium.points))
    return { code: "premium_points" };
  const isContradicted = won ? premium.wins && now.winner === OTHER_SIDE[side] : item.decides && now.said === side;
  return isContradicted ? { code: "result_contradicts" } : null;
}

/** Whether one side missed a premium of the trick with which it made the other. @param {Claim} one @param {Claim} other */
function isMissedBeside(one, other) {
  const [missed, made] = one.won ? [other, one] : [one, other];
  const isSilentMiss = !missed.won && missed.kind === `${missed.id}-silent`;
  return (
    one.side === other.side && made.won && isSilentMiss && rules.premiums[missed.id].missed_denies.includes(made.id)
  );
}

/** What stands against a premium in a form, however it ends; null: it is offered.
 * @param {string} id @param {Side} side @param {string} form_ @param {Contract} contract @param {Known} now
 */
export function findFormObstacle(id, side, form_, contract, now) {
  const claim = { id, side, kind: `${id}-${form_}`, won: true };
  const obstacle = findObstacle(claim, contract, now);
  return obstacle && findObstacle({ ...claim, won: false }, contract, now) ? obstacle : null;
}

/** What was tapped last gives way to what stands there. @param {Contract} contract */
export function offerPremiums(contract) {
  sortPremiums(contract);
  for (const premium of PREMIUMS) {
    const id = premium.dataset.premium;
    offer(premium, Boolean(contract.forms[`${id}-silent`] || contract.forms[`${id}-announced`]));
  }
  const slots = PREMIUMS.flatMap((premium) => (premium.hidden ? [] : Array.from(premium.querySelectorAll(".slot"))));
  const isNewest = (/** @type {HTMLElement} */ slot) => Number(slot.dataset.slot === entry.newest);
  slots.sort((one, other) => isNewest(other) - isNewest(one));
  const losable = slots.filter((slot) => settleLost(slot, contract));
  const now = known(contract);
  for (const slot of slots) {
    offerSlot(slot, contract, now);
    offerParts(slot, "lost", losable.includes(slot));
  }
}

/** Lost where it cannot have been won, not lost where it must have been; whether it may be lost.
 * @param {HTMLElement} slot @param {Contract} contract
 */
function settleLost(slot, contract) {
  const claim = claimed(findPremium(slot), slot.dataset.side);
  const box = findField(form, `${slot.dataset.slot}-lost`);
  const now = known(contract);
  const mayBe = (/** @type {boolean} */ won) => claim !== null && !findObstacle({ ...claim, won }, contract, now);
  if (now.conceded) return false; // what was said of it stays, and is there again where the game is not conceded
  const losable = mayBe(false);
  if (losable && !mayBe(true)) {
    if (!box.checked) box.dataset.follows = "";
    box.checked = true;
  } else if (!losable || "follows" in box.dataset) {
    box.checked = false;
    delete box.dataset.follows;
  }
  return losable;
}

// What stands there stays, also where something else now speaks against it: then the hand says so.
/** @param {HTMLElement} slot @param {Contract} contract @param {Known} now */
function offerSlot(slot, contract, now) {
  const { slot: name, side } = slot.dataset;
  const id = findPremium(slot);
  const stands = value(name);
  const isOffered = (/** @type {string} */ form_) =>
    form_ === stands ? `${id}-${form_}` in contract.forms : !findFormObstacle(id, side, form_, contract, now);
  offerEach(slot, name, (form_) => form_ === "" || isOffered(form_));
  const fold = slot.closest("details.defence");
  if (fold) fold.hidden = !slot.querySelector('.forms input:enabled:not([value=""])');
  const kind = contract.forms[`${id}-${value(name)}`];
  offerParts(slot, "more", Boolean(kind));
  if (!kind) return;
  const limit = value(name) === "announced" && !now.conceded ? kind.kontra : 1;
  offerParts(slot, "premium-kontra", limit > 1);
  sayKontraIsVoid(slot, kind);
  if (limit > 1) limitKontras(slot, limit);
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
