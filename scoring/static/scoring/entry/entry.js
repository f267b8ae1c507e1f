// The entry form, wherever a hand is entered.

import { startCounting } from "../counting/counting.js";
import { startCountingDialog } from "../counting/dialog.js";
import { startEntering } from "./entering.js";
import { startLosers } from "./losers.js";
import { startPoints } from "./points.js";
import { startReminders } from "./reminders.js";

export function startEntry() {
  startPoints();
  startLosers();
  startEntering();
  const reminders = document.getElementById("reminders");
  if (reminders) startReminders(reminders);
  startCounting();
  startCountingDialog();
}
