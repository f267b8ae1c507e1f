// A tap on the chart of the totals, or an arrow key, says which hand was there, and leads to it.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";

/** Steps of the keys among the hands. @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** @param {Event} event */
function chartOf(event) {
  const box = event.target instanceof Element ? event.target.closest(".chart > .wide") : null;
  const svg = box?.querySelector("svg[data-hands]");
  return svg instanceof SVGSVGElement && svg.dataset.hands ? svg : null;
}

/** @param {SVGSVGElement} svg */
const handsOf = (svg) =>
  (svg.dataset.hands || "").split("\n").map((hand) => {
    const [x, line, ...words] = hand.split(" ");
    return { x: Number(x), line, words: words.join(" ") };
  });

/** @param {SVGSVGElement} svg @param {{ x: number; line: string; words: string }} hand */
function point(svg, { x, line, words }) {
  const at = find(".at", svg);
  at.setAttribute("x1", String(x));
  at.setAttribute("x2", String(x));
  at.removeAttribute("hidden");
  const link = svg.closest(".chart")?.querySelector(".of-point a");
  if (!(link instanceof HTMLAnchorElement)) return;
  link.href = link.href.replace(/\d+\/$/, `${line}/`);
  link.textContent = words;
}

/** @param {MouseEvent} event */
function tap(event) {
  const svg = chartOf(event);
  if (!svg) return;
  const box = svg.getBoundingClientRect();
  const x = ((event.clientX - box.left) * svg.viewBox.baseVal.width) / box.width;
  const nearest = handsOf(svg).reduce((one, other) => (Math.abs(other.x - x) < Math.abs(one.x - x) ? other : one));
  point(svg, nearest);
}

/** @param {KeyboardEvent} event */
function step(event) {
  const svg = chartOf(event);
  const by = STEPS[event.key];
  if (!svg || !by) return;
  event.preventDefault();
  const hands = handsOf(svg);
  const now = Number(find(".at", svg).getAttribute("x1")) || Infinity;
  const before = hands.findIndex(({ x }) => x >= now);
  const at = (before < 0 ? hands.length - 1 : before) + by;
  point(svg, hands[Math.max(0, Math.min(at, hands.length - 1))]);
}

export function startChart() {
  document.addEventListener("click", tap);
  document.addEventListener("keydown", step);
}
