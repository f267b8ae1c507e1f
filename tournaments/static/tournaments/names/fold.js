// Names as they are compared with what people type: ä, ae and a are the same, as in tarockclub/kit/words.py.

/** @type {Record<string, string>} */
const LETTERS = { ł: "l", đ: "d", ð: "d", ø: "o", æ: "ae", œ: "oe", þ: "th", ı: "i", ß: "ss" };

/** @param {string} text */
export function foldName(text) {
  const bare = text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\p{M}\u00ad]/gu, "");
  return bare.replace(/[łđðøæœþıß]/g, (letter) => LETTERS[letter]).replace(/([aou])e/g, "$1");
}
