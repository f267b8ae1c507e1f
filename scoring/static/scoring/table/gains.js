// A hand that has come: on each card whose total it changes the number counts on, and the card lifts. Nothing else moves.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";

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
