// What the page of a table needs later than for a game: counting the pile, the written sheet and its chart, totals that
// count on, waiting hands as text.

import { startCountingDialog } from "../counting/dialog.js";
import { startAllRows } from "../table/all_rows.js";
import { startChart } from "../table/chart.js";
import { startGains } from "../table/gains.js";
import { startSheetHeld } from "../table/sheet_held.js";
import { startWaitingText } from "../waiting/text.js";

startCountingDialog();
startAllRows();
startChart();
startGains();
startSheetHeld();
startWaitingText();
