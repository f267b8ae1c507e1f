// Messages onto this phone: its browser is asked after a tap, and says of itself where they go.

import { startPhone } from "../../../../scoring/static/scoring/phone/phone.js";
import { find, findField } from "../../../../tarockclub/static/tarockclub/dom.js";

startPhone();

const form = find("form#push");

function startPush() {
  const { ready } = navigator.serviceWorker;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const options = { userVisibleOnly: true, applicationServerKey: form.dataset.key };
      const subscription = await (await ready).pushManager.subscribe(options);
      findField(form, "subscription").value = JSON.stringify(subscription);
      form.submit();
    } catch {
      find("#push-refused").hidden = false;
    }
  });
  form.hidden = false;
}

if (navigator.serviceWorker && "PushManager" in window) startPush();
else if ("standalone" in navigator) find("#push-app").hidden = false; // an iPhone lets only apps do so
