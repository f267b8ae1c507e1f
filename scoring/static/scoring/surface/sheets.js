// A sheet over the lower half of the screen: what is rarely said, or explained, lies over what stands there and pushes
// nothing. It has its own close, and gives the focus back to where it came from. One at a time.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { newButton, surfaceWords } from "./tapping.js";

let close = () => {};

/** Away with the sheet that is open, if there is one. */
export const closeSheet = () => close();

/** Shows an element in the sheet until it is closed; then it is where it was before. What is in it stays part of the form.
 * @param {string} title @param {HTMLElement} content
 */
export function openSheet(title, content) {
  close();
  const opener = document.activeElement;
  const place = document.createComment("");
  const sheet = Object.assign(document.createElement("section"), { className: "pulled", ariaLabel: title });
  const head = Object.assign(document.createElement("h2"), { textContent: title });
  const away = Object.assign(newButton("close"), { ariaLabel: surfaceWords.close, textContent: "×" });
  close = () => {
    close = () => {};
    const isInside = sheet.contains(document.activeElement);
    place.replaceWith(content);
    sheet.remove();
    if (isInside && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
  content.replaceWith(place);
  sheet.setAttribute("role", "dialog");
  head.append(away);
  sheet.append(head, content);
  find("form#entry").append(sheet);
  away.addEventListener("click", () => close());
  away.focus({ preventScroll: true });
}

export function startSheets() {
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  find("form#entry").addEventListener("renewed", () => {
    if (!document.querySelector(".pulled > .great")) close(); // it was about another hand; a great moment stays
  });
}
