// A tap on the chart of the totals, or an arrow key, says which hand was there, and leads to it.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";

/** Steps of the keys among the hands. @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** @param {Event} event */
function chartOf(event) {
  const box = event.target instanceof Element ? event.target.closest(".chart > .plot") : null;
  const svg = box?.querySelector("svg[data-hands]");
  return svg instanceof SVGSVGElement && svg.dataset.hands ? svg : null;
}

/** @param {SVGSVGElement} svg */
const handsOf = (svg) =>
  (svg.dataset.hands || "").split("\n").map((hand) => {
    const [x, line, ...words] = hand.split(" ");
    return { x: Number(x), line: Number.parseInt(line, 16), words: words.join(" ") };
  });

/** @param {SVGSVGElement} svg @param {{ x: number; line: number; words: string }} hand */
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
  const x = ((event.clientX - box.left) * 1000) / box.width; // in units of the plot
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

// A hand that has come: on each card whose total it changes the number counts on, and the card lifts. Nothing else moves.
export function startGains() {
  const COUNT_MS = 250;
  const LIFT = { transform: "translateY(-.3rem)", offset: 0.4 };
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  /** @type {WeakMap<Element, string>} */
  const counting = new WeakMap(); // numbers that count, with what they are in the end

  /** The total of each player, by his place. */
  const read = () =>
    new Map(
      Array.from(document.querySelectorAll(".standing .totals > li"), (card) => {
        const number = find(".number b", card);
        return [card.dataset.place, { card, number, total: counting.get(number) ?? number.textContent }];
      }),
    );

  /** Without its fraction. @param {string} total */
  const whole = (total) => Number(total.replace("−", "-").replace(/[^-\d]/g, ""));

  /** @param {HTMLElement} number @param {string} from @param {string} to */
  function count(number, from, to) {
    const [begin, end] = [whole(from), whole(to)];
    const began = performance.now();
    let shown = number.textContent;
    counting.set(number, to);
    function step() {
      if (number.textContent !== shown) {
        counting.delete(number); // hands that wait have been added
        return;
      }
      const part = (performance.now() - began) / COUNT_MS;
      if (part >= 1) counting.delete(number);
      number.textContent = part >= 1 ? to : String(Math.round(begin + (end - begin) * part)).replace("-", "−");
      shown = number.textContent;
      if (part < 1) requestAnimationFrame(step);
    }
    step();
  }

  let before = read();
  document.addEventListener("news", () => {
    const now = read();
    for (const [place, { card, number, total }] of now) {
      const was = before.get(place)?.total;
      if (was === undefined || was === total || calm.matches) continue;
      card.animate([{}, LIFT, {}], COUNT_MS);
      count(number, was, total);
    }
    before = now;
  });
}
