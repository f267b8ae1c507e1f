// What the parts of the surface have in common: its words, and taps that set the fields of the form.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { form } from "../entry/form.js";
import { tick } from "../table/tick.js";

export const surfaceWords = find('[data-part="surface"]', form).dataset;

/** As if somebody had tapped on the field itself. @param {Field | null | undefined} field */
export function tapField(field) {
  if (!field || field.disabled) return;
  field.checked = true;
  tellField(field);
}

/** @param {Element} field */
export function tellField(field) {
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** @param {string} className */
export function newButton(className) {
  return Object.assign(document.createElement("button"), { type: "button", className });
}

/** A press that lasts is no tap. @param {HTMLElement} element @param {() => void} act */
export function onHold(element, act) {
  const LONG = 450; // ms
  let timer = 0;
  let isOver = false;
  element.addEventListener("pointerdown", () => {
    isOver = false;
    timer = setTimeout(() => {
      isOver = true;
      tick();
      act();
    }, LONG);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"])
    element.addEventListener(end, () => clearTimeout(timer));
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener(
    "click",
    (event) => {
      if (!isOver) return;
      isOver = false;
      event.stopImmediatePropagation();
    },
    true,
  );
}
