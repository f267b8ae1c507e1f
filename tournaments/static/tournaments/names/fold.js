// Names as they are compared with what people type: ä, ae and a are the same, as in tarockclub/kit/words.py.

export const foldName = (text) => text.toLowerCase().normalize("NFKD").replace(/[\p{M}\u00ad]/gu, "")
  .replace(/[łđðøæœþıß]/g, (letter) => ({ "ł": "l", "đ": "d", "ð": "d", "ø": "o", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i", "ß": "ss" })[letter])
  .replace(/([aou])e/g, "$1");
