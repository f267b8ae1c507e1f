// The chart of the totals goes on with the hands that wait: what there is moves together, what is provisional is dashed.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";

const SIXTHS = 6;
const SVG = "http://www.w3.org/2000/svg";
const EDGE = 24; // above the highest line
const NAME_GAP = 34;
const LABEL_GAP = 7; // between a line to a name and the name
const PROVISIONAL = "is-provisional";
/** Each chart as the server drew it. @type {WeakMap<Element, { inside: string; box: number[]; hands: string }>} */
const drawn = new WeakMap();

/** @param {Element} element @param {string} name */
const readNumber = (element, name) => Number(element.getAttribute(name));

/** @param {Element} parent @param {string} tag @param {Record<string, string | number>} attributes */
function add(parent, tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  parent.append(element);
}

/** Whole points are drawn as they are written. @param {SVGSVGElement} svg */
function readScale(svg) {
  const zero = find("line.zero", svg);
  const tick = Array.from(svg.querySelectorAll("text.y")).find(
    (text) => readNumber(text, "y") !== readNumber(zero, "y1"),
  );
  const points = Number(tick?.textContent?.replace("−", "-").replace(/[^-\d]/g, ""));
  const [left, right, level] = ["x1", "x2", "y1"].map((name) => readNumber(zero, name));
  return { left, right, level, perPoint: tick ? (readNumber(tick, "y") - level) / points : 0 };
}

/** @param {SVGSVGElement} svg @param {(x: number) => number} move */
function moveTogether(svg, move) {
  for (const line of svg.querySelectorAll("polyline")) {
    const points = (line.getAttribute("points") ?? "").replace(/(\d+),/g, (_all, x) => `${move(Number(x))},`);
    line.setAttribute("points", points);
  }
  for (const path of svg.querySelectorAll("path"))
    path.setAttribute(
      "d",
      (path.getAttribute("d") ?? "").replace(/M(\d+)/g, (_all, x) => `M${move(Number(x))}`),
    );
  for (const tick of svg.querySelectorAll("line.tick, text.x"))
    for (const name of ["x", "x1", "x2"]) {
      if (tick.hasAttribute(name)) tick.setAttribute(name, String(move(readNumber(tick, name))));
    }
  for (const shade of svg.querySelectorAll("rect.doubled")) {
    const [from, width] = ["x", "width"].map((name) => readNumber(shade, name));
    shade.setAttribute("x", String(move(from)));
    shade.setAttribute("width", String(move(from + width) - move(from)));
  }
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

/** @param {Element} group @param {number[][]} tail @param {number} right @param {number} height of the name */
function continueLine(group, tail, right, height) {
  const line = find("polyline", group);
  const last = line.getAttribute("points")?.split(" ").at(-1);
  add(group, "polyline", { class: `${line.getAttribute("class")} ${PROVISIONAL}`, points: [last, ...tail].join(" ") });
  const name = find("text.name", group);
  name.setAttribute("y", String(height));
  const x2 = readNumber(name, "x") - LABEL_GAP;
  add(group, "line", { class: "leader", x1: right, y1: tail[tail.length - 1][1], x2, y2: height });
}

/** @param {SVGSVGElement} svg */
function restore(svg) {
  const { x, y, width, height } = svg.viewBox.baseVal;
  const before = drawn.get(svg) ?? {
    inside: svg.innerHTML,
    box: [x, y, width, height],
    hands: svg.dataset.hands ?? "",
  };
  drawn.set(svg, before);
  svg.innerHTML = before.inside;
  svg.dataset.hands = before.hands;
  svg.setAttribute("viewBox", before.box.join(" "));
  return before;
}

/** `totals`: those of all players in sixths, as the server says them, and after each hand that waits.
 * @param {number[][]} totals
 */
export function continueChart([now, ...totals]) {
  const svg = document.querySelector("#schrift .chart svg[data-hands]");
  if (!(svg instanceof SVGSVGElement)) return;
  const { box, hands } = restore(svg);
  const groups = Array.from(svg.querySelectorAll("g[class^=of-]"));
  const deals = Number(/(\d+)\D*$/.exec(find("title", svg).textContent)?.[1]);
  if (!totals.length || !deals) return;
  const { left, right, level, perPoint } = readScale(svg);
  /** @param {number} sixths */
  const placeTotal = (sixths) => Math.round(level + (sixths / SIXTHS) * perPoint);
  const ends = groups.map((group) => Number(find("polyline", group).getAttribute("points")?.split(",").at(-1)));
  // Somebody who has left has a line, too: then it is not known whose is which.
  if (now.length !== ends.length || now.some((sixths, at) => Math.abs(placeTotal(sixths) - ends[at]) > 1)) return;
  const all = deals + totals.length;
  /** @param {number} x */
  const move = (x) => Math.round(left + ((x - left) * deals) / all);
  moveTogether(svg, move);
  svg.dataset.hands = hands.replace(/^\d+/gm, (x) => String(move(Number(x))));
  const names = spreadNames(totals[totals.length - 1].map(placeTotal));
  for (const [at, group] of groups.entries()) {
    const placeDeal = (/** @type {number} */ deal) => Math.round(left + ((right - left) * deal) / all);
    const tail = totals.map((after, hand) => [placeDeal(deals + hand + 1), placeTotal(after[at])]);
    continueLine(group, tail, right, names[at]);
  }
  const heights = [...totals.flat().map(placeTotal), ...names];
  const [x, , width, height] = box;
  const top = Math.min(0, ...heights.map((one) => one - EDGE));
  svg.setAttribute("viewBox", `${x} ${top} ${width} ${Math.max(height, ...heights.map((one) => one + EDGE)) - top}`);
}
