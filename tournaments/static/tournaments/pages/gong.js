// The clocks of a page, and their gong.

import { startClock } from "../clock/clock.js";
import { startSound } from "../clock/sound.js";

startClock();
startSound();
