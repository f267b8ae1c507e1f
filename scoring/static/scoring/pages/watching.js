// The page of a table, for those who watch it.

import { startPhone } from "../phone/phone.js";
import { startChart, startGains } from "../table/chart.js";
import { startHelpHere } from "../table/help_here.js";
import { startLive } from "../table/live.js";
import { startAllRows, startSheetHeld } from "../table/sheet_held.js";
import { startSignals } from "../table/signals.js";
import { startWaitingText } from "../waiting/text.js";
import { startWaiting } from "../waiting/waiting.js";

startPhone();
startLive();
startSignals();
startGains();
startWaiting(null);
startHelpHere();
startSheetHeld();
startAllRows();
startChart();
startWaitingText();
