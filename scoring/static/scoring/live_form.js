// Keeps an entry form that nobody has touched up to date, without making it anew: entry.js has hold of its elements.
// What the server has written differently since is changed in place; where the form is built differently the page is
// loaded anew.
"use strict";

const entryLive = (() => {
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

  // A key that no other phone makes; where there is no HTTPS browsers have no randomUUID.
  function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  const own = document.getElementById("entry");
  const writtenForm = own && asWritten(own);

  function isTouched(field) {
    if (field.type === "hidden" || field.type === "submit" || field.type === "button") return false;
    if (field.type === "radio" || field.type === "checkbox") return field.checked !== field.defaultChecked && !isNothing(field);
    if (field.tagName === "SELECT") return Array.from(field.options).some((one) => one.selected && one.value && !one.defaultSelected);
    return field.value !== field.defaultValue;
  }

  // A choice that means nothing is chosen by itself: no premium, no kontra, no Blatt.
  const isNothing = (field) => ["", "0", "1"].includes(field.value) && field.matches(".forms input, .kontras input, .blatt input, .contracts [value='']");

  // Whether somebody has begun to enter a hand.
  function isBegun() {
    if (!own) return false;
    return !("empty" in own.dataset) || Array.from(own.elements).some(isTouched);
  }

  // Makes the form that of the next hand; whether that could be done.
  function followsTo(fresh) {
    const now = asWritten(fresh.querySelector("form"));
    if (!canFollow(writtenForm, now)) return false;
    follow(writtenForm, now);
    own.elements.key.value = newKey();
    const said = JSON.parse(fresh.querySelector("#rules").textContent);
    if (typeof rules === "object") Object.assign(rules, said);
    if (typeof takeUp === "function") takeUp();
    return true;
  }

  return { form: own, newKey, isTouched, isBegun, followsTo };
})();
