// A club's look while it is chosen: the server draws the preview of every change. Photographs are made small first, as
// no form takes them as a camera does.

import { startPhone } from "../../../../scoring/static/scoring/phone/phone.js";
import { find } from "../dom.js";

const WIDEST = 1600;
const MOST_BYTES = 400_000; // two files in a form of 1 MB

const form = find("form#look");
let asked = 0;

/** @param {HTMLInputElement} input */
async function shrink(input) {
  const file = input.files?.[0];
  if (!file || file.size <= MOST_BYTES) return;
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return; // the server says that it is none
  const canvas = document.createElement("canvas");
  const scale = Math.min(1, WIDEST / picture.width);
  [canvas.width, canvas.height] = [picture.width * scale, picture.height * scale];
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.8));
  if (!blob) return;
  const files = new DataTransfer();
  files.items.add(new File([blob], file.name, { type: "image/jpeg" }));
  input.files = files.files;
}

async function preview() {
  const number = ++asked;
  const body = new FormData(form);
  body.set("tries", "1");
  const answer = await fetch(form.action, { method: "POST", body, credentials: "same-origin" }).catch(() => null);
  if (!answer?.ok || number !== asked) return; // a colour that is refused says so when it is saved
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const drawn = page.querySelector("#look-preview");
  if (drawn) find("#look-preview").replaceWith(drawn);
}

form.addEventListener("change", async ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  if (target.type === "color") find('input[name="colour"][value="own"]').checked = true;
  if (target.type === "file") await shrink(target);
  await preview();
});

startPhone();
