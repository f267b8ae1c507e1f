// The keys of the desk's forms say which act was the last one in sight when they are used (tournaments/core/acts.py): what
// another director has done counts as seen after some seconds.

export function startSeen() {
  const SEEN_AFTER_MS = 4000;
  document.addEventListener("pieces", () => {
    const seen = document.querySelector("[data-seen]")?.dataset.seen;
    if (!seen) return;
    setTimeout(() => {
      for (const key of document.querySelectorAll('input[name="key"]'))
        key.value = key.value.replace(/~\d+/, `~${seen}`);
    }, SEEN_AFTER_MS);
  });
}
