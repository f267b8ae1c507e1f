// Follows what changes on the server: a page asks again and again with the tag of what it shows, more rarely while no
// answer comes, and not while nobody looks at it.

const ANSWER_WITHIN_MS = 8000;
const DOUBLINGS = 3; // of the time between two questions
const CLICK_AFTER_MS = 60; // that a finger was lifted
const LONGEST_TAP_MS = 1000;

let isPressed = false;
document.addEventListener("pointerdown", () => press(true), { capture: true, passive: true });
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => press(false), { capture: true, passive: true });
}

/** @param {boolean} isDown */
function press(isDown) {
  isPressed = isDown;
  if (!isDown) document.dispatchEvent(new Event("lifted"));
}

/** While a finger is on the page nothing moves under it, and nothing is put in the place of what it taps on. */
async function lift() {
  if (!isPressed) return;
  await new Promise((done) => {
    document.addEventListener("lifted", done, { once: true });
    setTimeout(done, LONGEST_TAP_MS);
  });
  await new Promise((done) => setTimeout(done, CLICK_AFTER_MS));
}

/** The time of day is enough, unless it was another day. @param {Date} time */
function formatTime(time) {
  /** @type {Intl.DateTimeFormatOptions} */
  const day = time.toDateString() === new Date().toDateString() ? {} : { day: "numeric", month: "numeric" };
  return time.toLocaleString(document.documentElement.lang, { ...day, hour: "2-digit", minute: "2-digit" });
}

/**
 * @typedef {object} Subject What a page follows.
 * @property {string} url
 * @property {() => number} every Milliseconds to the next question, and up to a quarter of that more: not all ask at once.
 * @property {number} [longest] Milliseconds to it while no answer comes.
 * @property {() => string | undefined} [tag] Of what is shown.
 * @property {(text: string, answer: Response) => boolean | Promise<boolean>} take
 * Shows what is new; whether it was an answer of ours, not one of an inn's network.
 * @property {(answer: Response | null) => void} [hear] Hears of each question, null without an answer.
 * @property {(failures: number, time: string) => void} [tell] Of questions since an answer, and when that came.
 * @property {() => boolean} [isAsleep]
 * @property {boolean} [reloads]
 * @property {Date | null} [since] When the page was made, if it came without the network: the server is asked at once.
 */
/** @param {Subject} subject */
export function follow({
  url,
  every,
  longest = 10000,
  tag = () => "",
  take,
  hear = () => {},
  tell = () => {},
  isAsleep = () => document.hidden,
  reloads = false,
  since = null,
}) {
  let timer = 0;
  /** @type {AbortController | null} */
  let asking = null; // the question that is on its way
  let failures = since ? 1 : 0;
  let upToDate = since || new Date();

  async function ask() {
    clearTimeout(timer);
    if (asking || isAsleep()) return;
    const question = new AbortController();
    asking = question;
    const limit = setTimeout(() => question.abort(), ANSWER_WITHIN_MS);
    /** @type {Response | null} */
    let answer = null;
    let text = "";
    try {
      const headers = { "If-None-Match": tag() || "" };
      answer = await fetch(url, { headers, cache: "no-store", credentials: "same-origin", signal: question.signal });
      if (answer.status === 200 && !answer.redirected) text = await answer.text();
    } catch {
      answer = null; // no network, too late, or nobody looks any more: asked again
    }
    clearTimeout(limit);
    await lift();
    asking = null;
    if (isAsleep()) return;
    try {
      hear(answer);
      const isFine = answer?.status === 304 || (answer && text && (await take(text, answer)));
      failures = isFine ? 0 : failures + 1;
      if (isFine) upToDate = new Date();
      tell(failures, formatTime(upToDate));
    } finally {
      timer = setTimeout(ask, pause());
    }
  }

  function pause() {
    return Math.min(longest, every() * 2 ** Math.min(failures, DOUBLINGS)) * (1 + Math.random() / 4);
  }

  document.addEventListener("visibilitychange", () => {
    if (isAsleep()) asking?.abort();
    else ask();
  });
  window.addEventListener("online", ask);
  // A page that comes back by the browser's memory may have keys that were used.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && reloads) window.location.reload();
    else if (persisted) ask();
  });
  timer = setTimeout(ask, since ? 0 : pause());
  return { ask, isAway: () => failures > 1 }; // one question without an answer means nothing in an inn; two do
}
