// The tables that this phone has opened, the newest first: whoever has lost the page finds it again.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";
import { listHands, listTables } from "../outbox/store.js";
import { forgetTable } from "./installed.js";

export function startTablesHere() {
  const section = find("#tables-here");
  const list = find("ul", section);
  const { one, many, opened } = section.dataset;
  const language = document.documentElement.lang === "de" ? "de-AT" : "en-GB";
  /** @type {Intl.DateTimeFormatOptions} */
  const DAY = { day: "numeric", month: "long" };
  /** @type {Intl.DateTimeFormatOptions} */
  const TIME = { hour: "2-digit", minute: "2-digit" };

  /** @param {OpenedTable} table @param {number} waits */
  function entry({ path, names, at }, waits) {
    const item = find("li", find("template", section).content).cloneNode(true);
    /** @param {string} part @param {string} text */
    const write = (part, text) => {
      find(`[data-part="${part}"]`, item).textContent = text;
    };
    const forget = find(".forget", item);
    find("a", item).href = path;
    write("names", names);
    const when = new Date(at);
    write("opened", `${opened} ${when.toLocaleDateString(language, DAY)}, ${when.toLocaleTimeString(language, TIME)}`);
    write("waits", waits === 1 ? one : waits ? many.replace("#", String(waits)) : "");
    forget.hidden = waits > 0;
    forget.setAttribute("aria-label", `${forget.textContent}: ${names}`);
    forget.addEventListener("click", async () => {
      await forgetTable(path);
      show();
    });
    return item;
  }

  // Where hands wait is listed also if somebody has removed the table while its page was open elsewhere.
  /** @param {OpenedTable[]} tables @param {Hand[]} hands */
  function whole(tables, hands) {
    const all = new Map(tables.map((table) => [table.path, table]));
    for (const { table, said, at } of hands) {
      if (!all.has(table)) all.set(table, { path: table, names: said, at });
    }
    return Array.from(all.values());
  }

  async function show() {
    try {
      const [known, hands] = await Promise.all([listTables(), listHands()]);
      const tables = whole(known, hands);
      const waiting = (/** @type {string} */ path) => hands.filter((hand) => hand.table === path).length;
      list.replaceChildren(...tables.map((table) => entry(table, waiting(table.path))));
      section.hidden = tables.length === 0;
    } catch {
      section.hidden = true; // a browser that keeps nothing
    }
  }

  document.addEventListener("outbox", show);
  window.addEventListener("pageshow", show);
}
