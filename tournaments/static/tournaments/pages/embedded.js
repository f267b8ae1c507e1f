// A page within another site follows what is played; without script it stays as it came.

import { follow } from "../../../../tarockclub/static/tarockclub/follow.js";

const every = document.currentScript.dataset.seconds * 1000;

function take(html) {
  const now = new DOMParser().parseFromString(html, "text/html").getElementById("main");
  const main = document.getElementById("main");
  if (now && now.innerHTML !== main.innerHTML) main.replaceChildren(...now.childNodes);
  return now !== null;
}

follow({ url: location.href, every: () => every, longest: every, spread: 0, take });
