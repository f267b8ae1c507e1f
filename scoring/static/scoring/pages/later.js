// What the page of a table needs later than for a game: counting the pile, the written sheet and its chart, totals that
// count on, help and pages that open over it, waiting hands as text, the settlement without the server.

import { startCountingDialog } from "../counting/counting.js";
import { startChart, startGains } from "../table/chart.js";
import { startHelpHere } from "../table/help_here.js";
import { startOverTable } from "../table/over_table.js";
import { startAllRows, startSheetHeld } from "../table/sheet_held.js";
import { startAway } from "../waiting/away.js";
import { startWaitingText } from "../waiting/text.js";

startCountingDialog();
startAllRows();
startChart();
startGains();
startHelpHere();
startOverTable();
startSheetHeld();
startWaitingText();
startAway();
