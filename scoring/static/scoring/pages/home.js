// Pages that list the tables of this phone.

import { startPhone } from "../phone/phone.js";
import { startTablesHere } from "../phone/tables_here.js";

startPhone();
startTablesHere();
