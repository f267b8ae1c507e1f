// The entry form: offers only what the sheet allows now; entry_live.js does what happens on a tap.
// Everything works without these scripts too; the server decides what is right.
"use strict";

const form = document.getElementById("entry");
const rules = JSON.parse(document.getElementById("rules").textContent);
const PREMIUMS = Array.from(form.querySelectorAll("[data-premium]"));
// Choices that mean nothing: no premium, no further game, no Blatt, no kontra.
const NOTHING = '.forms [value=""], .contracts [value=""], .blatt [value="0"], .kontras [value="1"]';

const value = (name) => new FormData(form).get(name) || "";
const parts = (root, name) => root.querySelectorAll(`[data-part="${name}"]`);

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
  if (!offered && input.checked) input.checked = false;
  input.disabled = !offered;
  input.closest("label").hidden = !offered;
}

function limitKontras(root, limit) {
  for (const input of root.querySelectorAll(".kontras input")) {
    const offered = Number(input.value) <= limit;
    if (!offered && input.checked) root.querySelector(`input[name="${input.name}"][value="1"]`).checked = true;
    input.disabled = !offered;
    input.closest("label").hidden = !offered;
  }
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
  for (const input of root.querySelectorAll("input[name='p0-declarer']")) {
    offerChoice(input, !contract || contract.by !== "others" || Number(input.value) !== rules.forehand);
  }
  offerParts(root, "declarer", Boolean(contract) && contract.by !== "forehand");
  const declarer = declarerOf(0, contract);
  offerParts(root, "partner", Boolean(contract) && Boolean(contract.partner));
  if (contract && contract.partner) {
    for (const input of root.querySelectorAll("input[name='p0-partner']")) {
      offerChoice(input, partnerOffered(input.value, contract, declarer));
    }
  }
  offerParts(root, "result", kind === "positive" || kind === "negative");
  offerParts(root, "points", kind === "positive" && value("p0-result") !== "conceded");
  offerParts(root, "four", kind === "trischaken");
  const talon = value("p0-partner") === "talon";
  for (const input of root.querySelectorAll("input[name='p0-result'][value=conceded]")) {
    offerChoice(input, Boolean(contract) && contract.concede && talon);
  }
  offerParts(form, "equal", kind === "positive" && rules.equal && value("p0-result") === "lost" && !value("p0-points"));
  offerKontra(root, contract, declarer, value("p0-result") === "conceded");
  offer(form.querySelector("[data-part=premiums]"), kind === "positive");
  if (kind === "positive") offerPremiums(contract);
}

function partnerOffered(choice, contract, declarer) {
  if (choice === "talon") return contract.partner === "king";
  if (choice === "alone") return contract.alone;
  return choice !== declarer;
}

function offerKontra(root, contract, declarer, conceded) {
  const limit = contract && !conceded ? contract.kontra : 1;
  const each = Boolean(contract) && contract.kind === "negative";
  offerParts(root, "kontra", limit > 1);
  offerParts(root, "kontra-all", limit > 1 && !each);
  offerParts(root, "kontra-each", limit > 1 && each);
  if (limit > 1) for (const part of parts(root, each ? "kontra-each" : "kontra-all")) limitKontras(part, limit);
  for (const opponent of root.querySelectorAll(".opponent")) {
    if (limit > 1 && each) offer(opponent, opponent.dataset.seat !== declarer);
  }
}

// The premiums that a game needs stand first, the others folded below.
function sortPremiums(contract) {
  const list = form.querySelector('[data-part="premium-list"]');
  const rest = form.querySelector('[data-part="premium-rest"]');
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

function offerPremiums(contract) {
  sortPremiums(contract);
  for (const premium of PREMIUMS) {
    const id = premium.dataset.premium;
    const forms = { silent: contract.forms[`${id}-silent`], announced: contract.forms[`${id}-announced`] };
    offer(premium, Boolean(forms.silent || forms.announced));
    if (!premium.hidden) for (const slot of premium.querySelectorAll(".slot")) offerSlot(slot, forms);
  }
}

function offerSlot(slot, forms) {
  const name = slot.dataset.slot;
  for (const input of slot.querySelectorAll(`input[name="${name}"]`)) {
    offerChoice(input, input.value === "" || Boolean(forms[input.value]));
  }
  const form_ = forms[value(name)];
  offerParts(slot, "more", Boolean(form_));
  if (!form_) return;
  offerParts(slot, "lost", form_.lost);
  const limit = value(name) === "announced" ? form_.kontra : 1;
  offerParts(slot, "premium-kontra", limit > 1);
  if (limit > 1) limitKontras(slot, limit);
}

// The games before this one; each of them must allow it.
function beside(at) {
  return Array.from({ length: at }, (_, before) => contractOf(before)).filter(Boolean);
}

// A second and third negative game: only beside a negative game that may have company.
function offerBeside(root, at) {
  const first = contractOf(0);
  const contract = contractOf(at);
  const company = Boolean(first) && first.bei.length > 0;
  offer(root, company && (at === 1 || Boolean(contractOf(at - 1))));
  if (root.hidden) return;
  for (const input of root.querySelectorAll(`input[name="p${at}-contract"]`)) {
    offerChoice(input, input.value === "" || beside(at).every((other) => other.bei.includes(input.value)));
  }
  const taken = [];
  for (let before = 0; before < at; before += 1) taken.push(declarerOf(before, contractOf(before)));
  for (const input of root.querySelectorAll(`input[name="p${at}-declarer"]`)) {
    offerChoice(input, !taken.includes(input.value));
  }
  offerParts(root, "declarer", Boolean(contract));
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

// Who said a kontra is asked only where there is one.
function offerSaidBy() {
  for (const part of form.querySelectorAll('[data-part="said-by"]')) {
    const kontras = part.parentElement.querySelector(".kontras input:checked");
    offer(part, Boolean(kontras) && !kontras.disabled && kontras.value !== "1");
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
}

// Gives up what was entered in one field.
function forget(field) {
  if (field.type === "radio" || field.type === "checkbox") field.checked = field.matches(NOTHING);
  else field.value = "";
}

// What a game that needs an announcement has brought along goes with it.
function takeBack(before, now) {
  for (const id of before.needs) {
    const stays = before.needs.length > 1 && now.needs.includes(id);
    const announced = form.querySelector(`input[name="prem-${id}-declarer"][value=announced]`);
    if (!stays && announced && announced.checked) {
      announced.closest(".slot").querySelectorAll("input, select").forEach(forget);
    }
  }
}

// A game that needs one certain announcement brings it along; one that needs any of several shows them.
function bringNeeded(contract) {
  if (!contract.needs.length) return;
  form.querySelector("details.premiums").open = true;
  if (contract.needs.length === 1) {
    const needed = form.querySelector(`input[name="prem-${contract.needs[0]}-declarer"][value=announced]`);
    if (needed) needed.checked = true;
  }
}

let last = { contract: undefined, declarer: "" };

function remember() {
  const contract = contractOf(0);
  last = { contract, declarer: declarerOf(0, contract) };
}

// Another game: what does not go with it is given up, and whose partner and result they were is asked again.
function changeGame() {
  const before = last;
  const contract = contractOf(0);
  if (before.contract) takeBack(before.contract, contract);
  bringNeeded(contract);
  offerAll();
  if (before.contract && before.declarer !== declarerOf(0, contract)) {
    form.querySelectorAll('[name="p0-partner"], [name="p0-result"], [name="p0-points"]').forEach(forget);
  }
  forgetHidden();
}

function forgetHidden() {
  form.querySelectorAll("input:disabled, select:disabled").forEach(forget);
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

// The premiums of a game that needs one of several, as long as none of these is announced.
function neededPremiums() {
  const contract = contractOf(0);
  const needs = contract ? contract.needs : [];
  const said = needs.some((id) => value(`prem-${id}-declarer`) === "announced");
  return needs.length && !said ? form.querySelector("details.premiums") : null;
}
