// Pages that need nothing of their own.

import { startPhone } from "../phone/phone.js";

startPhone();
