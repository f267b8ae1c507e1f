// The page for the time without network.

import { startPhone } from "../phone/phone.js";
import { startTablesHere } from "../phone/tables_here.js";
import { startOffline } from "../phone/offline.js";

startPhone();
startTablesHere();
startOffline();
