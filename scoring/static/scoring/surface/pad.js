// A number pad of the table's own, in the bar with the button: for fields that ask for a number the phone's keyboard,
// which hides half of the screen, does not open. Points of one player that are complete lead on to the next. Who has a
// keyboard types as ever.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { afterText } from "../entry/entering.js";
import { form, rules, value } from "../entry/form.js";
import { newButton, surfaceWords } from "./tapping.js";

export function startPad() {
  const bar = find(".save", form);
  const pad = Object.assign(document.createElement("div"), { className: "number-pad", hidden: true });
  /** @param {EventTarget | null} field @returns {field is Field} */
  const isNumber = (field) => field instanceof HTMLInputElement && field.matches('[inputmode="numeric"], [data-pad]');
  const AFTER_TAP = 300; // ms: a tap on what stands below must not find it moved
  /** @type {Field | null} */
  let field = null;
  /** @type {Field | null} */
  let complete = null; // the field whose points have led on by themselves to this one
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
    if (!text && !field?.value) complete?.focus();
    if (!field) return;
    const [from, to] = [field.selectionStart ?? 0, field.selectionEnd ?? 0];
    if (text && field.value.length - (to - from) >= field.maxLength) return;
    field.setRangeText(text, text || from !== to ? from : Math.max(0, from - 1), to, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    const typed = field;
    if (text && isComplete(typed) && goOn()) complete = typed;
  }

  /** Whether no digit fits behind these points of one of four. @param {Field} points */
  const isComplete = ({ name, value }) =>
    name.startsWith("p0-points-") && (Number(value) === 0 || Number(value) * 10 > rules.total / 3);

  function goOn() {
    const next = field && afterText(field);
    if (isNumber(next)) next.focus();
    return isNumber(next);
  }

  for (const digit of "12345") newKey(digit, "", () => type(digit));
  newKey("⌫", surfaceWords.erase, () => type(""));
  for (const digit of "67890") newKey(digit, "", () => type(digit));
  newKey("✓", surfaceWords.done, () => {
    if (complete && !field?.value) complete = null;
    else if (!goOn()) field?.blur();
  });
  bar.prepend(pad);

  for (const four of form.querySelectorAll('details[data-part="count-four"]')) {
    find("summary", four).addEventListener("click", () => {
      if (!four.open) requestAnimationFrame(() => four.querySelector("input")?.focus({ preventScroll: true }));
    });
    form.addEventListener("offered", () => {
      four.open &&= value("p0-contract") !== "";
    });
  }

  form.addEventListener("focusin", ({ target }) => {
    if (!isNumber(target)) return;
    [field, complete] = [target, null];
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
