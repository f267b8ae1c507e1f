// Messages onto this phone: its browser is asked after a tap, and says of itself where they go.

import { startPhone } from "../../../../scoring/static/scoring/phone/phone.js";
import { find, findField } from "../../../../tarockclub/static/tarockclub/dom.js";

startPhone();

const form = document.querySelector("form#push");
const { serviceWorker } = navigator;

/** A browser has one for this site; it may be for an earlier key. @param {PushManager} manager @param {string} key */
async function subscribe(manager, key) {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "InvalidStateError")) throw error;
    await (await manager.getSubscription())?.unsubscribe();
    return manager.subscribe(options);
  }
}

/** @param {HTMLFormElement} asked */
function startPush(asked) {
  const ready = serviceWorker.ready;
  asked.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const { pushManager } = await ready;
      findField(asked, "subscription").value = JSON.stringify(await subscribe(pushManager, asked.dataset.key));
      asked.submit();
    } catch {
      find("#push-refused").hidden = false;
    }
  });
  asked.hidden = false;
}

if (form && serviceWorker && "PushManager" in window) startPush(form);
else if (form && "standalone" in navigator) find("#push-app").hidden = false; // an iPhone lets only apps do so
