// A person's page as an app: how it gets onto the home screen, from when it is, and that there is a newer program. The
// worker keeps it (scoring/pages/worker.js).

import { tell } from "../../../../scoring/static/scoring/phone/installed.js";
import { startPhone } from "../../../../scoring/static/scoring/phone/phone.js";
import { find } from "../../../../tarockclub/static/tarockclub/dom.js";

startPhone();

const app = find("#own-app");
const notice = find("#app-notice");
const install = find("#app-install");
const { lang, dataset } = document.documentElement;
const workers = navigator.serviceWorker;

/** @param {string} text */
function say(text) {
  find("span", notice).textContent = text;
  notice.hidden = false;
}

// Of what is kept nothing is sent: it may be long ago.
/** @param {string} kept the moment */
function tellAge(kept) {
  /** @type {Intl.DateTimeFormatOptions} */
  const form = { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" };
  say(`${notice.dataset.kept} ${new Date(kept).toLocaleString(lang === "de" ? "de-AT" : "en-GB", form)}`);
  for (const button of document.querySelectorAll("main form button")) button.setAttribute("disabled", "");
  window.addEventListener("online", () => location.reload());
}

if (dataset.kept) tellAge(dataset.kept);
workers?.ready.then(() => {
  app.hidden = false;
});
// As soon as another worker is ready it has thrown away what belongs to the program before it.
workers?.addEventListener("controllerchange", () => {
  const { controller } = workers;
  const check = async () => {
    const isReady = controller?.state === "activated";
    if (isReady && !(await caches.has(`files-${app.dataset.version}`))) say(notice.dataset.newer);
  };
  controller?.addEventListener("statechange", check);
  check();
});
document.addEventListener("visibilitychange", async () => {
  if (!document.hidden) (await workers?.getRegistration())?.update().catch(() => {}); // an app may stay open for days
});
window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  install.hidden = false;
  find("button", install).onclick = () => {
    install.hidden = true;
    event.prompt();
  };
});
// An iPhone offers nothing by itself, and its app knows nothing of what the browser keeps: it begins at this address.
if ("standalone" in navigator) {
  find("#app-share").hidden = Boolean(navigator.standalone);
  find("link[rel=manifest]").href += "&here=1";
}
find("#app-forget").addEventListener("click", () => {
  tell({ forget: app.dataset.here });
  say(notice.dataset.gone);
});
