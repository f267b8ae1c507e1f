// What every page does for the phone that shows it.

import { startSearchKey } from "../../../../tarockclub/static/tarockclub/search_key.js";
import { startOutbox } from "../outbox/outbox.js";
import { startInstalled } from "./installed.js";

export function startPhone() {
  startOutbox();
  startInstalled();
  startSearchKey();
}
