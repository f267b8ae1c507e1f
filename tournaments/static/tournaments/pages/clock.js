// The clocks of a page that follows nothing else, or whose own script follows it.

import { startClock } from "../clock/clock.js";

startClock();
