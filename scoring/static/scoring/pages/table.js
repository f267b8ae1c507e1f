// The page of a table, for those who enter hands.

import { startPhone } from "../phone/phone.js";
import { startSignals } from "../table/signals.js";
import { startWaiting } from "../waiting/waiting.js";
import { startHelpHere } from "../table/help_here.js";
import { startSheetHeld } from "../table/sheet_held.js";
import { startEntry } from "../entry/entry.js";
import { startDraft } from "../entry/draft.js";
import { startPhase } from "../entry/phase.js";
import { startSurface } from "../surface/surface.js";
import { startUndo } from "../table/undo.js";
import { entryKept, startKept } from "../entry/kept.js";

startPhone();
startSignals();
startWaiting(entryKept);
startHelpHere();
startSheetHeld();
startEntry();
startDraft();
startPhase();
startSurface();
startUndo();
startKept();
