// What a hand still misses when somebody saves it.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { form, nameOpenParts, value } from "./form.js";
import { preview } from "./preview.js";

const message = find("#incomplete");

// What is certainly missing. The server's word counts where it is about what stands here now.
export function listMissing() {
  if (!value("p0-contract")) return [message.dataset.which];
  const problems = preview.querySelector(".missing:not([data-passing])");
  const fresh = !preview.classList.contains("stale");
  if (fresh && problems) {
    return Array.from(problems.matches("ul") ? problems.children : [problems], (one) => one.textContent.trim());
  }
  if ((fresh && preview.querySelector(".amounts")) || value("renonce")) return [];
  const open = nameOpenParts();
  return open.length ? [`${form.dataset.open} ${open.join(", ")}`] : [];
}

/** @param {string[]} sentences */
export function tellMissing(sentences) {
  find("p", message).hidden = sentences[0] === message.dataset.which; // a sentence of its own
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
