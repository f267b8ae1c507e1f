// The counting help by itself.

import { startCounting } from "../counting/counting.js";

startCounting();
