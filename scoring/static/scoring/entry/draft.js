// What is half entered stays on the phone: for whoever looks up a rule, is called away, or closes the page.

const nameOf = (/** @type {string} */ table) => `draft ${table}`;
const LONGEST_MS = 24 * 3600 * 1000;

/** @param {Draft} draft */
function put(draft) {
  try {
    localStorage.setItem(nameOf(draft.table), JSON.stringify(draft));
  } catch {
    // A browser that keeps nothing.
  }
}

/** @param {string} table */
function forget(table) {
  try {
    localStorage.removeItem(nameOf(table));
  } catch {
    // A browser that keeps nothing.
  }
}

// What was left here, unless it has become a hand since.
/** @param {string} table @param {string[]} known @returns {Draft | null} */
function left(table, known) {
  try {
    const draft = JSON.parse(localStorage.getItem(nameOf(table)) || "null");
    if (draft && !known.includes(draft.key) && Date.now() - Date.parse(draft.at) < LONGEST_MS) return draft;
  } catch {
    // Nothing that could be read.
  }
  forget(table);
  return null;
}

export const entryDraft = { put, forget, left };
