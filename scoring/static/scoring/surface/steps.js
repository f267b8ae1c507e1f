// One decision a screen: the game, who plays it, how it ended. Only where letters are large is the style (inn_table.css)
// concerned about which of them is asked now. What settles one leads on to the next that is open; two keys beside the
// button that saves go back and forth.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { form, openParts, value } from "../entry/form.js";
import { offerAll } from "../entry/offering.js";
import { newButton, surfaceWords } from "./tapping.js";

const STEPS = ["game", "players", "end"];
const [GAME, PLAYERS, END] = STEPS.keys();
const WHO = '[data-play="0"] > :is([data-part="declarer"], [data-part="partner"])';

export function startSteps() {
  const play = find('[data-play="0"]', form);
  const save = find("#save");
  const back = newButton("step");
  const next = newButton("step");
  let now = -1;

  const isGameOpen = () => !value("p0-contract") || play.classList.contains("unfolded");
  const findOpen = () => (openParts().some((part) => part.matches(WHO)) ? PLAYERS : END);

  /** @param {number} step */
  function show(step) {
    back.disabled = step === GAME;
    next.disabled = step === END || !value("p0-contract");
    if (step === now) return;
    now = step;
    form.dataset.step = STEPS[step];
  }

  // The players stay above what is asked.
  function uncover() {
    const covered = find(".standing").getBoundingClientRect().bottom - form.getBoundingClientRect().top;
    if (covered > 0) window.scrollBy(0, -covered);
  }

  /** By one step; nobody is asked who plays a game that all play. @param {number} by */
  function go(by) {
    const asked = Array.from(form.querySelectorAll(WHO)).some((part) => !part.hidden);
    const step = now + by === PLAYERS && !asked ? now + 2 * by : now + by;
    play.classList.toggle("unfolded", step === GAME);
    offerAll();
    show(step);
    uncover();
  }

  back.addEventListener("click", () => go(-1));
  next.addEventListener("click", () => go(1));
  back.ariaLabel = surfaceWords.back;
  next.ariaLabel = surfaceWords.next;
  save.before(back);
  save.after(next);
  form.addEventListener("change", ({ target }) => {
    const isByKeys = target.matches(":focus-visible"); // who goes through the fields goes on himself
    if (!/^p0-(?:contract|declarer|partner)$/.test(target.name) || isGameOpen() || isByKeys) return;
    show(findOpen());
    uncover();
  });
  form.addEventListener("offered", () => {
    if (isGameOpen()) show(GAME);
    else if (now === GAME) show(findOpen());
    else show(now);
  });
  show(GAME);
}
