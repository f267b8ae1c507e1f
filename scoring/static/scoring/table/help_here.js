// Help where there is no network. Without HTTPS a phone keeps no pages, and this one has to stay open: it reads ahead what
// somebody at a table may look up, and shows it over itself.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";

export function startHelpHere() {
  const SECTIONS = ["at-the-table", "without-network", "corrections", "when-something-fails"];
  const AFTER_MS = 5000; // when nobody waits for anything
  const AGAIN_MS = 60000;
  /** @type {Map<string, Element>} */
  const kept = new Map(); // the texts by their addresses
  const dialog = document.createElement("dialog");

  const findLink = () => find('.icon-row a[rel="help"]');

  // Links lead to where they would on their own page; those to other sections are only words.
  /** @param {string} path @param {string} text */
  function take(path, text) {
    const article = find("article.handbook", new DOMParser().parseFromString(text, "text/html"));
    for (const picture of article.querySelectorAll("img")) picture.remove();
    for (const link of article.querySelectorAll("a[href]")) {
      const url = new URL(link.getAttribute("href") || "", new URL(path, location.href));
      if (SECTIONS.some((section) => url.pathname.endsWith(`/${section}/`))) link.href = url.href;
      else link.replaceWith(...link.childNodes);
    }
    kept.set(path, article);
  }

  async function readAhead() {
    const here = new URL(findLink().href).pathname;
    try {
      for (const section of SECTIONS) {
        const path = here.replace(/[a-z-]+\/$/, `${section}/`);
        if (kept.has(path)) continue;
        const answer = await fetch(path, { headers: { "X-By-Itself": "1" } });
        if (!answer.ok || !answer.headers.has("X-Page")) throw new Error("no answer of ours");
        take(path, await answer.text());
      }
    } catch {
      setTimeout(readAhead, AGAIN_MS);
    }
  }

  function open() {
    dialog.className = "help-here";
    const form = document.createElement("form");
    form.method = "dialog";
    const button = document.createElement("button");
    button.textContent = findLink().dataset.close;
    form.append(button);
    dialog.append(form);
    document.body.append(dialog);
  }

  /** @param {Element} article @param {string} anchor */
  function show(article, anchor) {
    if (!dialog.isConnected) open();
    dialog.querySelector("article")?.remove();
    dialog.append(document.importNode(article, true));
    if (!dialog.open) dialog.showModal();
    const heading = anchor ? dialog.querySelector(`[id="${anchor}"]`) : null;
    heading?.closest("details")?.setAttribute("open", "");
    if (heading) heading.scrollIntoView();
    else dialog.scrollTop = 0;
  }

  /** @param {On<Event, HTMLElement>} event */
  function lookUp(event) {
    const link = event.target.closest("a[href]");
    const isAway = document.documentElement.classList.contains("no-network"); // live.js
    if (!link || !isAway || !(link.rel === "help" || link.closest(".help-here"))) return;
    const url = new URL(link.href);
    const article = kept.get(url.pathname);
    if (!article) return; // waiting.js says that there is no page
    event.preventDefault();
    event.stopPropagation();
    show(article, url.hash.slice(1));
  }

  if (isSecureContext || !document.querySelector('.icon-row a[rel="help"]')) return; // worker.js keeps it
  document.addEventListener("click", lookUp, true);
  setTimeout(readAhead, AFTER_MS);
}
