// The page for the time without network.

import { startOffline } from "../phone/offline.js";
import { startPhone } from "../phone/phone.js";
import { startTablesHere } from "../phone/tables_here.js";

startPhone();
startTablesHere();
startOffline();
