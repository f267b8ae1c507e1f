// The tablet in the middle of the table: the screen stays on, and a tap makes it fill.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { keepScreenOn, offerFullScreen } from "../../../../tarockclub/static/tarockclub/screen.js";
import { startPhone } from "../phone/phone.js";
import { startLive } from "../table/live.js";

function startTablet() {
  offerFullScreen(find('[data-part="full"]'));
  keepScreenOn();
}

startPhone();
startLive();
startTablet();
