// Sharing by the phone's own way where the browser has one, else copying; without script there are text and links.

import { find } from "../dom.js";

const [share, copy] = [find("#share"), find("#copy")];
const text = find("textarea#share-text");
const picture = find("img#share-picture");

/** @param {unknown} error */
function tell(error) {
  if (!(error instanceof DOMException && error.name === "AbortError")) find("#share-failed").hidden = false; // else somebody has thought better of it
}

// A browser shares only at once after a tap: the picture is fetched before.
async function prepare() {
  /** @type {File[]} */
  let files = [];
  try {
    const answer = await fetch(picture.src, { credentials: "same-origin" });
    if (answer.ok) files = [new File([await answer.blob()], "tarock.png", { type: "image/png" })];
  } catch {
    files = []; // the text can be shared all the same
  }
  if (!files.length || !navigator.canShare({ files })) files = [];
  share.hidden = false;
  share.addEventListener("click", () => {
    navigator.share(files.length ? { files, text: text.value } : { text: text.value }).catch(tell);
  });
}

if (typeof navigator.share === "function" && typeof navigator.canShare === "function") prepare();
if (navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", () => {
    navigator.clipboard.writeText(text.value).then(() => {
      copy.textContent = copy.dataset.copied;
    }, tell);
  });
}
text.addEventListener("focus", () => text.select());
