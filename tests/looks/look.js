/**
 * What the look asks of every page, measured as it stands: where it misses, as [measure, words].
 *
 * A text is what can be seen of a node of text; what is clipped, for those who listen only, is none.
 */

const PHONE = 16; // px at the left of everything
const [THUMB, NARROWEST] = [44, 24];
const WIDEST = 1120;
const MOST_SIZES = 5;
const [LOWEST_ROW, HIGHEST_ROW] = [36, 44];
const MOST_OF_A_ROW = 66; // px on a phone, on average: so 33 rows, with what stands above them, end before LONGEST
const [LONG_LIST, LONGEST_LIST, LONGEST] = [8, 33, 2500];
const [CLEAR_TEXT, CLEAR_RING] = [4.5, 3];
const [FEWEST_LETTERS, WIDE] = [6, 0.5]; // letters in a line of several; the width of a letter, in its size
const FREE_LETTERS = 5; // beside a text that is cut
const [SMALLEST_DRAWN, LARGEST_DRAWN] = [9.5, 17]; // px
const TALL_PAGE = 500; // px of content, from which each third of a laptop's page has something to say
const TAPPED = "a[href]:not(.skip), button, select, summary, textarea, input:not([type=hidden])";
const TYPED = "input:not([type=hidden], [type=radio], [type=checkbox], [type=range], [type=color]), select, textarea";
const AMONG_MANY = "nav, tr, li, [role=group], figure, dialog, .over-table, .at-table"; // rows, choices, what is over a page
const MOST_BOXES = 3; // beside each other
const NOWHERE = { left: 0, top: 0, right: 0, bottom: 0 };
const EVERYWHERE = { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 };

const misses = [];
const miss = (measure, words) => misses.push([measure, words]);

const remember = (make) => {
  const known = new Map();
  return (one) => {
    if (!known.has(one)) known.set(one, make(one));
    return known.get(one);
  };
};
const round = (number) => Math.round(number * 10) / 10;
const boxOf = (one) => one.getBoundingClientRect();
const styleOf = remember((one) => getComputedStyle(one));
const sizeOf = (one) => parseFloat(styleOf(one).fontSize);
const nameOf = (one) => {
  const words = (one.textContent || one.value || one.getAttribute("aria-label") || "").replace(/\s+/g, " ").trim();
  return `${one.localName}.${one.className.baseVal ?? one.className} "${words.slice(0, 30)}"`;
};
const isMeasured = remember(
  (one) =>
    one.closest("script, style, option, datalist, noscript, iframe") === null &&
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
);
const isBroad = (box) => box.right > 0 && box.right - box.left > 1 && box.bottom - box.top > 1;
const cross = (one, other) => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
});

const holds = (box, left, top) => box.left <= left && box.right >= left && box.top <= top && box.bottom >= top;

/** Where the content of an element can be seen: in the boxes around it that cut off, or move. */
const windowOf = remember((one) => {
  if (one === document.documentElement || one === document.body) return EVERYWHERE;
  const style = styleOf(one);
  if (style.clipPath === "inset(50%)") return NOWHERE;
  const around = style.position === "fixed" ? EVERYWHERE : windowOf(one.parentElement);
  return style.overflowX === "visible" && style.overflowY === "visible" ? around : cross(around, boxOf(one));
});

/** As if all that the page has were under a pointer, had the focus, or was held ("active"), and chosen if it is "pressed".
 * What is to be written back; nothing if no rule asks for the state. */
export function feign(state) {
  const [pseudo, isPressed] = [state.split(" ").at(-1), state.startsWith("pressed")];
  const asks = new RegExp(`:${pseudo}(-visible|-within)?(?![-\\w])`, "g");
  const before = [];
  const write = (part, name, text) => {
    before.push([part, name, part[name]]);
    part[name] = text;
  };
  const go = (rules) => {
    for (const rule of rules) {
      if (rule.selectorText?.match(asks)) write(rule, "selectorText", rule.selectorText.replace(asks, ":not(.nobody)"));
      const isForMice = pseudo === "hover" && rule.media?.mediaText.includes("(hover: hover)");
      if (isForMice) write(rule.media, "mediaText", rule.media.mediaText.replace("(hover: hover)", "(min-width: 0px)"));
      if (rule.cssRules) go(rule.cssRules);
    }
  };
  for (const sheet of document.styleSheets) go(sheet.cssRules);
  const keys = isPressed ? document.querySelectorAll("[aria-pressed=false]:enabled:not([data-is=dead], .is-dead)") : [];
  if (!before.length || (isPressed && !keys.length)) return null;
  for (const key of keys) write(key, "ariaPressed", "true");
  return before.reverse();
}

function* listTexts() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const one = node.parentElement;
    if (!node.data.trim() || !isMeasured(one) || styleOf(one).color.endsWith(", 0)")) continue; // without an ink
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].map((box) => cross(box, windowOf(one))).filter(isBroad);
    if (boxes.length) yield { node, one, boxes };
  }
}

const texts = [...listTexts()];
const typed = [...document.querySelectorAll(TYPED)].filter(
  (one) => isMeasured(one) && isBroad(cross(boxOf(one), windowOf(one))),
);
const lettered = [...new Set([...texts.map(({ one }) => one), ...typed])];
const main = document.querySelector("main") ?? document.body;
const listBoxes = (part) => texts.filter(({ one }) => part.contains(one)).flatMap(({ boxes }) => boxes);
const findLeft = (part) => Math.min(...listBoxes(part).map((box) => box.left));

/** Head, content and footer begin at one place; so do the heads of sections, or they are those of a second column. */
function measureEdges(isPhone) {
  const headings = [...main.querySelectorAll("h1, h2")].filter(
    (one) => Number.isFinite(findLeft(one)) && one.closest("dialog") === null,
  );
  if (headings.length === 0) return;
  // What stands in a box of its own begins with the box; what can be opened, or has a sign before it, with its mark.
  const isBox = (one) => {
    const { borderLeftWidth, backgroundColor, boxShadow } = styleOf(one);
    return (
      one.localName === "summary" || borderLeftWidth !== "0px" || parse(backgroundColor)[3] > 0 || boxShadow !== "none"
    );
  };
  const findBox = (one) => (one === main ? null : (findBox(one.parentElement) ?? (isBox(one) ? one : null)));
  const findBeginnings = (one) => {
    const box = findBox(one);
    const signs = [...one.querySelectorAll("svg"), ...(box === null ? [] : [box])];
    return [findLeft(one), ...signs.map((sign) => boxOf(sign).left)];
  };
  const edge = Math.min(...findBeginnings(headings.find((one) => one.localName === "h1") ?? headings[0]));
  const isThere = (left) => Math.abs(left - edge) <= 1;
  const tell = (words, left) => miss("edges", `${words} begins at ${round(left)}, the content at ${round(edge)}`);
  if (isPhone && Math.abs(edge - PHONE) > 1) tell("a phone's edge", PHONE);
  const second = edge + (boxOf(main).right - edge) * 0.2; // where a second column may begin
  for (const one of headings) {
    const lefts = findBeginnings(one);
    if (!lefts.some(isThere) && (Math.min(...lefts) < second || isPhone)) tell(nameOf(one), Math.min(...lefts));
  }
  // Beside the places of a laptop the head goes on where the content begins, if it has anything to say.
  const places = document.querySelector("body > .places");
  const beside = places && boxOf(places).right <= edge ? boxOf(places).right : 0;
  const parts = [...document.querySelectorAll("body > header :is(a, button, summary, svg)")].filter(
    (one) => isMeasured(one) && layerOf(one) === null,
  );
  const lefts = parts.map((one) => boxOf(one).left).filter((left) => left >= beside && left < second);
  if (lefts.length && !isThere(Math.min(...lefts))) tell("the head", Math.min(...lefts));
  for (const foot of document.querySelectorAll("body > footer")) {
    if (Number.isFinite(findLeft(foot)) && !isThere(findLeft(foot))) tell("the foot", findLeft(foot));
  }
}

function measureWidth() {
  const boxes = listBoxes(main);
  const wide = Math.max(...boxes.map((box) => box.right)) - Math.min(...boxes.map((box) => box.left));
  if (wide > WIDEST + 1) miss("width", `the content is ${round(wide)} px wide`);
}

/** Letters of drawings are as large as these, wherever they are drawn. */
function measureLetters() {
  for (const { one } of texts.filter((text) => text.one.closest("figure svg") !== null)) {
    const drawn = round(sizeOf(one) * one.closest("text").getScreenCTM().a);
    if (drawn < SMALLEST_DRAWN || drawn > LARGEST_DRAWN) miss("letters", `${drawn} px in a drawing: ${nameOf(one)}`);
  }
  const sizes = new Map();
  for (const one of lettered) {
    const size = round(parseFloat(styleOf(one).fontSize));
    if (one.closest("svg") === null && !sizes.has(size)) sizes.set(size, nameOf(one).slice(0, 40));
  }
  if (sizes.size <= MOST_SIZES) return;
  const told = [...sizes].sort(([one], [other]) => other - one).map(([size, name]) => `${size} ${name}`);
  miss("letters", `${sizes.size} sizes: ${told.join("; ")}`);
}

/** Groups of three rows or more, one below the other; not the points of a text, which have marks. */
const listRows = remember((part) => {
  const hasMark = (one) => styleOf(one).display === "list-item" && styleOf(one).listStyleType !== "none";
  const isBelow = (box, at, boxes) =>
    at === 0 || (box.top >= boxes[at - 1].bottom - 2 && Math.abs(box.left - boxes[0].left) < 2);
  return [...part.querySelectorAll("tbody, ul, ol")]
    .filter(isMeasured)
    .map((group) => [group, [...group.children].filter((one) => isMeasured(one) && isBroad(boxOf(one)))])
    .filter(([, rows]) => rows.length >= 3 && !rows.some(hasMark) && rows.map(boxOf).every(isBelow));
});

function countLines(row) {
  const lines = [];
  for (const box of listBoxes(row)) {
    const middle = (box.top + box.bottom) / 2;
    if (!lines.some((line) => Math.abs(line - middle) < 9)) lines.push(middle);
  }
  return lines.length;
}

/** A row of one line is as high as all others; what leads nowhere may stand closer. */
function measureRows() {
  const isWrong = (row) => {
    const { height } = boxOf(row);
    const isLow = height < LOWEST_ROW - 0.5 && row.querySelector("a[href], button") !== null;
    if (!isLow && height <= HIGHEST_ROW + 1.5) return false; // with the line below it
    return row.querySelector("input, select, textarea") === null && countLines(row) === 1;
  };
  for (const [, rows] of listRows(main)) {
    const wrong = rows.filter(isWrong);
    if (!wrong.length) continue;
    miss("rows", `${round(boxOf(wrong[0]).height)} px (${wrong.length} of ${rows.length}): ${nameOf(wrong[0])}`);
  }
}

/** A list of no more than 33 rows ends, whatever stands above it, where one of so many may end. */
function measureLength() {
  for (const [group, rows] of listRows(main).filter(([, rows]) => rows.length >= LONG_LIST)) {
    const { height } = boxOf(group);
    const end = boxOf(group).bottom + window.scrollY;
    if (height > rows.length * MOST_OF_A_ROW) {
      miss("length", `${Math.round(height / rows.length)} px for each of ${rows.length} rows: ${nameOf(group)}`);
    } else if (rows.length <= LONGEST_LIST && height > end / 2 && end > LONGEST) {
      miss("length", `${rows.length} rows end at ${Math.round(end)} px: ${nameOf(group)}`);
    }
  }
}

function measureBeyond() {
  const root = document.documentElement;
  if (root.scrollWidth <= root.clientWidth) return;
  const isBeyond = (one) => cross(boxOf(one), windowOf(one.parentElement)).right > root.clientWidth + 1;
  const wide = [...document.querySelectorAll("body *")].filter((one) => isMeasured(one) && isBeyond(one));
  miss("beyond", `${root.scrollWidth} px: ${wide.slice(-2).map(nameOf).join("; ")}`);
}

const layerOf = remember((one) => {
  if (one === null || one === document.body) return null;
  return ["fixed", "sticky"].includes(styleOf(one).position) ? one : layerOf(one.parentElement);
});
/** Whether of two texts at one place only the one above is seen: something that is painted lies between them. */
function isCovered(one, other, box) {
  const before = window.scrollY;
  window.scrollTo({ top: before + box.top - window.innerHeight / 2, behavior: "instant" });
  const moved = window.scrollY - before;
  const pile = document.elementsFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2 - moved);
  window.scrollTo({ top: before, behavior: "instant" });
  if (!pile.length) return false;
  // Who takes no taps is not in the pile, but what it stands in is.
  const findAt = (part) => (pile.includes(part) ? pile.indexOf(part) : findAt(part.parentElement));
  return pile
    .slice(0, Math.max(findAt(one), findAt(other)))
    .some((part) => parse(styleOf(part).backgroundColor)[3] === 1);
}
/** Of a line of letters the middle counts: above and below it is room, or parts of a few letters. */
function measureOverlap() {
  const inks = texts.flatMap(({ node, one, boxes }) =>
    boxes.map(({ left, right, top, bottom }) => {
      const room = (bottom - top) * 0.22;
      return { node, one, left, right, top: top + room, bottom: bottom - room };
    }),
  );
  inks.sort((one, other) => one.top - other.top);
  inks.forEach((ink, at) => {
    for (let next = at + 1; next < inks.length && inks[next].top < ink.bottom - 1; next += 1) {
      const other = inks[next];
      const box = cross(ink, other);
      if (other.node === ink.node || box.right - box.left <= 1.5 || box.bottom - box.top <= 1.5) continue;
      if (layerOf(ink.one) !== layerOf(other.one) || isCovered(ink.one, other.one, box)) continue;
      miss("overlap", `${nameOf(ink.one)} and ${nameOf(other.one)}`);
    }
  });
}

/** No word is broken where it has no soft hyphen; addresses and code may be broken anywhere. */
function measureBroken() {
  const range = document.createRange();
  for (const { node, one, boxes } of texts) {
    if (boxes.length < 2 || one.closest(".address, .short, code, svg") !== null) continue;
    for (const word of node.data.matchAll(/[^\s\u00ad\u2010-\u2015/-]+/g)) {
      // The box of what follows a soft hyphen holds the hyphen of the line before, too.
      range.setStart(node, word.index + (node.data[word.index - 1] === "\u00ad" ? 1 : 0));
      range.setEnd(node, word.index + word[0].length);
      const tops = [...range.getClientRects()].filter(({ width }) => width).map(({ top }) => Math.round(top));
      if (new Set(tops).size > 1) miss("broken", `${word[0]} in ${nameOf(one)}`);
    }
  }
}

/** A text of three lines or more has room for six letters in the longest of them, if it has words so long. */
function measureNarrow() {
  for (const { node, one, boxes } of texts) {
    const lines = new Set(boxes.map(({ top }) => Math.round(top))).size;
    const widest = Math.max(...boxes.map(({ left, right }) => right - left));
    const isLong = new RegExp(`[^\\s\u2010-\u2015/-]{${FEWEST_LETTERS}}`).test(node.data);
    if (lines >= 3 && isLong && widest < FEWEST_LETTERS * WIDE * sizeOf(one)) {
      miss("narrow", `${lines} lines of ${Math.round(widest)} px: ${nameOf(one)}`);
    }
  }
}

/** What is cut has no room beside it: up to the next text in its line, or the end of what it stands in. */
function measureCut() {
  for (const { node, one, boxes } of texts) {
    const last = boxes.at(-1);
    const { textOverflow } = styleOf(one);
    const isCut = textOverflow === "ellipsis" && one.scrollWidth > one.clientWidth + 1;
    if (!isCut && !(one.closest("svg") !== null && /…\s*$|…\s/.test(node.data))) continue;
    const part = one.closest("svg") ? (one.closest("figure") ?? one.closest("svg")) : one.parentElement;
    const isBeside = (box) => box.left >= last.right - 1 && box.top < last.bottom && box.bottom > last.top;
    const edges = texts.flatMap((each) => (each.node === node ? [] : each.boxes.filter(isBeside)));
    const free = Math.min(boxOf(part).right, ...edges.map(({ left }) => left)) - last.right;
    if (free > FREE_LETTERS * WIDE * sizeOf(one)) miss("cut", `${Math.round(free)} px free: ${nameOf(one)}`);
  }
}

/** Of a laptop's page no third is left empty from top to end. */
function measureEmpty() {
  const things = [...main.querySelectorAll("img, svg, input, select, textarea, button")].filter(isMeasured).map(boxOf);
  const boxes = [...listBoxes(main), ...things.filter(isBroad)];
  const [left, right] = [Math.min(...boxes.map((box) => box.left)), boxOf(main).right];
  const tall = Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top));
  if (tall < TALL_PAGE) return;
  const third = (Math.min(right, left + WIDEST) - left) / 3;
  for (const at of [0, 1, 2]) {
    const column = { ...EVERYWHERE, left: left + at * third, right: left + (at + 1) * third };
    if (!boxes.some((box) => isBroad(cross(box, column)))) miss("empty", `third ${at + 1} of ${Math.round(tall)} px`);
  }
}

/** One act of a page is green, at its head and its foot; what only leads elsewhere is no row of boxes of one weight. */
function measureActs() {
  const isAlone = (one) => isMeasured(one) && one.closest(AMONG_MANY) === null;
  const isBoxed = (one) => styleOf(one).borderTopStyle !== "none" && parseFloat(styleOf(one).borderTopWidth) > 0;
  const green = new Set([...main.querySelectorAll(".primary")].filter(isAlone).map(nameOf));
  if (green.size > 1) miss("acts", `${green.size} are green: ${[...green].join("; ")}`);
  const rows = new Map();
  for (const one of [...main.querySelectorAll("a[href]")].filter((each) => isAlone(each) && isBoxed(each))) {
    const top = Math.round(boxOf(one).top);
    rows.set(top, [...(rows.get(top) ?? []), nameOf(one)]);
  }
  for (const [, row] of rows) if (row.length >= MOST_BOXES) miss("acts", `${row.length} boxes: ${row.join("; ")}`);
}

const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
const parse = remember((colour) => {
  const plain = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(colour);
  if (plain) return [Number(plain[1]), Number(plain[2]), Number(plain[3]), Number(plain[4] ?? 1)];
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
});
const blend = ([red, green, blue, alpha], under) =>
  [red, green, blue].map((part, at) => part * alpha + under[at] * (1 - alpha));
/** What an element without a colour of its own lies on: what is around it, or, out of its place, what is beside it. */
const findUnder = (one) => {
  const isOpaque = (part) => parse(styleOf(part).backgroundColor)[3] === 1;
  const { left, top, right, bottom } = boxOf(one);
  const isUnder = (part) =>
    part !== one && isMeasured(part) && isOpaque(part) && holds(boxOf(part), (left + right) / 2, (top + bottom) / 2);
  const isPlaced = ["absolute", "fixed"].includes(styleOf(one).position) && !isOpaque(one.parentElement);
  return groundOf((isPlaced && [...one.parentElement.children].find(isUnder)) || one.parentElement);
};
/** The colour that an element's letters stand on, or null where that is a picture. */
const groundOf = remember((one) => {
  if (one === null) return matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18] : [255, 255, 255];
  const own = parse(styleOf(one).backgroundColor);
  if (styleOf(one).backgroundImage !== "none") return null;
  if (own[3] === 1) return own.slice(0, 3);
  const under = findUnder(one);
  return under === null ? null : blend(own, under);
});
const opacityOf = remember((one) => (one === null ? 1 : Number(styleOf(one).opacity) * opacityOf(one.parentElement)));
const shine = (colour) => {
  const [red, green, blue] = colour
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const compare = (colour, other) => {
  const [darker, lighter] = [shine(colour), shine(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

function measureContrast() {
  const found = new Map();
  const isIdle = (one) =>
    one.closest("[aria-disabled=true], :disabled") !== null || one.closest("label")?.control?.disabled === true;
  for (const one of lettered.filter((each) => !isIdle(each))) {
    const ground = groundOf(one);
    if (ground === null) continue;
    const ink = parse(one.closest("svg") ? styleOf(one).fill : styleOf(one).color);
    const seen = blend([...ink.slice(0, 3), ink[3] * opacityOf(one)], ground);
    const contrast = compare(seen, ground);
    if (contrast < CLEAR_TEXT)
      found.set(`${contrast.toFixed(2)}: ${seen.map(Math.round)} on ${ground.map(Math.round)}`, one);
  }
  for (const [words, one] of found) miss("contrast", `${words} ${nameOf(one)}`);
}

/** Whatever is tapped on a phone is as high as a thumb; a link in a sentence is as high as its line. */
function measureTargets() {
  const isInSentence = (one) =>
    one.localName === "a" &&
    styleOf(one).display === "inline" &&
    [...one.parentElement.childNodes].some((part) => part !== one && part.textContent.trim());
  // A row may be the target as a whole, by what lies over it.
  const isWholeRow = (one) => {
    const over = getComputedStyle(one, "::after");
    return over.content !== "none" && over.position === "absolute" && styleOf(one).position === "static";
  };
  const findPlaced = (one) => (styleOf(one).position === "static" ? findPlaced(one.parentElement) : one);
  for (const one of document.querySelectorAll(TAPPED)) {
    if (!isMeasured(one) || one.matches(":disabled") || windowOf(one) === NOWHERE) continue;
    const shown = one.matches("[type=radio], [type=checkbox]") ? (one.labels[0] ?? one) : one;
    const { width, height } = boxOf(isWholeRow(shown) ? findPlaced(shown) : shown);
    if (height === 0 || (height >= THUMB - 0.5 && width >= NARROWEST) || isInSentence(one)) continue;
    miss("targets", `${Math.round(width)}×${Math.round(height)} ${nameOf(shown)}`);
  }
}

/** How clear a ring so far outside of an element is: at the second clearest of its four sides. */
function compareRing(one, far, colour) {
  const { left, top, right, bottom } = boxOf(one);
  const [width, height] = [(left + right) / 2, (top + bottom) / 2];
  const findGround = (x, y) => {
    let part = one;
    while (part !== document.body && !holds(boxOf(part), x, y)) part = part.parentElement;
    return groundOf(part);
  };
  const sides = [
    [left - far - 1, height],
    [right + far + 1, height],
    [width, top - far - 1],
    [width, bottom + far + 1],
  ];
  const grounds = sides.map((side) => findGround(...side));
  return grounds.map((ground) => (ground === null ? CLEAR_RING : compare(colour, ground))).sort((a, b) => b - a)[1];
}
/** Who has the focus has a ring, which can be told from what it lies on; of each kind of element the first is asked. */
function measureFocus() {
  const asked = new Set();
  for (const one of document.querySelectorAll(TAPPED)) {
    const { parentElement: around } = one;
    const kind = [one.localName, one.className, one.type, around.localName, around.className].join();
    if (asked.has(kind) || !isMeasured(one) || one.matches(":disabled")) continue;
    one.focus({ preventScroll: true });
    if (document.activeElement !== one) continue;
    asked.add(kind);
    const shown = one.matches("[type=radio], [type=checkbox]") ? (one.closest("label") ?? one) : one;
    const ring = [one, shown, ...shown.children]
      .flatMap((part) => [null, "::before", "::after"].map((pseudo) => [part, getComputedStyle(part, pseudo)]))
      .find(([, style]) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2);
    if (ring === undefined) miss("focus", `no ring: ${nameOf(shown)}`);
    else {
      const [part, style] = ring;
      const colour = parse(style.outlineColor).slice(0, 3);
      const contrast = compareRing(part, parseFloat(style.outlineOffset), colour);
      if (contrast < CLEAR_RING) miss("focus", `a ring of ${contrast.toFixed(2)}: ${nameOf(shown)}`);
    }
  }
}

const MEASURES = {
  edges: measureEdges,
  width: measureWidth,
  letters: measureLetters,
  rows: (_, isLaptop) => isLaptop && measureRows(),
  length: (_, __, width) => width === 360 && measureLength(),
  beyond: measureBeyond,
  overlap: measureOverlap,
  broken: measureBroken,
  narrow: measureNarrow,
  cut: measureCut,
  acts: measureActs,
  empty: (_, isLaptop) => isLaptop && measureEmpty(),
  contrast: measureContrast,
  targets: (isPhone) => isPhone && measureTargets(),
  focus: measureFocus,
};

/** Measure what is asked for at this width. */
export function measureLook({ width, measures }) {
  if (!matchMedia(`(width: ${width}px)`).matches) throw new Error(`The page is not ${width} px wide.`);
  for (const name of measures) MEASURES[name](width < 600, width > 1000, width);
  return misses;
}
