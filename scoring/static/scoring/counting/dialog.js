// The counting help over the entry form: nothing of the entry is lost, and what was counted goes into its fields.
// Without it the link opens the page of its own beside this one.

import { find, findAround, findText } from "../../../../tarockclub/static/tarockclub/dom.js";
import { startCounting } from "./counting.js";

export function startCountingDialog() {
  const dialog = document.querySelector("dialog#counting");
  if (!dialog) return;
  startCounting();
  const counting = find("[data-counting]", dialog);

  /** @param {Element} field */
  const told = (field) => {
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  };

  // Points into a field, with its Blätter beside it where the sheet knows them.
  /** @param {Field} field @param {number} thirds */
  const enter = (field, thirds) => {
    const blatt = thirds % 3;
    const choice = findAround(".points", field).querySelector(`.blatt input[value="${blatt}"]`);
    field.value = String((thirds - blatt) / 3) + (blatt && !choice ? `/${blatt}` : "");
    told(field);
    if (choice) {
      choice.checked = true;
      told(choice);
    }
    dialog.close();
    field.focus();
  };

  /** @param {string} text @param {Field} field @param {() => number} thirds */
  const button = (text, field, thirds) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", () => enter(field, thirds()));
    return made;
  };

  const own = () => Number(counting.dataset.thirds);
  const others = () => Number(counting.dataset.total) - own();
  /** @param {Field} field */
  const named = (field) => findText(field.labels?.[0]).data.trim();

  /** Where the points may go: to the declarer's side, or in Trischaken to one of the four. @param {Field[]} fields */
  const offer = (fields) => {
    const four = fields.length > 1;
    const buttons = four
      ? fields.map((field) => button(`${dialog.dataset.for} ${named(field)}`, field, own))
      : [button(dialog.dataset.own, fields[0], own), button(dialog.dataset.others, fields[0], others)];
    counting.classList.toggle("of-four", four);
    find("[data-take]", counting).replaceChildren(...buttons);
  };

  // On the document: the form may get other fields while the page is open.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-count]");
    if (!link || !dialog.showModal) return;
    const fields = Array.from(findAround("[data-part]", link).querySelectorAll("input[inputmode]:enabled"));
    if (!fields.length) return;
    event.preventDefault();
    offer(fields);
    dialog.showModal();
  });
}
