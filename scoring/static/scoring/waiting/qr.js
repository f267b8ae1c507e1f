// QR codes (ISO/IEC 18004:2015), drawn without the network: byte mode, versions 1 to 40. Error correction L:
// nothing covers a screen, and its modules are the largest.
// `qr.encode(text)` -> { version, mask, rows }: rows[y][x] is 1 where a module is dark, without the quiet zone.
// `qr.path(rows)` -> the dark modules as a path of an SVG whose viewBox is `qr.box(rows)`, with a quiet zone of 4.

/**
 * @typedef {ReturnType<typeof plan>} Plan
 * @typedef {(x: number, y: number, dark: number | boolean) => void} Put
 */

const QUIET = 4;
const LARGEST = 40;
// By version: error correction codewords of a block, and how many blocks there are (table 9).
const CORRECTIONS = [
  7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30,
  30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
];
const BLOCKS = [
  1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19,
  20, 21, 22, 24, 25,
];
const LEVEL_BITS = 1; // table 12
/** Where a module turns round (table 10). @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** @param {number} length */
const range = (length) => Array.from({ length }, (_, at) => at);
/** @param {number} value @param {number} length */
const bits = (value, length) => range(length).map((at) => (value >>> (length - 1 - at)) & 1);

// --- how much there is room for ---

/** The lines on which the centres of the alignment patterns lie (annex E). @param {number} version */
const alignment = (version) => {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : 2 * Math.ceil((version * 4 + 4) / (count * 2 - 2));
  return [6, ...range(count - 1).map((at) => version * 4 + 10 - step * (count - 2 - at))];
};

/** Modules that hold codewords: all but finders, timing, alignment, format and version. @param {number} version */
const room = (version) => {
  const lines = alignment(version).length;
  const patterns = lines ? 25 * lines * lines - 10 * lines - 55 : 0;
  return (16 * version + 128) * version + 64 - patterns - (version >= 7 ? 36 : 0);
};

/** @param {number} version */
const head = (version) => (version < 10 ? 12 : 20); // bits: the mode, and how many bytes follow

/** @param {number} version */
const plan = (version) => {
  const codewords = Math.floor(room(version) / 8);
  const [corrections, blocks] = [CORRECTIONS[version - 1], BLOCKS[version - 1]];
  return { version, codewords, corrections, blocks, data: codewords - corrections * blocks };
};

/** @param {number} bytes */
const smallest = (bytes) => {
  /** @param {Plan} plan */
  const fits = ({ version, data }) => head(version) + 8 * bytes <= 8 * data;
  const found = range(LARGEST)
    .map((at) => plan(at + 1))
    .find(fits);
  if (!found) throw new RangeError(`${bytes} bytes are too many for a QR code`);
  return found;
};

// --- codewords ---

/** @param {number[]} bytes @param {Plan} plan */
const dataOf = (bytes, { version, data }) => {
  const stream = [...bits(4, 4), ...bits(bytes.length, head(version) - 4)];
  for (const byte of bytes) stream.push(...bits(byte, 8));
  stream.push(...bits(0, Math.min(4, data * 8 - stream.length)));
  while (stream.length % 8) stream.push(0);
  const words = range(stream.length / 8).map((at) => parseInt(stream.slice(at * 8, at * 8 + 8).join(""), 2));
  for (let pad = 0xec; words.length < data; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
};

// Multiplication in the field of 256 elements, by logarithms.
const POWERS = [1];
for (let at = 1; at < 255; at += 1) POWERS.push((POWERS[at - 1] << 1) ^ (POWERS[at - 1] > 127 ? 0x11d : 0));
/** @type {number[]} */
const LOGS = [];
POWERS.forEach((power, at) => {
  LOGS[power] = at;
});
/** @param {number} a @param {number} b */
const times = (a, b) => (a && b ? POWERS[(LOGS[a] + LOGS[b]) % 255] : 0);

/** The divisor without its leading 1: the product of (x - 2^at). @param {number} degree */
const divisor = (degree) =>
  range(degree)
    .reduce(
      (found, at) => found.concat(0).map((one, place) => one ^ (place ? times(found[place - 1], POWERS[at]) : 0)),
      [1],
    )
    .slice(1);

/** @param {number[]} words @param {number[]} by */
const remainder = (words, by) =>
  words.reduce(
    (rest, word) => {
      const factor = word ^ rest[0];
      return [...rest.slice(1), 0].map((one, at) => one ^ times(by[at], factor));
    },
    by.map(() => 0),
  );

// The blocks' codewords in turns: first the data, then the corrections; the last blocks may be one longer.
/** @param {number[]} words @param {Plan} plan */
const interleaved = (words, { codewords, corrections, blocks }) => {
  const by = divisor(corrections);
  const [short, long] = [Math.floor(codewords / blocks) - corrections, codewords % blocks];
  const parts = range(blocks).map((at) => {
    const begin = at * short + Math.max(0, at - (blocks - long));
    return words.slice(begin, begin + short + (at >= blocks - long ? 1 : 0));
  });
  /** @param {number[][]} lists @param {number} length */
  const inTurns = (lists, length) => range(length).flatMap((at) => lists.flatMap((list) => list.slice(at, at + 1)));
  return [
    ...inTurns(parts, short + 1),
    ...inTurns(
      parts.map((part) => remainder(part, by)),
      corrections,
    ),
  ];
};

// --- modules ---

// A square of rings around a centre; `dark` says by the distance.
/**
 * @param {Put} put
 * @param {number} x
 * @param {number} y
 * @param {number} reach
 * @param {(distance: number) => boolean} dark
 */
const rings = (put, x, y, reach, dark) => {
  for (let dy = -reach; dy <= reach; dy += 1) {
    for (let dx = -reach; dx <= reach; dx += 1) put(x + dx, y + dy, dark(Math.max(Math.abs(dx), Math.abs(dy))));
  }
};

/** @param {number} value @param {number} length @param {number} by */
const withCheck = (value, length, by) => {
  let rest = value;
  for (let at = 0; at < length; at += 1) rest = (rest << 1) ^ ((rest >>> (length - 1)) * by);
  return (value << length) | rest;
};

// Fifteen bits, once around the first finder and once split between the two others.
/** @param {Put} put @param {number} size @param {number} mask */
const putFormat = (put, size, mask) => {
  const format = bits(withCheck((LEVEL_BITS << 3) | mask, 10, 0x537) ^ 0x5412, 15).reverse();
  format.forEach((bit, at) => {
    put(8, at < 6 ? at : at < 8 ? at + 1 : size - 15 + at, bit);
    put(at < 8 ? size - 1 - at : at === 8 ? 7 : 14 - at, 8, bit);
  });
  put(8, size - 8, 1);
};

/** @param {Put} put @param {number} size @param {number} version */
const putVersion = (put, size, version) => {
  bits(withCheck(version, 12, 0x1f25), 18)
    .reverse()
    .forEach((bit, at) => {
      const [near, far] = [Math.floor(at / 3), size - 11 + (at % 3)];
      put(near, far, bit);
      put(far, near, bit);
    });
};

/** @param {Put} put @param {number} size @param {number} version */
const putPatterns = (put, size, version) => {
  for (let at = 0; at < size; at += 1) {
    put(6, at, at % 2 === 0);
    put(at, 6, at % 2 === 0);
  }
  const lines = alignment(version);
  const last = size - 7;
  for (const x of lines) {
    for (const y of lines) {
      const inFinder = (x === 6 && (y === 6 || y === last)) || (x === last && y === 6);
      if (!inFinder) rings(put, x, y, 2, (distance) => distance !== 1);
    }
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ])
    rings(put, x, y, 4, (at) => at !== 2 && at !== 4);
  if (version >= 7) putVersion(put, size, version);
};

// Upwards and downwards by turns, in columns of two, from the right; past the upright timing pattern.
/**
 * @param {number[][]} rows
 * @param {(x: number, y: number) => boolean} free
 * @param {number[]} words
 * @param {number} mask
 */
const putWords = (rows, free, words, mask) => {
  const size = rows.length;
  let at = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    const up = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (!free(x, y)) continue;
        const bit = (words[at >>> 3] >>> (7 - (at & 7))) & 1; // past the end: 0
        rows[y][x] = bit ^ (MASKS[mask](x, y) ? 1 : 0);
        at += 1;
      }
    }
  }
};

/** @param {number[]} words @param {number} version @param {number} mask @returns {number[][]} */
const drawn = (words, version, mask) => {
  const size = version * 4 + 17;
  const rows = range(size).map(() => Array(size).fill(null));
  /** @type {Put} */
  const put = (x, y, dark) => {
    if (x >= 0 && y >= 0 && x < size && y < size) rows[y][x] = dark ? 1 : 0;
  };
  putPatterns(put, size, version);
  putFormat(put, size, mask);
  putWords(rows, (x, y) => rows[y][x] === null, words, mask);
  return rows;
};

// --- which mask: the code that misleads a reader least (table 11) ---

/** Five of a kind or more in a row, and what looks like a finder with light beside it. @param {string} line */
const ofALine = (line) => {
  const runs = (line.match(/0+|1+/g) || []).reduce((sum, { length }) => sum + (length > 4 ? length - 2 : 0), 0);
  const quiet = "0".repeat(QUIET);
  const finders = (quiet + line + quiet).match(/00001011101|1011101(?=0000)/g) || [];
  return runs + 40 * finders.length;
};

/** @param {number[][]} rows */
const penalty = (rows) => {
  const lines = [...rows, ...rows.map((_, x) => rows.map((row) => row[x]))].map((line) => line.join(""));
  const blocks = rows
    .slice(1)
    .flatMap((row, y) =>
      row.slice(1).filter((one, x) => one === row[x] && one === rows[y][x] && one === rows[y][x + 1]),
    );
  const share = rows.flat().filter(Boolean).length / rows.length ** 2;
  return (
    lines.reduce((sum, line) => sum + ofALine(line), 0) + 3 * blocks.length + 10 * Math.floor(Math.abs(share * 20 - 10))
  );
};

/** @param {string} text */
const encode = (text) => {
  const bytes = [...new TextEncoder().encode(text)];
  const chosen = smallest(bytes.length);
  const words = interleaved(dataOf(bytes, chosen), chosen);
  const codes = MASKS.map((_, mask) => ({ version: chosen.version, mask, rows: drawn(words, chosen.version, mask) }));
  const penalties = codes.map(({ rows }) => penalty(rows));
  return codes[penalties.indexOf(Math.min(...penalties))];
};

/** @param {number[][]} rows */
const box = (rows) => `0 0 ${rows.length + 2 * QUIET} ${rows.length + 2 * QUIET}`;
/** @param {number[][]} rows */
const path = (rows) =>
  rows
    .map((row, y) =>
      Array.from(
        row.join("").matchAll(/1+/g),
        ({ 0: { length }, index }) => `M${index + QUIET} ${y + QUIET}h${length}v1h-${length}z`,
      ).join(""),
    )
    .join("");

export const qr = { encode, path, box };
