// The gong: a sound made here, so that it needs no network. Browsers let a page sound only after a tap.

const KEPT = "gong";
const PARTIALS = [
  [1, 1],
  [2.76, 0.5],
  [5.4, 0.25],
  [8.93, 0.12],
]; // of a bell: times the lowest tone, how loud
const LOWEST_HZ = 196;
const SECONDS = 5;
const STROKES = [0, 1.6, 3.2];
const LATEST_MS = 10000;
const CALL_HZ = [587, 784, 587]; // a table calls the director: three short high strokes
const CALL_AFTER = 0.28; // seconds
/** @type {AudioContext | null} */
let context = null;
let isOn = remembered() === "on";

function remembered() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function remember() {
  try {
    localStorage.setItem(KEPT, isOn ? "on" : "off");
  } catch {
    // Asked again next time.
  }
}

function wake() {
  const Context = window.AudioContext || window.webkitAudioContext;
  if (!Context) return;
  context ||= new Context();
  if (context.state === "suspended") context.resume();
}

/** @param {AudioContext} within @param {number} at @param {number} lowest @param {number} seconds */
function stroke(within, at, lowest = LOWEST_HZ, seconds = SECONDS) {
  for (const [times, loud] of PARTIALS) {
    const tone = within.createOscillator();
    const volume = within.createGain();
    tone.frequency.value = lowest * times;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.35 * loud, at + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + seconds / times ** 0.5);
    tone.connect(volume).connect(within.destination);
    tone.start(at);
    tone.stop(at + seconds);
  }
}

/** @param {DocumentEventMap["gong"]} event */
function sound({ detail }) {
  if (!isOn || !context || detail.late > LATEST_MS) return; // a device that has slept wakes up in silence
  wake();
  for (const after of STROKES) stroke(context, context.currentTime + after);
}

function soundCall() {
  if (!isOn || !context) return;
  wake();
  for (const [number, tone] of CALL_HZ.entries()) stroke(context, context.currentTime + number * CALL_AFTER, tone, 1);
}

function show() {
  for (const button of document.querySelectorAll("[data-sound]")) {
    const isReady = isOn && context !== null;
    button.hidden = false;
    if (button.getAttribute("aria-pressed") === String(isReady)) continue;
    button.setAttribute("aria-pressed", String(isReady));
    button.textContent = isReady ? button.dataset.on : button.dataset.off;
  }
}

export function startSound() {
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-sound]")) return;
    isOn = !(isOn && context !== null);
    remember();
    if (isOn) {
      wake();
      if (context) stroke(context, context.currentTime); // so that everybody knows how loud it is
    }
    show();
  });
  // Whoever had it on needs no second tap: any one will do.
  document.addEventListener("pointerdown", () => {
    if (!isOn || context) return;
    wake();
    show();
  });
  document.addEventListener("gong", sound);
  document.addEventListener("call", soundCall);
  document.addEventListener("pieces", show);
  document.addEventListener("news", show);
  show();
}

export const gong = { isOn: () => isOn && context !== null };
