// Sharing by the phone's own way where the browser has one, else copying; without script there are text and links.

import { find } from "../dom.js";

const share = document.querySelector("button#share"); // none while a page waits for its numbers
const picture = document.querySelector("img#share-picture");

/** @param {unknown} error */
function tell(error) {
  if (!(error instanceof DOMException && error.name === "AbortError")) find("#share-failed").hidden = false; // else somebody has thought better of it
}

// A browser shares only at once after a tap: the picture is fetched before.
/** @param {HTMLButtonElement} button */
async function prepare(button) {
  const text = find("textarea#share-text");
  /** @type {File[]} */
  let files = [];
  try {
    const answer =
      picture instanceof HTMLImageElement ? await fetch(picture.src, { credentials: "same-origin" }) : null;
    if (answer?.ok) files = [new File([await answer.blob()], "tarock.png", { type: "image/png" })];
  } catch {
    files = []; // the text can be shared all the same
  }
  if (!files.length || !navigator.canShare({ files })) files = [];
  button.hidden = false;
  button.addEventListener("click", () => {
    navigator.share(files.length ? { files, text: text.value } : { text: text.value }).catch(tell);
  });
}

if (
  share instanceof HTMLButtonElement &&
  typeof navigator.share === "function" &&
  typeof navigator.canShare === "function"
)
  prepare(share);
// An inn's own network has no certificate: there the old way of copying is the only one, for what is selected. The
// new one may be refused, too.
/** @param {HTMLTextAreaElement} text */
async function copyText(text) {
  const isCopied = await navigator.clipboard
    ?.writeText(text.value)
    .then(() => true)
    .catch(() => false);
  if (isCopied) return;
  const fold = text.closest("details");
  if (fold) fold.open = true;
  text.select();
  if (!document.execCommand("copy")) throw new Error("not copied");
}

for (const button of document.querySelectorAll("button[data-copies]")) {
  if (!(button instanceof HTMLButtonElement)) continue;
  const text = find(`textarea#${button.dataset.copies}`);
  if (!(text instanceof HTMLTextAreaElement)) continue;
  button.hidden = false;
  button.addEventListener("click", () => {
    copyText(text).then(() => {
      button.textContent = button.dataset.copied ?? "";
    }, tell);
  });
}
for (const text of document.querySelectorAll("textarea")) text.addEventListener("focus", () => text.select());
