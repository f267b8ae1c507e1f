// Keeps an entry form that nobody has touched up to date, without making it anew: entry.js has hold of its elements.
// What the server has written differently since is changed in place; where the form is built differently the page is
// loaded anew.

import { newKey } from "../outbox/store.js";


const LEFT_OUT = 'input[name="csrfmiddlewaretoken"], script, noscript, .preview'; // of one page alone, or of a script

function partsOf(element) {
  return Array.from(element.children).filter((child) => !child.matches(LEFT_OUT));
}

function textsOf(element) {
  return Array.from(element.childNodes).filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
}

// An element as the server has written it: taken before any script has moved or hidden what is in it.
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

const alike = (one, other) => one.tag === other.tag && one.parts.length === other.parts.length
  && one.said.length === other.said.length && one.parts.every((part, at) => alike(part, other.parts[at]));

const holdsFields = (written) => written.element.querySelector("input, select, button, textarea") !== null;

// Small pieces of text may be built differently: whose forehand it is stands beside another name.
function canFollow(was, now) {
  if (was.tag !== now.tag) return false;
  if (!holdsFields(was) && !holdsFields(now)) return true;
  return was.parts.length === now.parts.length && was.said.length === now.said.length
    && was.parts.every((part, at) => canFollow(part, now.parts[at]));
}

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
  was.parts.forEach((part, at) => follow(part, now.parts[at]));
}

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

const own = document.getElementById("entry");
const writtenForm = own && asWritten(own);
let pristine = own && own.cloneNode(true); // as it was written last, by the server or for a later deal
let served = own && whereItStands(own); // what the server has said of the next deal
const SEATS = ["0", "1", "2", "3"];

// Which deal a form is for, and those that come after it.
function whereItStands(written) {
  return {
    previous: written.elements.previous.value,
    seats: written.elements.seats.value,
    number: Number(written.querySelector(".next-hand h2")?.textContent.replace(/\D+/g, "") || 0),
    deals: JSON.parse(written.dataset.deals || "[]"),
  };
}

function isTouched(field) {
  if (field.name === "phase") return false; // it follows the clock (entry_phase.js)
  if (field.type === "hidden" || field.type === "submit" || field.type === "button") return false;
  if (field.type === "radio" || field.type === "checkbox") return field.checked !== field.defaultChecked && !isNothing(field);
  if (field.tagName === "SELECT") return Array.from(field.options).some((one) => one.selected && one.value && !one.defaultSelected);
  return field.value !== field.defaultValue;
}

// A choice that means nothing is chosen by itself: no premium, no kontra, no Blatt.
const isNothing = (field) => field.matches('.forms [value=""], .contracts [value=""], .blatt [value="0"], .kontras [value="1"]');

// Whether somebody has begun to enter a hand.
function isBegun() {
  if (!own) return false;
  return !("empty" in own.dataset) || Array.from(own.elements).some(isTouched);
}

// Makes the form that of another hand; whether that could be done.
function becomes(next, said) {
  if (!canFollow(writtenForm, asWritten(next))) return false;
  pristine = next.cloneNode(true);
  follow(writtenForm, asWritten(next));
  own.elements.key.value = newKey();
  tellRenewed(said);
  return true;
}

// `changes`: what the rules say differently of this hand.
function tellRenewed(changes) {
  own.dispatchEvent(new CustomEvent("renewed", { detail: changes }));
}

// The form that the server has written for the next hand.
function followsTo(fresh) {
  const next = fresh.querySelector("form");
  served = whereItStands(next);
  return becomes(next, JSON.parse(fresh.querySelector("#rules").textContent));
}

// What the server says of the next hand, while hands of this phone wait and the form is that of a later one.
function serves(fresh) {
  served = whereItStands(fresh.querySelector("form"));
}

// The same for a deal that the server does not know of yet: with nothing entered, and who sits where in it.
function movesTo({ deal, number, previous }) {
  const next = pristine.cloneNode(true);
  empty(next);
  next.dataset.empty = "";
  next.elements.previous.setAttribute("value", previous);
  next.elements.seats.setAttribute("value", deal.seats);
  const title = next.querySelector(".next-hand h2");
  title.textContent = title.textContent.replace(/\d+/, String(number));
  next.querySelector('[data-part="same"]').replaceChildren();
  next.querySelector("#save").textContent = next.dataset.save;
  nameAll(next, deal);
  if (becomes(next, { forehand: deal.forehand })) return;
  // However it is built: what is entered now is another hand, of those who sit there then.
  Object.assign(own.elements.previous, { value: previous });
  Object.assign(own.elements.seats, { value: deal.seats });
  own.elements.key.value = newKey();
  nameAll(own, deal);
  tellRenewed({ forehand: deal.forehand });
}

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

function nameAll(next, { names, forehand, dealer }) {
  const role = (seat) => ({ [forehand]: next.dataset.forehand, [dealer]: next.dataset.dealer }[seat]);
  for (const input of next.querySelectorAll(".players input")) {
    if (SEATS.includes(input.value)) nameCard(input.nextElementSibling, names[input.value], role(input.value));
  }
  for (const option of next.querySelectorAll("select option")) {
    if (SEATS.includes(option.value)) option.textContent = names[option.value];
  }
  for (const part of next.querySelectorAll("[data-seat]")) {
    const name = names[part.dataset.seat];
    part.querySelector("label, span").firstChild.data = part.matches(".of-four") ? `${name} ` : name;
    const button = part.querySelector(".no-trick");
    button?.setAttribute("aria-label", `${name}: ${button.textContent}`);
  }
}

function nameCard(card, name, role) {
  card.textContent = name;
  if (!role) return;
  const said = document.createElement("small");
  said.textContent = role;
  card.append(" ", said);
}

export const entryLive = { form: own, isTouched, isBegun, followsTo, serves, movesTo, served: () => served };
