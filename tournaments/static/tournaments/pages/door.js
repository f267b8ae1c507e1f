// The door.

import { startDoor } from "../door/door.js";

const form = document.querySelector("form#door, div#door");
if (form) startDoor(form);
