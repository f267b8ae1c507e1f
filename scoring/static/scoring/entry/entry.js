// The entry form, wherever a hand is entered.

import { startEntering } from "./entering.js";
import { startLosers, startPoints } from "./points.js";
import { startReminders } from "./reminders.js";

export function startEntry() {
  startPoints();
  startLosers();
  startEntering();
  const reminders = document.getElementById("reminders");
  if (reminders) startReminders(reminders);
}
