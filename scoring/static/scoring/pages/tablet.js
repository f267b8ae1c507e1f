// The tablet in the middle of the table.

import { startPhone } from "../phone/phone.js";
import { startLive } from "../table/live.js";
import { startTablet } from "../table/tablet.js";

startPhone();
startLive();
startTablet();
