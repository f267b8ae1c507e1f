// The server's time, where the page has a clock: a tournament goes by it, whatever clock the phone has.

// The milliseconds since 1970, or null where no clock of this page knows them.
export function askServerTime() {
  const question = new CustomEvent("server-time", { detail: { now: null } });
  document.dispatchEvent(question);
  return question.detail.now;
}
