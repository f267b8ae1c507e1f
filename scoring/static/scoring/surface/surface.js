// The table in one screen: the form becomes a surface to tap on. Every field stays in the form; what is tapped here sets
// it, and all that happens then is the form's own doing.

import { form } from "../entry/form.js";
import { startBar } from "./bar.js";
import { startChips } from "./chips.js";
import { startExtras } from "./extras.js";
import { startGames } from "./games.js";
import { startKeys } from "./keys.js";
import { startPad } from "./pad.js";
import { startResult } from "./result.js";
import { startSeats } from "./seats.js";
import { startSteps } from "./steps.js";

export function startSurface() {
  form.classList.add("surface");
  document.documentElement.classList.add("at-table");
  startGames();
  startSeats();
  startChips();
  startExtras();
  startResult();
  startBar();
  startPad();
  startKeys();
  startSteps();
}
