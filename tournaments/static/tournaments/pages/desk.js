// The desk: the tables of a round as they play.

import { startClock } from "../clock/clock.js";
import { startSound } from "../clock/sound.js";
import { startCalls } from "../desk/calls.js";
import { startDesk } from "../desk/live.js";
import { startSeen } from "../desk/seen.js";

startClock();
startSound();
const live = document.getElementById("live");
if (live) startDesk(live);
startCalls();
startSeen();
