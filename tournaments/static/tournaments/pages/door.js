// The door.

import { startDoor } from "../door/door.js";

startDoor();
