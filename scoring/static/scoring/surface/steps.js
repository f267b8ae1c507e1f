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
    // Neither the focus nor the screen stay at what is not in sight any more.
    const focused = document.activeElement;
    if (focused && form.contains(focused) && !focused.getClientRects().length) save.focus({ preventScroll: true });
    const covered = find(".standing").getBoundingClientRect().bottom - form.getBoundingClientRect().top;
    if (step !== GAME && covered > 0) window.scrollBy(0, -covered);
  }

  /** @param {number} step */
  function go(step) {
    play.classList.toggle("unfolded", step === GAME);
    offerAll();
    show(step);
  }

  back.addEventListener("click", () => go(now - 1));
  next.addEventListener("click", () => go(now + 1));
  back.ariaLabel = surfaceWords.back;
  next.ariaLabel = surfaceWords.next;
  save.before(back);
  save.after(next);
  form.addEventListener("change", ({ target }) => {
    if (/^p0-(?:contract|declarer|partner)$/.test(target.name) && !isGameOpen()) show(findOpen());
  });
  form.addEventListener("offered", () => {
    if (isGameOpen()) show(GAME);
    else if (now === GAME) show(findOpen());
    else show(now);
  });
  show(GAME);
}
