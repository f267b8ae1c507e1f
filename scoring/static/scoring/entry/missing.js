// What a hand still misses when somebody saves it.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { value } from "./form.js";
import { listProblems } from "./preview.js";

const message = find("#incomplete");

export function listMissing() {
  return value("p0-contract") ? listProblems() : [message.dataset.which];
}

/** @param {string[]} sentences */
export function tellMissing(sentences) {
  find("p", message).hidden = Object.values(message.dataset).includes(sentences[0]); // a sentence of its own
  find("ul", message).replaceChildren(
    ...sentences.map((sentence) => {
      const line = document.createElement("li");
      line.textContent = sentence;
      return line;
    }),
  );
  message.classList.remove("past");
  message.hidden = !sentences.length;
  if (sentences.length) message.scrollIntoView({ block: "nearest" });
}
