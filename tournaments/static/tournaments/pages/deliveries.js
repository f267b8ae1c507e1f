// Shows what has become of messages that are on their way, without a word that somebody is typing being lost.

import { follow } from "../../../../tarockclub/static/tarockclub/follow.js";

const EVERY_MS = 1000;
const LONGEST = 60; // looks; a message is tried again for hours
const find = (page) => page.querySelector(".deliveries");
let looks = 0;

function take(html) {
  const now = find(new DOMParser().parseFromString(html, "text/html"));
  if (now && now.innerHTML !== find(document).innerHTML) find(document).replaceWith(document.adoptNode(now));
  return now !== null;
}

const hear = () => { looks += 1; };
const isAsleep = () => document.hidden || looks >= LONGEST || !("sending" in find(document).dataset);
follow({ url: location.pathname, every: () => EVERY_MS, take, hear, isAsleep });
