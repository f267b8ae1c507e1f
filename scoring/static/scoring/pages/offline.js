// The page for the time without network stands in for another one, which is opened as soon as the server answers.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { startPhone } from "../phone/phone.js";
import { startTablesHere } from "../phone/tables_here.js";

function startOffline() {
  const LOOK_MS = 4000;
  const again = find("a#again");
  if (location.pathname === again.dataset.own) return; // somebody has opened it itself
  again.href = location.href;

  // An inn's network answers too, but not with a script.
  async function look() {
    if (document.hidden) return;
    try {
      const answer = await fetch(again.dataset.asks, { method: "HEAD", cache: "no-store", signal: late() });
      if (answer.ok && answer.headers.get("Content-Type")?.startsWith("text/javascript")) location.replace(again.href);
    } catch {
      // not yet
    }
  }

  function late() {
    const limit = new AbortController();
    setTimeout(() => limit.abort(), LOOK_MS);
    return limit.signal;
  }

  window.addEventListener("online", look);
  document.addEventListener("visibilitychange", look);
  setInterval(look, LOOK_MS);
}

startPhone();
startTablesHere();
startOffline();
