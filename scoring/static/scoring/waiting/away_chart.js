// The chart of the totals goes on with the hands that wait: what there is moves together, what is provisional is dashed.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";

const SIXTHS = 6;
const SVG = "http://www.w3.org/2000/svg";
const PLOT_WIDTH = 1000;
const NAME_GAP = 36;
const LEADER_WIDTH = 12;
/** Each chart as the server drew it. @type {WeakMap<Element, { inside: string; hands: string }>} */
const drawn = new WeakMap();

/** @param {Element} element @param {string} name */
const readNumber = (element, name) => Number.parseFloat(element.getAttribute(name) ?? "");

/** @param {Element} parent @param {string} tag @param {Record<string, string | number>} attributes */
function add(parent, tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  parent.append(element);
}

/** Where the numbers at the left stand, and how far apart whole points are. @param {Element} svg */
function readScale(svg) {
  const numbers = Array.from(svg.querySelectorAll("text.y"), (text) =>
    Number(text.textContent?.replace("−", "-").replace(/[^-\d]/g, "")),
  );
  const heights = Array.from(svg.querySelectorAll("line:is(.zero, .grid)"), (line) => readNumber(line, "y1"));
  const [at, level] = [numbers.findIndex(Boolean), heights[numbers.indexOf(0)]];
  return { heights, level, perPoint: (heights[at] - level) / numbers[at] };
}

/** What there is keeps only a part of the width. @param {Element} svg @param {(x: number) => number} move */
function moveTogether(svg, move) {
  for (const line of svg.querySelectorAll("polyline")) {
    const points = (line.getAttribute("points") ?? "").replace(/(\d+),/g, (_all, x) => `${move(Number(x))},`);
    line.setAttribute("points", points);
  }
  for (const tick of svg.querySelectorAll("text.x"))
    tick.setAttribute("x", `${move(10 * readNumber(tick, "x")) / 10}%`);
  for (const shade of svg.querySelectorAll("rect.doubled"))
    for (const name of ["x", "width"]) shade.setAttribute(name, String(move(readNumber(shade, name))));
  for (const leader of svg.querySelectorAll("line.leader")) leader.remove();
}

/** The heights of names beside the ends of their lines, one below the other. @param {number[]} ends */
function spreadNames(ends) {
  const heights = [...ends];
  let free = Number.NEGATIVE_INFINITY;
  for (const at of ends.map((_end, line) => line).sort((one, other) => ends[one] - ends[other])) {
    heights[at] = Math.max(ends[at], free);
    free = heights[at] + NAME_GAP;
  }
  return heights;
}

/** @param {SVGSVGElement} svg */
function restore(svg) {
  const before = drawn.get(svg) ?? { inside: svg.innerHTML, hands: svg.dataset.hands ?? "" };
  drawn.set(svg, before);
  svg.innerHTML = before.inside;
  svg.dataset.hands = before.hands;
}

/** The lines go on to their new ends. @param {SVGSVGElement} svg @param {number[][][]} tails @param {number[]} grid */
function continueLines(svg, tails, grid) {
  const [plot, leaders] = ["svg", "svg:last-child"].map((part) => find(`:scope > g > ${part}`, svg));
  const ends = tails.map((tail) => tail[tail.length - 1][1]);
  const names = spreadNames(ends);
  const heights = [...tails.flat().map(([, y]) => y), ...names];
  const top = Math.min(0, ...heights);
  const tall = Math.max(...heights, readNumber(find(".at", plot), "y2")) - top;
  /** @param {number} y */
  const share = (y) => `${(100 * (y - top)) / tall}%`;
  plot.setAttribute("viewBox", `0 ${top} ${PLOT_WIDTH} ${tall}`);
  leaders.setAttribute("viewBox", `0 ${top} ${LEADER_WIDTH} ${tall}`);
  for (const [at, text] of svg.querySelectorAll("text.y").entries()) text.setAttribute("y", share(grid[at]));
  for (const [at, line] of plot.querySelectorAll("polyline").entries()) {
    const [kind] = line.classList;
    const last = line.getAttribute("points")?.split(" ").at(-1);
    add(plot, "polyline", { class: `${kind} is-provisional`, points: [last, ...tails[at]].join(" ") });
    add(leaders, "line", { class: `leader ${kind}`, x2: LEADER_WIDTH, y1: ends[at], y2: names[at] });
  }
  for (const [at, mark] of svg.querySelectorAll("[class] > svg").entries()) mark.setAttribute("y", share(ends[at]));
  for (const [at, name] of svg.querySelectorAll("text.name").entries()) name.setAttribute("y", share(names[at]));
}

/** `totals`: those of all players in sixths, as the server says them, and after each hand that waits.
 * @param {number[][]} totals
 */
export function continueChart([now, ...totals]) {
  const svg = document.querySelector("#schrift .chart svg[data-hands]");
  if (!(svg instanceof SVGSVGElement)) return;
  restore(svg);
  const deals = Number(/(\d+)\D*$/.exec(find("title", svg).textContent)?.[1]);
  if (!totals.length || !deals) return;
  const { heights, level, perPoint } = readScale(svg);
  /** @param {number} sixths */
  const placeTotal = (sixths) => Math.round(level + (sixths / SIXTHS) * perPoint);
  const ends = Array.from(svg.querySelectorAll("polyline"), (line) =>
    Number(line.getAttribute("points")?.split(",").at(-1)),
  );
  // Somebody who has left has a line, too: then it is not known whose is which.
  if (now.length !== ends.length || now.some((sixths, at) => Math.abs(placeTotal(sixths) - ends[at]) > 1)) return;
  const all = deals + totals.length;
  /** @param {number} x */
  const move = (x) => Math.round((x * deals) / all);
  moveTogether(svg, move);
  svg.dataset.hands = svg.dataset.hands?.replace(/^\d+/gm, (x) => String(move(Number(x))));
  const across = totals.map((_after, hand) => Math.round((PLOT_WIDTH * (deals + hand + 1)) / all));
  const tails = ends.map((_end, at) => totals.map((after, hand) => [across[hand], placeTotal(after[at])]));
  continueLines(svg, tails, heights);
}
