// The entry form: its fields, what is offered and what is entered in them.
// Everything works without these scripts too; the server decides what is right.

import { find, findAround } from "../../../../tarockclub/static/tarockclub/dom.js";

export const form = find("form#entry");
/** @type {Rules} */
export const rules = JSON.parse(find("#rules").textContent);
export const SEATS = ["0", "1", "2", "3"];
// Choices that mean nothing: no premium, no further game, no Blatt, no kontra.
const NOTHING = '.forms [value=""], .contracts [value=""], .blatt [value="0"], .kontras [value="1"]';

/** @type {Record<Side, Side>} */
export const OTHER_SIDE = { declarer: "defence", defence: "declarer" };

// Whether another page is on its way, whether somebody goes through the games by keys, which field has changed last, the
// hands of this phone that the server does not have yet, before the one in the form, and what is known without the server
// of what that one pays (provisional.js).
export const entry = {
  isLeaving: false,
  isByKeys: false,
  newest: "",
  /** @type {() => Hand[]} */
  listWaiting: () => [],
  provisional: {
    /** @type {() => Paid | null} */
    priceForm: () => null,
    countTimes: () => 0,
    /** @type {() => (string | Node)[]} */
    buildPreview: () => [form.dataset.offline || ""],
    switchOff: () => {},
  },
};

/** @param {Element} field @returns {field is Field} */
const isChoice = (field) => field instanceof HTMLInputElement && (field.type === "radio" || field.type === "checkbox");

/** What a field says, as it would be sent: nothing where it is not offered. @param {string} name */
export function value(name) {
  const found = form.elements.namedItem(name);
  for (const field of found instanceof RadioNodeList ? found : [found]) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) || field.disabled) continue;
    if (!isChoice(field) || field.checked) return field.value.trim();
  }
  return "";
}

/** @param {ParentNode} root @param {string} name */
export const parts = (root, name) => root.querySelectorAll(`[data-part="${name}"]`);
/** @param {string} name @param {string} given */
export const radio = (name, given) => form.querySelector(`input[name="${name}"][value="${given}"]`);

/** @param {HTMLElement} element @param {boolean} offered */
export function offer(element, offered) {
  element.hidden = !offered;
  for (const input of element.querySelectorAll("input, select")) input.disabled = !offered;
  if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) element.disabled = !offered;
}

/** @param {ParentNode} root @param {string} name @param {boolean} offered */
export function offerParts(root, name, offered) {
  for (const part of parts(root, name)) offer(part, offered);
}

// A choice that cannot be taken: it disappears, and what was chosen there is given up.
/** @param {Field} input @param {boolean} offered */
export function offerChoice(input, offered) {
  if (!offered && input.checked) giveUp(input);
  input.disabled = !offered;
  findAround("label", input).hidden = !offered;
}

/** Back to the choice of the group that means nothing, if it has one. @param {Field} input */
function giveUp(input) {
  input.checked = false;
  for (const other of form.querySelectorAll(`input[name="${input.name}"]`)) {
    if (other !== input && other.matches(NOTHING)) other.checked = true;
  }
}

/** @param {ParentNode} root @param {string} name @param {(choice: string) => boolean} isOffered */
export function offerEach(root, name, isOffered) {
  for (const input of root.querySelectorAll(`input[name="${name}"]`)) offerChoice(input, isOffered(input.value));
}

/** @param {number} at @returns {Contract | undefined} */
export function contractOf(at) {
  return rules.contracts[value(`p${at}-contract`)];
}

/** @param {number} at @param {Contract} [contract] @returns {Seat} */
export function declarerOf(at, contract) {
  return contract && contract.by === "forehand" ? String(rules.forehand) : value(`p${at}-declarer`);
}

/** Gives up what was entered in one field. @param {Field | HTMLSelectElement} field */
export function forget(field) {
  if (isChoice(field)) field.checked = field.matches(NOTHING);
  else field.value = "";
}

/** @param {RegExp} stays */
export function forgetAllBut(stays) {
  const fields = Array.from(form.querySelectorAll("input:not([type=hidden]), select"));
  fields.filter((field) => !stays.test(field.name)).forEach(forget);
}

export function forgetHidden() {
  for (const field of form.querySelectorAll("input:disabled, select:disabled")) forget(field);
}

/** Enters fields as if they had been tapped. @param {Fields} fields */
export function fill(fields) {
  for (const [name, given] of Object.entries(fields)) {
    for (const field of form.querySelectorAll(`input[name="${name}"], select[name="${name}"]`)) {
      if (!isChoice(field)) field.value = given;
      else if (field.type === "checkbox" || field.value === given) field.checked = true;
    }
  }
}

// What is entered is in sight.
export function openEntered() {
  for (const details of form.querySelectorAll("details")) {
    const fields = details.querySelectorAll("input:enabled, select:enabled");
    if (Array.from(fields).some((field) => isEntered(field))) details.open = true;
  }
}

/** @param {Field | HTMLSelectElement} field */
function isEntered(field) {
  if (isChoice(field)) return field.checked && !field.matches(NOTHING);
  return field.value !== "";
}

// What a hand with this game still lacks, in order: who played, with whom, how it ended; not why it is corrected.
export function openParts() {
  const asked = form.querySelectorAll("fieldset:not([hidden], .reasons)");
  return Array.from(asked).filter((part) => part.dataset.part !== "contract" && isOpen(part));
}

// Of all four somebody lost, or each has points; everywhere else whatever is entered says what is asked.
/** @param {HTMLElement} part */
function isOpen(part) {
  const fields = Array.from(part.querySelectorAll("input:enabled"));
  const [losers, points] = ["p0-loser-", "p0-points-"].map((kind) =>
    fields.filter(({ name }) => name.startsWith(kind)),
  );
  if (part.dataset.part === "four") return !losers.some(isEntered) && !(points.length && points.every(isEntered));
  return fields.length > 0 && !fields.some(isEntered);
}
