// Sharing by the phone's own way where the browser has one, else copying; without script there are text and links.

const [share, copy, text, failed, picture] = ["share", "copy", "share-text", "share-failed", "share-picture"]
  .map((id) => document.getElementById(id));

function tell(error) {
  if (error?.name !== "AbortError") failed.hidden = false; // else somebody has thought better of it
}

// A browser shares only at once after a tap: the picture is fetched before.
async function prepare() {
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
    navigator.clipboard.writeText(text.value).then(() => { copy.textContent = copy.dataset.copied; }, tell);
  });
}
text.addEventListener("focus", () => text.select());
