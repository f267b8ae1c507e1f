// The entry form: offers only what the sheet allows now. entry_premiums.js does so for the premiums, entry_points.js
// looks at card points, entry_live.js does what happens on a tap.
// Everything works without these scripts too; the server decides what is right.
"use strict";

const form = document.getElementById("entry");
const rules = JSON.parse(document.getElementById("rules").textContent);
const SEATS = ["0", "1", "2", "3"];
// Choices that mean nothing: no premium, no further game, no Blatt, no kontra.
const NOTHING = '.forms [value=""], .contracts [value=""], .blatt [value="0"], .kontras [value="1"]';

// What a field says, as it would be sent: nothing where it is not offered.
function value(name) {
  const found = form.elements[name];
  if (!found) return "";
  const fields = found instanceof RadioNodeList ? Array.from(found) : [found];
  const tapped = (field) => field.type === "radio" || field.type === "checkbox";
  const said = fields.find((field) => !field.disabled && (field.checked || !tapped(field)));
  return said ? said.value.trim() : "";
}

const parts = (root, name) => root.querySelectorAll(`[data-part="${name}"]`);
const radio = (name, given) => form.querySelector(`input[name="${name}"][value="${given}"]`);

function offer(element, offered) {
  element.hidden = !offered;
  for (const input of element.querySelectorAll("input, select")) input.disabled = !offered;
  if (element.matches("input, select")) element.disabled = !offered;
}

function offerParts(root, name, offered) {
  for (const part of parts(root, name)) offer(part, offered);
}

// A choice that cannot be taken: it disappears, and what was chosen there is given up.
function offerChoice(input, offered) {
  if (!offered && input.checked) giveUp(input);
  input.disabled = !offered;
  input.closest("label").hidden = !offered;
}

// Back to the choice of the group that means nothing, if it has one.
function giveUp(input) {
  input.checked = false;
  for (const other of form.querySelectorAll(`input[name="${input.name}"]`)) {
    if (other !== input && other.matches(NOTHING)) other.checked = true;
  }
}

function offerEach(root, name, isOffered) {
  for (const input of root.querySelectorAll(`input[name="${name}"]`)) offerChoice(input, isOffered(input.value));
}

function limitKontras(root, limit) {
  for (const input of root.querySelectorAll(".kontras input")) offerChoice(input, Number(input.value) <= limit);
}

function contractOf(at) {
  return rules.contracts[value(`p${at}-contract`)];
}

function declarerOf(at, contract) {
  return contract && contract.by === "forehand" ? String(rules.forehand) : value(`p${at}-declarer`);
}

function offerFirst(root) {
  const contract = contractOf(0);
  const kind = contract ? contract.kind : "";
  const asksDeclarer = Boolean(contract) && contract.by !== "forehand";
  offerParts(root, "declarer", asksDeclarer);
  if (asksDeclarer) offerEach(root, "p0-declarer", (seat) => contract.by !== "others" || Number(seat) !== rules.forehand);
  const declarer = declarerOf(0, contract);
  offerParts(root, "partner", Boolean(contract) && Boolean(contract.partner));
  if (contract && contract.partner) {
    offerEach(root, "p0-partner", (choice) => partnerOffered(choice, contract, declarer));
  }
  offerEnd(root, contract, kind);
  const given = value("p0-result");
  const short = given === "conceded" || given === "blank"; // was not played
  offerKontra(root, contract, declarer, short);
  const premiums = kind === "positive" && given !== "blank";
  offer(form.querySelector("[data-part=premiums]"), premiums);
  if (premiums) offerPremiums(contract);
}

// How it ended: won or lost, card points, or who lost of all four, or their points.
function offerEnd(root, contract, kind) {
  offerParts(root, "result", kind === "positive" || kind === "negative");
  offerParts(root, "four", kind === "trischaken");
  if (kind === "trischaken") offerLosers();
  const talon = value("p0-partner") === "talon";
  offerEach(root, "p0-result", (choice) => {
    if (choice === "conceded") return Boolean(contract) && contract.concede && talon;
    return choice !== "blank" || (Boolean(contract) && contract.blank);
  });
  const given = value("p0-result");
  offerParts(root, "points", kind === "positive" && given !== "conceded" && given !== "blank");
  offerParts(form, "equal", kind === "positive" && rules.equal && given === "lost" && !value("p0-points"));
}

function partnerOffered(choice, contract, declarer) {
  if (choice === "talon") return contract.partner === "king";
  if (choice === "alone") return contract.alone;
  return choice !== declarer;
}

// The announced premium that takes the one kontra of the hand: its field; "": none does.
function kontraTaker() {
  for (const [id, premium] of Object.entries(rules.premiums)) {
    for (const side of premium.takes_kontra ? ["declarer", "defence"] : []) {
      if (value(`prem-${id}-${side}`) === "announced") return `prem-${id}-${side}`;
    }
  }
  return "";
}

// A kontra that was entered on the game goes along to the premium that takes it.
function takeKontra(taker) {
  const kontra = Number(value("p0-kontra") || 1);
  if (kontra === 1 || form.querySelector(`input[name="${taker}-kontra"]:checked`)?.value !== "1") return; // said already
  radio(`${taker}-kontra`, "2").checked = true;
  form.elements[`${taker}-kontra_by`].value = value("p0-kontra_by");
}

// With the king in the talon no kontra counts on some sheets: said before anybody taps one.
function sayKontraIsVoid(root, item) {
  const isVoid = Boolean(item) && item.king_lies && value("p0-partner") === "talon";
  for (const part of parts(root, "no-kontra")) part.hidden = !isVoid;
}

function offerKontra(root, contract, declarer, short) {
  const taker = kontraTaker();
  if (taker) takeKontra(taker);
  const limit = contract && !short && !taker ? contract.kontra : 1;
  sayKontraIsVoid(root, contract);
  const each = Boolean(contract) && contract.kind === "negative";
  offerParts(root, "kontra", limit > 1);
  offerParts(root, "kontra-all", limit > 1 && !each);
  offerParts(root, "kontra-each", limit > 1 && each);
  if (limit > 1) for (const part of parts(root, each ? "kontra-each" : "kontra-all")) limitKontras(part, limit);
  for (const opponent of root.querySelectorAll(".opponent")) {
    if (limit > 1 && each) offer(opponent, opponent.dataset.seat !== declarer);
  }
}

// The games before this one; each of them must allow it.
function beside(at) {
  return Array.from({ length: at }, (_, before) => contractOf(before)).filter(Boolean);
}

// A second and third negative game: only beside a negative game that may have company.
function offerBeside(root, at) {
  const first = contractOf(0);
  const company = Boolean(first) && first.bei.length > 0;
  offer(root, company && (at === 1 || Boolean(contractOf(at - 1))));
  if (root.hidden) return;
  offerEach(root, `p${at}-contract`, (id) => id === "" || beside(at).every((other) => other.bei.includes(id)));
  const contract = contractOf(at);
  const taken = [];
  for (let before = 0; before < at; before += 1) taken.push(declarerOf(before, contractOf(before)));
  offerParts(root, "declarer", Boolean(contract));
  if (contract) offerEach(root, `p${at}-declarer`, (seat) => !taken.includes(seat));
  offerParts(root, "result", Boolean(contract));
  offerKontra(root, contract, value(`p${at}-declarer`), false);
}

// Once a game is chosen only that one stays in sight, so that what comes next is on the same screen.
function foldContracts(root) {
  const chosen = value(`p${root.dataset.play}-contract`);
  const fold = chosen !== "" && !root.classList.contains("unfolded");
  for (const input of root.querySelectorAll(`input[name="p${root.dataset.play}-contract"]`)) {
    if (!input.disabled) input.closest("label").hidden = fold && !input.checked;
  }
  for (const other of parts(root, "other")) {
    other.hidden = !fold;
    other.parentElement.classList.toggle("folded", fold);
  }
}

// Who said a kontra is asked only where there is one, and where somebody has a partner who may have said it.
function offerSaidBy() {
  const calledPartner = SEATS.includes(value("p0-partner"));
  for (const part of form.querySelectorAll('[data-part="said-by"]')) {
    const kontras = part.parentElement.querySelector(".kontras input:checked");
    const isOfDefence = part.closest(".slot")?.dataset.side === "defence";
    const mayBe = calledPartner || isOfDefence || part.querySelector("select").value !== "";
    offer(part, mayBe && Boolean(kontras) && !kontras.disabled && kontras.value !== "1");
  }
}

// The offender himself claims nothing.
function offerClaims() {
  for (const claim of form.querySelectorAll(".claim")) offer(claim, claim.dataset.seat !== value("renonce"));
}

function offerAll() {
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

// Gives up what was entered in one field.
function forget(field) {
  if (field.type === "radio" || field.type === "checkbox") field.checked = field.matches(NOTHING);
  else field.value = "";
}

let last = { contract: undefined, declarer: "" };

function remember() {
  const contract = contractOf(0);
  last = { contract, declarer: declarerOf(0, contract) };
}

// Another game is another hand: nothing of what was entered before stays but who plays it. In a hand that is corrected
// what does not go with it is given up, and whose partner and result they were is asked again.
function changeGame() {
  const before = last;
  const contract = contractOf(0);
  if (before.contract && form.elements.what?.value === "correct") takeBack(before.contract, contract);
  else if (before.contract) forgetAllBut(/^p0-(?:contract|declarer)$|^phase$/);
  bringNeeded(contract);
  offerAll();
  if (before.contract && before.declarer !== declarerOf(0, contract)) {
    form.querySelectorAll('[name="p0-partner"], [name="p0-result"], [name="p0-points"]').forEach(forget);
  }
  forgetHidden();
}

function forgetAllBut(stays) {
  const fields = Array.from(form.querySelectorAll("input:not([type=hidden]), select"));
  fields.filter((field) => !stays.test(field.name)).forEach(forget);
}

function forgetHidden() {
  form.querySelectorAll("input:disabled, select:disabled").forEach(forget);
}

// Enters fields as if they had been tapped.
function fill(fields) {
  for (const [name, given] of Object.entries(fields)) {
    for (const field of form.querySelectorAll(`[name="${name}"]`)) {
      if (field.type === "checkbox") field.checked = true;
      else if (field.type !== "radio") field.value = given;
      else if (field.value === given) field.checked = true;
    }
  }
}

// What is entered is in sight.
function openEntered() {
  for (const details of form.querySelectorAll("details")) {
    const fields = details.querySelectorAll("input:enabled, select:enabled");
    if (Array.from(fields).some((field) => isEntered(field))) details.open = true;
  }
}

function isEntered(field) {
  if (field.type === "radio" || field.type === "checkbox") return field.checked && !field.matches(NOTHING);
  return field.value !== "";
}

// What a hand with this game still lacks, in order: who played, with whom, how it ended.
function openParts() {
  const asked = form.querySelectorAll("fieldset:not([hidden])");
  return Array.from(asked).filter((part) => {
    const fields = Array.from(part.querySelectorAll("input:enabled"));
    return part.dataset.part !== "contract" && fields.length && !fields.some(isEntered);
  });
}

// What they are called; the surface presumes the result as soon as the rest is known.
function nameOpenParts() {
  const open = openParts();
  const isPresumed = (part) => part.dataset.part === "result" && open.length > 1 && form.matches(".surface");
  const names = open.filter((part) => !isPresumed(part)).map((part) => part.querySelector("legend").textContent);
  return Array.from(new Set(names));
}
