// Keeps an entry form that nobody has touched up to date, without making it anew: entry.js has hold of its elements.
// What the server has written differently since is changed in place; where the form is built differently the page is
// loaded anew.

import { find, findText } from "../../../../tarockclub/static/tarockclub/dom.js";
import { newKey } from "../outbox/store.js";

/**
 * @typedef {{ element: HTMLElement; tag: string; texts: Text[]; said: string[]; attributes: Map<string, string>; parts: Written[] }} Written
 * @typedef {{ previous: string; seats: string; number: number; same: string; deals: Deal[]; course: string[] }} Place
 */

const LEFT_OUT = 'input[name="csrfmiddlewaretoken"], script, noscript, .preview'; // of one page alone, or of a script

/** @param {HTMLElement} element */
function partsOf(element) {
  return Array.from(element.children).filter((child) => !child.matches(LEFT_OUT));
}

/** @param {Element} element */
function textsOf(element) {
  return Array.from(element.childNodes)
    .filter((node) => node instanceof Text)
    .filter((text) => text.data.trim());
}

// An element as the server has written it: taken before any script has moved or hidden what is in it.
/** @param {HTMLElement} element @returns {Written} */
function asWritten(element) {
  return {
    element,
    tag: element.tagName,
    texts: textsOf(element),
    said: textsOf(element).map((node) => node.data.trim()),
    attributes: new Map(Array.from(element.attributes, (one) => [one.name, one.value])),
    parts: partsOf(element).map(asWritten),
  };
}

/** @param {Written} one @param {Written} other @returns {boolean} */
const alike = (one, other) =>
  one.tag === other.tag &&
  one.parts.length === other.parts.length &&
  one.said.length === other.said.length &&
  one.parts.every((part, at) => alike(part, other.parts[at]));

/** @param {Written} written */
const holdsFields = (written) => written.element.querySelector("input, select, button, textarea") !== null;

// Small pieces of text may be built differently: whose forehand it is stands beside another name.
/** @param {Written} was @param {Written} now @returns {boolean} */
function canFollow(was, now) {
  if (was.tag !== now.tag) return false;
  if (!holdsFields(was) && !holdsFields(now)) return true;
  return (
    was.parts.length === now.parts.length &&
    was.said.length === now.said.length &&
    was.parts.every((part, at) => canFollow(part, now.parts[at]))
  );
}

/** @param {Written} was @param {Written} now */
function follow(was, now) {
  followAttributes(was, now);
  if (!alike(was, now) && !holdsFields(was)) {
    was.element.innerHTML = now.element.innerHTML;
    Object.assign(was, asWritten(was.element));
    return;
  }
  was.texts.forEach((node, at) => {
    if (was.said[at] !== now.said[at]) node.data = node.data.replace(was.said[at], () => now.said[at]);
  });
  was.said = now.said;
  for (const [at, part] of was.parts.entries()) follow(part, now.parts[at]);
}

/** @param {Written} was @param {Written} now */
function followAttributes(was, now) {
  const names = new Set([...was.attributes.keys(), ...now.attributes.keys()]);
  if (was.element.getAttribute("name") === "key") names.delete("value");
  for (const name of names) {
    const value = now.attributes.get(name);
    if (was.attributes.get(name) === value) continue;
    if (value === undefined) was.element.removeAttribute(name);
    else was.element.setAttribute(name, value);
  }
  was.attributes = now.attributes;
}

const form = document.querySelector("form#entry"); // where hands are entered
const written = form && asWritten(form);
let pristine = form?.cloneNode(true); // as it was written last, by the server or for a later deal
let served = form && whereItStands(form); // what the server has said of the next deal
/** @type {HTMLElement | null} */
let newest = null; // the form that it has written for that since the page was made
const SEATS = ["0", "1", "2", "3"];

// Of what is done with the form only where there is one.
const own = () => find("form#entry");

/** Which deal a form is for, and those that come after it. @param {HTMLFormElement} written @returns {Place} */
function whereItStands(written) {
  return {
    previous: written.elements.previous.value,
    seats: written.elements.seats.value,
    number: Number(written.querySelector(".next-hand h2")?.textContent.replace(/\D+/g, "") || 0),
    same: written.querySelector('[data-part="same"]')?.innerHTML || "",
    deals: JSON.parse(written.dataset.deals || "[]"),
    course: (written.dataset.course || "").split(" "), // what these deals count: prices.js
  };
}

/** @param {Element} field */
function isTouched(field) {
  if (field instanceof HTMLSelectElement)
    return Array.from(field.options).some((one) => one.selected && one.value && !one.defaultSelected);
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLInputElement) || field.name === "phase") return false; // that follows the clock (phase.js)
  if (field.type === "hidden" || field.type === "submit" || field.type === "button") return false;
  if (field.type === "radio" || field.type === "checkbox")
    return field.checked !== field.defaultChecked && !isNothing(field);
  return field.value !== field.defaultValue;
}

/** A choice that means nothing is chosen by itself: no premium, no kontra, no Blatt. @param {Element} field */
const isNothing = (field) =>
  field.matches('.forms [value=""], .contracts [value=""], .blatt [value="0"], .kontras [value="1"]');

// Whether somebody has begun to enter a hand.
function isBegun() {
  if (!form) return false;
  return !("empty" in form.dataset) || Array.from(form.elements).some(isTouched);
}

// Makes the form that of another hand; whether that could be done.
/** @param {HTMLFormElement} next @param {Partial<Rules>} said */
function becomes(next, said) {
  if (!written || !canFollow(written, asWritten(next))) return false;
  pristine = next.cloneNode(true);
  follow(written, asWritten(next));
  own().elements.key.value = newKey();
  tellRenewed(said);
  return true;
}

/** `changes`: what the rules say differently of this hand. @param {Partial<Rules>} changes */
function tellRenewed(changes) {
  own().dispatchEvent(new CustomEvent("renewed", { detail: changes }));
}

/** The form becomes the one that the server has written for the next hand; whether that could be done. */
function followsServed() {
  return newest !== null && becomes(find("form", newest), JSON.parse(find("#rules", newest).textContent || ""));
}

// What the server says of the next hand, also while the form is that of another one.
/** @param {HTMLElement} fresh */
function serves(fresh) {
  newest = fresh;
  served = whereItStands(find("form", fresh));
}

// The form of the next hand, with nothing entered, or that of a deal that the server does not know of yet, with who sits
// where in it.
/** @param {{ deal: Deal; number: number; previous: string }} next */
function movesTo({ deal, number, previous }) {
  if (previous === served?.previous && deal.seats === served.seats && followsServed()) return;
  const next = (pristine || own()).cloneNode(true);
  empty(next);
  next.dataset.empty = "";
  next.elements.previous.setAttribute("value", previous);
  next.elements.seats.setAttribute("value", deal.seats);
  const title = find(".next-hand h2", next);
  title.textContent = title.textContent.replace(/\d+/, String(number));
  find('[data-part="same"]', next).innerHTML = previous === served?.previous ? served.same : ""; // of another deal it is not known
  find("#save", next).textContent = next.dataset.save;
  nameAll(next, deal);
  if (becomes(next, { forehand: deal.forehand })) return;
  // However it is built: what is entered now is another hand, of those who sit there then.
  const { elements } = own();
  elements.previous.value = previous;
  elements.seats.value = deal.seats;
  elements.key.value = newKey();
  nameAll(own(), deal);
  tellRenewed({ forehand: deal.forehand });
}

/** @param {HTMLFormElement} next */
function empty(next) {
  for (const field of next.querySelectorAll("input")) {
    if (field.name === "phase") continue;
    if (field.type === "radio") field.toggleAttribute("checked", isNothing(field));
    else if (field.type === "checkbox") field.removeAttribute("checked");
    else if (field.type === "text") field.setAttribute("value", "");
  }
  for (const chosen of next.querySelectorAll("option[selected]")) chosen.removeAttribute("selected");
  for (const fold of next.querySelectorAll("details[open]")) fold.removeAttribute("open");
}

/** @param {HTMLFormElement} next @param {Deal} deal */
function nameAll(next, { names, forehand, dealer }) {
  const { dataset } = next;
  const role = (/** @type {number} */ seat) =>
    seat === dealer ? dataset.dealer : seat === forehand ? dataset.forehand : "";
  for (const input of next.querySelectorAll(".players input")) {
    const seat = SEATS.indexOf(input.value);
    if (seat >= 0 && input.nextElementSibling) nameCard(input.nextElementSibling, names[seat], role(seat));
  }
  for (const option of next.querySelectorAll("select option")) {
    if (SEATS.includes(option.value)) option.textContent = names[Number(option.value)];
  }
  for (const part of next.querySelectorAll("[data-seat]")) {
    const name = names[Number(part.dataset.seat)];
    findText(part.querySelector("label, span")).data = part.matches(".of-four") ? `${name} ` : name;
    const button = part.querySelector(".no-trick");
    button?.setAttribute("aria-label", `${name}: ${button.textContent}`);
  }
}

/** @param {Element} card @param {string} name @param {string | undefined} role */
function nameCard(card, name, role) {
  card.textContent = name;
  if (!role) return;
  const said = document.createElement("small");
  said.textContent = role;
  card.append(" ", said);
}

export const entryLive = {
  form,
  isTouched,
  isBegun,
  followsServed,
  serves,
  movesTo,
  served: () => served || whereItStands(own()),
};
