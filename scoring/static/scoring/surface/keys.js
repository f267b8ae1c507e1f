// The keyboard: digits are the players as they sit, a letter is what stands in sight, Enter saves. "?" shows the letters
// on what they are for.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { form, value } from "../entry/form.js";
import { newButton, surfaceWords, tapField } from "./tapping.js";

export function startKeys() {
  const ALPHABET = Array.from("abcdefghijklmnopqrstuvwxyz");
  const help = newButton("keys-help");
  const line = Object.assign(document.createElement("p"), {
    className: "hint keys-line",
    hidden: true,
    textContent: surfaceWords.keys,
  });

  help.textContent = surfaceWords.keyboard;
  help.setAttribute("aria-pressed", "false");
  help.addEventListener("click", () => showLetters(help.getAttribute("aria-pressed") === "false"));
  find(".next-hand", form).append(help);
  find(".next-hand", form).after(line);

  // What can be chosen now: the games, or what belongs to the one that was chosen.
  function listControls() {
    const found = value("p0-contract")
      ? form.querySelectorAll("label:has(> input:enabled), button:enabled, .offers button")
      : form.querySelectorAll('[data-play="0"] .contracts label:has(input:enabled), .next-hand a');
    const undo = document.querySelectorAll(".ribbon button");
    return [...found, ...undo].filter(
      (control) => isInSight(control) && control.id !== "save" && !control.matches(".keys-help, .number-pad *"),
    );
  }

  /** @param {HTMLElement} control */
  const isInSight = (control) =>
    (control.checkVisibility?.({ visibilityProperty: true }) ?? true) && control.getBoundingClientRect().width > 1;

  /** @param {HTMLElement} control */
  const lettersOf = (control) =>
    (control.querySelector("span") || control).textContent
      .normalize("NFD")
      .toLowerCase()
      .replace(/[^a-z]/g, "");

  // Each gets the first letter of its name that is still free; in the order of the form, so that they stay the same.
  function assign() {
    const free = new Set(ALPHABET);
    const given = new Map();
    for (const control of listControls()) {
      const letter = Array.from(lettersOf(control)).find((one) => free.has(one)) || free.values().next().value;
      if (!letter) break;
      free.delete(letter);
      given.set(letter, control);
    }
    return given;
  }

  function showLetters(isAsked = help.getAttribute("aria-pressed") === "true") {
    help.setAttribute("aria-pressed", String(isAsked));
    line.hidden = !isAsked;
    for (const control of document.querySelectorAll("[data-letter]")) delete control.dataset.letter;
    if (!isAsked) return;
    for (const [letter, control] of assign()) control.dataset.letter = letter;
    Array.from(document.querySelectorAll(".standing .totals > li")).forEach((card, at) => {
      card.dataset.letter = String(at + 1);
    });
  }

  /** @param {string} key */
  function press(key) {
    if (key === "?") showLetters(help.getAttribute("aria-pressed") === "false");
    else if (/^[1-6]$/.test(key))
      document.querySelector(`.standing .totals > li:nth-of-type(${key}) .tap:enabled`)?.click();
    else if (key === "Enter") find("#save").click();
    else if (ALPHABET.includes(key)) choose(assign().get(key));
    else return false;
    return true;
  }

  /** @param {HTMLElement | undefined} control */
  function choose(control) {
    const field = control?.querySelector("input");
    if (!control) return;
    if (!field) control.click();
    else if (field.type === "checkbox") field.click();
    else tapField(field);
  }

  /** @param {Element} target */
  const typesText = (target) => target.matches('input:not([type="radio"], [type="checkbox"]), select, textarea');

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || typesText(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Enter" && event.target !== document.body) return; // it is for what has the focus
    if (press(event.key)) event.preventDefault();
  });
  form.addEventListener("offered", () => requestAnimationFrame(() => showLetters()));
}
