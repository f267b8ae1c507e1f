// A number pad of the table's own, over the chips: for fields that ask for a number the phone's keyboard, which hides half
// of the screen, does not open. Points of one player that are complete lead on to the next. Who has a keyboard types as ever.

import { find, findAround, findField, plainText } from "../../../../tarockclub/static/tarockclub/dom.js";
import { form, radio, rules, value } from "../entry/form.js";
import { newButton, surfaceWords, tapField, tellField } from "./tapping.js";
import { putKey, tray } from "./tray.js";

/** @param {EventTarget | null} field @returns {field is Field} */
const isNumber = (field) => field instanceof HTMLInputElement && field.matches("[data-pad]");

export function startPad() {
  const pad = Object.assign(document.createElement("div"), { className: "number-pad chips", hidden: true });
  /** @type {Field | null} */
  let field = null;
  /** @type {Field | null} */
  let complete = null; // the field whose points have led on by themselves to this one
  const points = newCounter("points", surfaceWords.points, 7, true);
  const four = newCounter("four", surfaceWords.points, 7);
  const claims = newCounter("claims", surfaceWords.claims, 11);
  const counters = [points, four, claims];

  for (const numeric of form.querySelectorAll('input[inputmode="numeric"]')) {
    numeric.dataset.pad = "";
    numeric.inputMode = "none";
  }
  pad.setAttribute("role", "group");
  pad.setAttribute("aria-label", surfaceWords.digits);

  /** A key after which numbers of this kind are typed. @param {string} kind @param {string} word @param {number} at */
  function newCounter(kind, word, at, stays = false) {
    const key = newButton("count");
    const [name, typed] = ["span", "small"].map((one) => document.createElement(one));
    name.textContent = word;
    key.append(name, typed);
    key.dataset.counts = kind;
    key.addEventListener("click", () => count(tray.dataset.counts === kind ? "" : kind));
    putKey(key, at, stays);
    return key;
  }

  /** @param {string} kind */
  const fieldsOf = (kind) =>
    Array.from(form.querySelectorAll("input[data-pad]:enabled")).filter(({ name }) =>
      kind === "points" ? name === "p0-points" : name.startsWith(kind === "four" ? "p0-points-" : "claim-"),
    );

  /** Shows the pad for these numbers, or puts it away. @param {string} kind */
  function count(kind) {
    for (const tick of kind === "four" ? form.querySelectorAll('[data-part="ending"] input:checked') : []) {
      tick.checked = false; // it is said in points instead
      tellField(tick);
    }
    tray.dataset.counts = kind;
    for (const fold of form.querySelectorAll('details:is([data-part="count-four"], [data-part="renonce"])'))
      fold.open = true;
    pad.hidden = !kind;
    if (kind) fieldsOf(kind)[0]?.focus({ preventScroll: true });
    else field?.blur();
    if (!kind) field = null;
    update();
  }

  /** @param {string | undefined} text @param {string | undefined} name @param {() => void} act */
  function newKey(text, name, act) {
    const key = Object.assign(newButton("key"), { textContent: text || "", tabIndex: -1 });
    if (name) key.setAttribute("aria-label", name);
    key.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
    key.addEventListener("click", act);
    pad.append(key);
    return key;
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
    const fields = fieldsOf(tray.dataset.counts || "").filter((one) => one === field || !one.closest(".computed"));
    const next = field && fields[fields.indexOf(field) + 1];
    next?.focus({ preventScroll: true });
    return Boolean(next);
  }

  /** The choice of so many Blätter beside the number that is typed. @param {string} leaves */
  const leavesField = (leaves) => field && radio(field.name.replace("points", "blatt"), leaves);

  const leaves = Array.from(form.querySelectorAll('input[name="p0-blatt"]'), ({ value: given, nextElementSibling }) => {
    const key = newKey(plainText(nextElementSibling?.textContent), undefined, () => tapField(leavesField(given)));
    key.dataset.blatt = given;
    key.append(
      Object.assign(document.createElement("small"), { textContent: surfaceWords.blatt?.split("|")[Number(given)] }),
    );
    return key;
  });
  for (const digit of "123456789") newKey(digit, "", () => type(digit)).dataset.digit = digit;
  newKey("⌫", surfaceWords.erase, () => type("")).dataset.digit = "erase";
  newKey("0", "", () => type("0")).dataset.digit = "0";
  const links = Array.from(form.querySelectorAll("[data-count]"));
  const pile = links.length ? newKey(plainText(links[0].textContent), undefined, () => findLink()?.click()) : null;
  if (pile) pile.dataset.pile = "";
  /** The counting help for what is typed. */
  const findLink = () => links.find((link) => findAround("[data-part]", link).contains(field));
  newKey(surfaceWords.done, "", () => {
    if (complete && !field?.value) complete = null;
    else if (!goOn()) count("");
  }).dataset.digit = "done";
  tray.append(pad);

  function update() {
    const kind = tray.dataset.counts || "";
    points.hidden = find('[data-play="0"] [data-part="points"]', form).hidden;
    four.hidden = !form.querySelector('[data-part="four"]:not([hidden]) [data-pad]');
    claims.hidden = !fieldsOf("claims").length || !value("renonce");
    const typed = [value("p0-points"), value("p0-blatt")].filter((text) => text && text !== "0").join("/");
    find("small", points).textContent = typed.startsWith("/") ? "" : typed;
    for (const key of counters) {
      const isTyped = fieldsOf(key.dataset.counts || "").some((one) => one.value !== "");
      key.setAttribute("aria-pressed", String(isTyped || kind === key.dataset.counts));
      key.setAttribute("aria-expanded", String(kind === key.dataset.counts));
    }
    for (const key of leaves) {
      const choice = leavesField(key.dataset.blatt || "");
      key.disabled = !choice || choice.disabled;
      key.setAttribute("aria-pressed", String(Boolean(choice?.checked && choice.value !== "0")));
    }
    if (pile) pile.disabled = !findLink();
    if (kind && (!value("p0-contract") || !fieldsOf(kind).length)) count("");
  }

  form.addEventListener("focusin", ({ target }) => {
    if (!isNumber(target)) return;
    [field, complete] = [target, null];
    const kind = target.name === "p0-points" ? "points" : target.name.startsWith("claim") ? "claims" : "four";
    if (tray.dataset.counts === kind) update();
    else count(kind);
    if (document.activeElement !== target) target.focus({ preventScroll: true });
  });
  form.addEventListener("offered", update);
  form.addEventListener("entered", update);
  findField(form, "p0-points").setAttribute("aria-label", surfaceWords.points);
}
