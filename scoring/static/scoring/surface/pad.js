// A number pad of the table's own, in the bar with the button: for fields that ask for a number the phone's keyboard,
// which hides half of the screen, does not open. Who has a keyboard types as ever.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { afterText } from "../entry/entering.js";
import { form } from "../entry/form.js";
import { newButton, surfaceWords } from "./tapping.js";

export function startPad() {
  const bar = find(".save", form);
  const pad = Object.assign(document.createElement("div"), { className: "number-pad", hidden: true });
  /** @param {EventTarget | null} field @returns {field is Field} */
  const isNumber = (field) => field instanceof HTMLInputElement && field.matches('[inputmode="numeric"], [data-pad]');
  const AFTER_TAP = 300; // ms: a tap on what stands below must not find it moved
  /** @type {Field | null} */
  let field = null;
  let hiding = 0;

  for (const numeric of form.querySelectorAll('input[inputmode="numeric"]')) {
    numeric.dataset.pad = "";
    numeric.inputMode = "none";
  }
  pad.setAttribute("role", "group");
  pad.setAttribute("aria-label", surfaceWords.digits);

  /** @param {string} text @param {string | undefined} name @param {() => void} act */
  function newKey(text, name, act) {
    const key = Object.assign(newButton(""), { textContent: text, tabIndex: -1 });
    if (name) key.setAttribute("aria-label", name);
    key.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
    key.addEventListener("click", act);
    pad.append(key);
  }

  /** @param {string} text */
  function type(text) {
    if (!field) return;
    const [from, to] = [field.selectionStart ?? 0, field.selectionEnd ?? 0];
    if (text && field.value.length - (to - from) >= field.maxLength) return;
    field.setRangeText(text, text || from !== to ? from : Math.max(0, from - 1), to, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  for (const digit of "12345") newKey(digit, "", () => type(digit));
  newKey("⌫", surfaceWords.erase, () => type(""));
  for (const digit of "67890") newKey(digit, "", () => type(digit));
  newKey("✓", surfaceWords.done, () => {
    const next = field && afterText(field);
    if (isNumber(next)) next.focus();
    else field?.blur();
  });
  bar.prepend(pad);

  form.addEventListener("focusin", ({ target }) => {
    if (!isNumber(target)) return;
    field = target;
    clearTimeout(hiding);
    pad.hidden = false;
  });
  form.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (!isNumber(target) || isNumber(relatedTarget)) return;
    clearTimeout(hiding);
    hiding = setTimeout(() => {
      pad.hidden = true;
    }, AFTER_TAP);
  });
}
