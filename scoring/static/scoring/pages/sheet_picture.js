// The written sheet as a PNG, drawn from the server's SVG: for the phone's own way of sharing, where the browser has
// one, and to be saved. It is ready before anybody taps, as a browser shares only what a tap has asked for.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";

const image = find('img[data-part="picture"]');
const share = find('[data-part="share"]');
const save = find('a[data-part="save"]');

function draw() {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  canvas.toBlob(offer, "image/png");
}

/** @param {Blob | null} png */
function offer(png) {
  if (!png) return; // the link to the server's picture stays
  const file = new File([png], save.dataset.name || "", { type: png.type });
  Object.assign(save, { href: URL.createObjectURL(file), download: file.name, textContent: save.dataset.save });
  if (!navigator.canShare?.({ files: [file] })) return;
  share.hidden = false;
  share.addEventListener("click", () => navigator.share({ files: [file] }).catch(tell));
}

/** @param {unknown} error */
function tell(error) {
  if (!(error instanceof DOMException && error.name === "AbortError")) find('[data-part="failed"]').hidden = false; // else somebody has thought better of it
}

image.decode().then(draw);
