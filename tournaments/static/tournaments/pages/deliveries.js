// Shows what has become of messages that are on their way, without a word that somebody is typing being lost.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { follow } from "../../../../tarockclub/static/tarockclub/follow.js";

const EVERY_MS = 1000;
const LONGEST = 60; // looks; a message is tried again for hours
let looks = 0;

/** @param {string} html */
function take(html) {
  const now = new DOMParser().parseFromString(html, "text/html").querySelector(".deliveries");
  if (now && now.innerHTML !== find(".deliveries").innerHTML) find(".deliveries").replaceWith(document.adoptNode(now));
  return now !== null;
}

const hear = () => {
  looks += 1;
};
const isAsleep = () => document.hidden || looks >= LONGEST || !("sending" in find(".deliveries").dataset);
follow({ url: location.pathname, every: () => EVERY_MS, take, hear, isAsleep });
