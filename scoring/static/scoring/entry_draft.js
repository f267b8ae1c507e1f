// What is half entered stays on the phone: for whoever looks up a rule, is called away, or closes the page.
"use strict";

const entryDraft = (() => {
  const NAME = `draft ${liveTable.table}`;
  const LONGEST_MS = 24 * 3600 * 1000;

  function put(draft) {
    try {
      localStorage.setItem(NAME, JSON.stringify(draft));
    } catch {
      // A browser that keeps nothing.
    }
  }

  function forget() {
    try {
      localStorage.removeItem(NAME);
    } catch {
      // A browser that keeps nothing.
    }
  }

  // What was left here, unless it has become a hand since.
  function left(known) {
    try {
      const draft = JSON.parse(localStorage.getItem(NAME));
      if (draft && !known.includes(draft.key) && Date.now() - Date.parse(draft.at) < LONGEST_MS) return draft;
    } catch {
      // Nothing that could be read.
    }
    forget();
    return null;
  }

  return { put, forget, left };
})();

// With every tap; but not what the server has kept anyway: once it is decided nothing else may be entered under its key.
function note() {
  if (value("p0-contract") && !entryKept.isLate()) entryDraft.put(entryKept.entered());
}
