// A wall of the hall.

import { startClock } from "../clock/clock.js";
import { startSound } from "../clock/sound.js";
import { startDesk } from "../desk/live.js";
import { startWall } from "../desk/wall.js";

startClock();
startSound();
const live = document.getElementById("live");
if (live) startDesk(live);
startWall();
