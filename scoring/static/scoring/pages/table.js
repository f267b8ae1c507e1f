// The page of a table, for those who enter hands.

import { startEntry } from "../entry/entry.js";
import { entryKept, startKept } from "../entry/kept.js";
import { startPhase } from "../entry/phase.js";
import { startProvisional } from "../entry/provisional.js";
import { startDraftQuestion, startVersions } from "../entry/versions.js";
import { startPhone } from "../phone/phone.js";
import { startMoments, startRibbon } from "../ribbon/ribbon.js";
import { startSurface } from "../surface/surface.js";
import { startLive } from "../table/live.js";
import { startSignals } from "../table/signals.js";
import { startUndo } from "../table/undo.js";
import { startWaiting } from "../waiting/waiting.js";

startPhone();
startLive();
startSignals();
startWaiting(entryKept);
startProvisional();
startEntry();
startDraftQuestion();
startPhase();
startVersions();
startSurface();
startRibbon();
startMoments();
startUndo();
startKept();
