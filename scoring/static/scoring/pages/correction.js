// A hand that is corrected.

import { startEntry } from "../entry/entry.js";
import { startBack } from "../entry/back.js";
import { startSurface } from "../surface/surface.js";
import { startCorrection } from "../entry/correction.js";

startEntry();
startBack();
startSurface();
startCorrection();
