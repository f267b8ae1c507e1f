// Elements that a page is sure to have: what looks for them throws where one is missing, and knows which it is.

/** @template {string} S @param {S} selector @param {ParentNode} root @returns {Found<S>} */
export function find(selector, root = document) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

/** @template {string} S @param {S} selector @param {Element} element @returns {Found<S>} */
export function findAround(selector, element) {
  const found = element.closest(selector);
  if (!found) throw new Error(`in no ${selector}`);
  return found;
}

/** The field of a form that has this name. @param {HTMLFormElement} form @param {string} name */
export function findField(form, name) {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement) return field;
  throw new Error(`no field ${name}`);
}

/** Of radio buttons: the value of the one that is chosen. @param {HTMLFormElement} form @param {string} name */
export function readChoice(form, name) {
  const choice = form.elements.namedItem(name);
  return choice instanceof RadioNodeList || choice instanceof HTMLSelectElement ? choice.value : "";
}

/** The text with which an element begins. @param {Element | null | undefined} element */
export function findText(element) {
  const first = element?.firstChild;
  if (first instanceof Text) return first;
  throw new Error(`no text in ${element?.outerHTML}`);
}

/** A text without the places where it may be broken between syllables. @param {string | null | undefined} text */
export function plainText(text) {
  return (text || "").replaceAll("\u00ad", "").trim();
}
