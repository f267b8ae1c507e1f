// The entry form offers only what the sheet allows now; for the premiums premiums.js says what that is.

import { find, findAround } from "../../../../tarockclub/static/tarockclub/dom.js";
import {
  contractOf,
  declarerOf,
  forget,
  forgetAllBut,
  forgetHidden,
  form,
  offer,
  offerEach,
  offerParts,
  parts,
  rules,
  SEATS,
  value,
} from "./form.js";
import { kontraTaker, limitKontras, sayKontraIsVoid } from "./kontra.js";
import { notice } from "./notices.js";
import { offerLosers } from "./points.js";
import { bringNeeded, offerPremiums, takeBack } from "./premiums.js";

/** @param {HTMLElement} root */
function offerFirst(root) {
  const contract = contractOf(0);
  const kind = contract ? contract.kind : "";
  const asksDeclarer = contract !== undefined && contract.by !== "forehand";
  offerParts(root, "declarer", asksDeclarer);
  if (asksDeclarer)
    offerEach(root, "p0-declarer", (seat) => contract.by !== "others" || Number(seat) !== rules.forehand);
  const declarer = declarerOf(0, contract);
  offerParts(root, "partner", Boolean(contract?.partner));
  if (contract?.partner) {
    offerEach(root, "p0-partner", (choice) => partnerOffered(choice, contract, declarer));
  }
  offerEnd(root, contract, kind);
  const given = value("p0-result");
  const short = given === "conceded" || given === "blank"; // was not played
  offerKontra(root, contract, declarer, short);
  const premiums = kind === "positive" && given !== "blank";
  offer(find("[data-part=premiums]", form), premiums);
  if (contract && premiums) offerPremiums(contract);
}

// How it ended: won or lost, card points, or who lost of all four, or their points.
/** @param {HTMLElement} root @param {Contract | undefined} contract @param {string} kind */
function offerEnd(root, contract, kind) {
  const asksResult = kind === "positive" || kind === "negative";
  offerParts(root, "result", asksResult);
  offerParts(root, "four", kind === "trischaken");
  if (kind === "trischaken") offerLosers();
  const talon = value("p0-partner") === "talon";
  offerEach(root, "p0-result", (choice) => {
    if (!asksResult) return false;
    if (choice === "conceded") return Boolean(contract?.concede) && talon;
    return choice !== "blank" || Boolean(contract?.blank);
  });
  const given = value("p0-result");
  offerParts(root, "points", kind === "positive" && given !== "conceded" && given !== "blank");
  offerParts(form, "equal", kind === "positive" && rules.equal && given === "lost" && !value("p0-points"));
}

/** @param {string} choice @param {Contract} contract @param {Seat} declarer */
function partnerOffered(choice, contract, declarer) {
  if (choice === "talon") return contract.partner === "king";
  if (choice === "alone") return contract.alone;
  return choice !== declarer;
}

/** A kontra that was entered on the game goes along to the premium that takes it. @param {string} taker */
function takeKontra(taker) {
  const kontra = Number(value("p0-kontra") || 1);
  if (kontra === 1 || form.querySelector(`input[name="${taker}-kontra"]:checked`)?.value !== "1") return; // said already
  find(`input[name="${taker}-kontra"][value="2"]`, form).checked = true;
  find(`select[name="${taker}-kontra_by"]`, form).value = value("p0-kontra_by");
}

/** @param {HTMLElement} root @param {Contract | undefined} contract @param {Seat} declarer @param {boolean} short */
function offerKontra(root, contract, declarer, short) {
  const taker = kontraTaker();
  if (taker) takeKontra(taker);
  const limit = contract && !short && !taker ? contract.kontra : 1;
  sayKontraIsVoid(root, contract);
  const each = contract?.kind === "negative";
  offerParts(root, "kontra", limit > 1);
  offerParts(root, "kontra-all", limit > 1 && !each);
  offerParts(root, "kontra-each", limit > 1 && each);
  if (limit > 1) for (const part of parts(root, each ? "kontra-each" : "kontra-all")) limitKontras(part, limit);
  for (const opponent of root.querySelectorAll(".opponent")) {
    if (limit > 1 && each) offer(opponent, opponent.dataset.seat !== declarer);
  }
}

/** The games before this one; each of them must allow it. @param {number} at @returns {Contract[]} */
function beside(at) {
  return Array.from({ length: at }, (_, before) => contractOf(before)).filter((contract) => contract !== undefined);
}

// A second and third negative game: only beside a negative game that may have company.
/** @param {HTMLElement} root @param {number} at */
function offerBeside(root, at) {
  const first = contractOf(0);
  const company = first !== undefined && first.bei.length > 0;
  offer(root, company && (at === 1 || Boolean(contractOf(at - 1))));
  if (root.hidden) return;
  offerEach(root, `p${at}-contract`, (id) => id === "" || beside(at).every((other) => other.bei.includes(id)));
  const contract = contractOf(at);
  /** @type {Seat[]} */
  const taken = [];
  for (let before = 0; before < at; before += 1) taken.push(declarerOf(before, contractOf(before)));
  offerParts(root, "declarer", Boolean(contract));
  if (contract) offerEach(root, `p${at}-declarer`, (seat) => !taken.includes(seat));
  offerParts(root, "result", Boolean(contract));
  offerKontra(root, contract, value(`p${at}-declarer`), false);
}

// Once a game is chosen only that one stays in sight, so that what comes next is on the same screen.
/** @param {HTMLElement} root */
function foldContracts(root) {
  const chosen = value(`p${root.dataset.play}-contract`);
  const fold = chosen !== "" && !root.classList.contains("unfolded");
  for (const input of root.querySelectorAll(`input[name="p${root.dataset.play}-contract"]`)) {
    if (!input.disabled) findAround("label", input).hidden = fold && !input.checked;
  }
  for (const other of parts(root, "other")) {
    other.hidden = !fold;
    other.parentElement?.classList.toggle("folded", fold);
  }
}

// Who said a kontra is asked only where there is one, and where somebody has a partner who may have said it.
function offerSaidBy() {
  const calledPartner = SEATS.includes(value("p0-partner"));
  for (const part of form.querySelectorAll('[data-part="said-by"]')) {
    const kontras = part.parentElement?.querySelector(".kontras input:checked");
    const isOfDefence = part.closest(".slot")?.dataset.side === "defence";
    const mayBe = calledPartner || isOfDefence || find("select", part).value !== "";
    offer(part, mayBe && kontras instanceof HTMLInputElement && !kontras.disabled && kontras.value !== "1");
  }
}

// The offender himself claims nothing.
function offerClaims() {
  for (const claim of form.querySelectorAll(".claim")) offer(claim, claim.dataset.seat !== value("renonce"));
}

export function offerAll() {
  for (const root of form.querySelectorAll("[data-play]")) {
    const at = Number(root.dataset.play);
    if (at === 0) offerFirst(root);
    else offerBeside(root, at);
    foldContracts(root);
  }
  offerSaidBy();
  offerClaims();
  for (const same of parts(form, "same")) same.hidden = value("p0-contract") !== "";
  for (const clear of parts(form, "clear")) clear.hidden = value("p0-contract") === "";
  notice();
  form.dispatchEvent(new Event("offered"));
}

/** @type {{ contract: Contract | undefined; declarer: Seat }} */
let last = { contract: undefined, declarer: "" };

export function remember() {
  const contract = contractOf(0);
  last = { contract, declarer: declarerOf(0, contract) };
}

// Another game is another hand: nothing of what was entered before stays but who plays it. One that is the same but for
// open cards keeps all. In a hand that is corrected what does not go with it is given up, and whose partner and result
// they were is asked again.
export function changeGame() {
  const before = last;
  const contract = contractOf(0);
  if (!contract) return;
  if (before.contract && form.elements.what?.value === "correct") takeBack(before.contract, contract);
  else if (before.contract && before.contract.plain !== contract.plain)
    forgetAllBut(/^p0-(?:contract|declarer)$|^phase$/);
  bringNeeded(contract);
  offerAll();
  if (before.contract && before.declarer !== declarerOf(0, contract)) {
    for (const field of form.querySelectorAll(
      'input[name="p0-partner"], input[name="p0-result"], input[name="p0-points"]',
    ))
      forget(field);
  }
  forgetHidden();
}
