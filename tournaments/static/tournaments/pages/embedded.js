// A page within another site follows what is played; without script it stays as it came.

import { follow } from "../../../../tarockclub/static/tarockclub/follow.js";

const every = Number(document.currentScript?.dataset.seconds) * 1000;

/** @param {string} html */
function take(html) {
  const now = new DOMParser().parseFromString(html, "text/html").getElementById("main");
  const main = document.getElementById("main");
  if (now && main && now.innerHTML !== main.innerHTML) main.replaceChildren(...now.childNodes);
  return now !== null;
}

follow({ url: location.href, every: () => every, longest: every, take });
