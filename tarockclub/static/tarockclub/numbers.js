// Numbers as people write them, read as the server reads them (tarockclub/kit/numbers.py).

/** @typedef {{ above: number, below: number }} Fraction */

/** @type {Record<string, number[]>} */
const FRACTIONS = { "½": [1, 2], "⅓": [1, 3], "⅔": [2, 3], "¼": [1, 4], "¾": [3, 4], "⅕": [1, 5], "⅖": [2, 5] };
Object.assign(FRACTIONS, { "⅗": [3, 5], "⅘": [4, 5], "⅙": [1, 6], "⅚": [5, 6] });
const LONGEST = 40;
const AMOUNT =
  /^([+-]?) ?(?:(?:€|EUR|Euro) ?([+-]?))? ?([0-9.,][0-9., '/-]*|)([½⅓⅔¼¾⅕⅖⅗⅘⅙⅚]?) ?(?:(?:P|Pkte?|Punkte?|Pts?|Points?|EUR)\.?|€|Euro)?$/i;
const WHOLE = /^(?:[0-9]{1,15}|[1-9][0-9]{0,2}([.,' ])[0-9]{3}(?:\1[0-9]{3})*)$/;
const ENDING = /^(?:(.*[0-9])[.,]--?|([0-9]{1,3})\.)$/;
const MIXED = /^(?:(.*[0-9]) )?([0-9]{1,4})\/([1-9][0-9]{0,3})$/;
const DECIMALS = /^(.*)([.,])([0-9]{1,20})$/;

/** Return what a text may mean: nothing, one number, or two (thousands first). @param {string} text @returns {Fraction[]} */
export function listReadings(text) {
  const plain = text
    .replace(/[−–—‐‑‒﹣－]/g, "-")
    .replace(/[’‘ʼ´`]/g, "'")
    .replace(/[\t\u00a0\u2007\u2009\u202f]/g, " ")
    .replace(/⁄/g, "/")
    .replace(/[\u200b\u2060\ufeff]/g, "")
    .split(" ")
    .filter(Boolean)
    .join(" ");
  const match = plain.length <= LONGEST ? AMOUNT.exec(plain) : null;
  if (!match || (match[1] && match[2])) return [];
  const sign = `${match[1]}${match[2] || ""}` === "-" ? -1 : 1;
  return readDigits(match[3].trim(), match[4]).map(({ above, below }) => ({ above: sign * above, below }));
}

/** @param {string} digits @param {string} sign A fraction at the end. */
function readDigits(digits, sign) {
  if (sign) return joinFraction(digits, FRACTIONS[sign]);
  const mixed = MIXED.exec(digits);
  if (mixed) {
    const [above, below] = [Number(mixed[2]), Number(mixed[3])];
    const isClear = above < below || (!mixed[1] && mixed[2].length === 1);
    return isClear ? joinFraction(mixed[1] || "", [above, below]) : [];
  }
  const ending = ENDING.exec(digits);
  return ending ? joinFraction(ending[1] || ending[2], [0, 1]) : readDecimals(digits);
}

/** @param {string} whole @param {number[]} fraction */
function joinFraction(whole, [above, below]) {
  if (!whole) return [{ above, below }];
  return WHOLE.test(whole) ? [{ above: countWhole(whole) * below + above, below }] : [];
}

/** @param {string} digits */
function readDecimals(digits) {
  const split = DECIMALS.exec(digits);
  const before = split && WHOLE.exec(split[1]);
  if (!split || (split[1] && (!before || before[1] === split[2]))) return digits ? joinFraction(digits, [0, 1]) : [];
  const below = 10 ** split[3].length;
  const decimal = { above: countWhole(split[1] || "0") * below + Number(split[3]), below };
  return WHOLE.test(digits) ? [{ above: countWhole(digits), below: 1 }, decimal] : [decimal];
}

/** @param {string} digits */
function countWhole(digits) {
  return Number(digits.replace(/[^0-9]/g, ""));
}

/** Return a number as parts, `each` to one; null for what allows two readings or none, or is no whole number of them.
 * @param {string} text @param {number} each */
export function countParts(text, each) {
  const readings = listReadings(text);
  if (readings.length !== 1) return null;
  const exact = (readings[0].above * each) / readings[0].below;
  const parts = Math.round(exact);
  return Math.abs(exact - parts) <= 1e-6 ? parts : null;
}
