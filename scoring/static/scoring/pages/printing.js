// Pages that can be printed.

import { showPrintButtons } from "../printing/button.js";

showPrintButtons();
