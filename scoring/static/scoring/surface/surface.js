// The table in one screen: the form becomes a surface to tap on. Every field stays in the form; what is tapped here sets
// it, and all that happens then is the form's own doing.

import { form } from "../entry/form.js";
import { startBar, startResult } from "./bar.js";
import { startChips } from "./chips.js";
import { startExtras } from "./extras.js";
import { startGames } from "./games.js";
import { startKeys } from "./keys.js";
import { startPad } from "./pad.js";
import { startQuestions } from "./questions.js";
import { startSeats } from "./seats.js";
import { startSheets } from "./sheets.js";
import { layTray, startTray } from "./tray.js";

const BEFORE_CHIPS = 3; // whose, lost, kontra
const LEAST_ROWS = 3;
const ROWS_OF_BESIDE = 4; // kontras of each of three games, and what may be played beside the first
const IN_A_ROW = 4;

export function startSurface() {
  form.classList.add("surface");
  document.documentElement.classList.add("at-table"); // if it has waited too long, not yet or no more
  const chips = form.querySelectorAll("[data-premium]").length + BEFORE_CHIPS;
  const least = form.querySelector("details.play") ? ROWS_OF_BESIDE : LEAST_ROWS;
  layTray(Math.max(least, Math.ceil(chips / IN_A_ROW)));
  startGames();
  startChips();
  startExtras();
  startPad();
  startSheets();
  startQuestions();
  startSeats();
  startResult();
  startBar();
  startKeys();
  startTray();
}
