// The camera at the door, where the browser reads codes by itself and may use it.

import { find } from "../../../../tarockclub/static/tarockclub/dom.js";

/** `take(code)`: what stands in a code. @param {(code: string) => void} take */
export function startCamera(take) {
  const camera = find("#door-camera");
  const video = find("video#door-video");
  if (!("BarcodeDetector" in window) || !navigator.mediaDevices) return;
  camera.hidden = false;
  /** @type {MediaStream | null} */
  let stream = null;

  function stop() {
    for (const track of stream?.getTracks() || []) track.stop();
    stream = null;
    video.hidden = true;
  }

  /** @param {BarcodeDetector} detector */
  async function look(detector) {
    if (!stream) return;
    const [code] = await detector.detect(video).catch(() => []);
    if (!code) {
      setTimeout(() => look(detector), 200);
      return;
    }
    stop();
    take(code.rawValue);
  }

  camera.addEventListener("click", async () => {
    if (stream) {
      stop();
      return;
    }
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      video.srcObject = stream;
      video.hidden = false;
      await video.play();
      look(new BarcodeDetector({ formats: ["qr_code"] }));
    } catch {
      stop();
      camera.hidden = true;
    }
  });
}
