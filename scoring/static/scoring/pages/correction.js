// A hand that is corrected.

import { startCountingDialog } from "../counting/dialog.js";
import { startBack } from "../entry/back.js";
import { startCorrection } from "../entry/correction.js";
import { startEntry } from "../entry/entry.js";
import { startSurface } from "../surface/surface.js";

startEntry();
startCountingDialog();
startBack();
startSurface();
startCorrection();
