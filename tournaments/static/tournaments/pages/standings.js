// Standings, and the page of a player in them.

import { showPrintButtons } from "../../../../scoring/static/scoring/printing/button.js";
import { startStandings } from "../standings/standings.js";

startStandings();
showPrintButtons();
