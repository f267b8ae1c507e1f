// A hand that is corrected.

import { startBack } from "../entry/back.js";
import { startCorrection } from "../entry/correction.js";
import { startEntry } from "../entry/entry.js";
import { startSurface } from "../surface/surface.js";

startEntry();
startBack();
startSurface();
startCorrection();
