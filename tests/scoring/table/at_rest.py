"""Taps at random on a table's page, and what has moved between two of them, lies on other text, or leaves its key."""

from typing import Any

from playwright.sync_api import Page

from tests.scoring.support.scripts import ENTRY, build_call

# What stays where it is in every state, and what does as long as the same kind of thing is tapped on.
_WATCH = """
  const PLACES = ".standing .totals > li, .asked, .ribbon, .tray, .save, #save";
  const KEYS = ".tray .key, .tray .contracts label, .tray .ending label, .save .button";
  const MOST = 2; // pixels
  const tray = document.querySelector(".tray");
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0;
  const isClipped = (one) => one !== null
    && (getComputedStyle(one).clipPath === "inset(50%)" || isClipped(one.parentElement));
  const kindOf = () => `${tray.classList.contains("of-games")} ${tray.dataset.counts || ""}`;
  const boxesOf = (selector) => new Map([...document.querySelectorAll(selector)].filter(isSeen)
    .filter((one) => !isClipped(one)).map((one) => [one, one.getBoundingClientRect()]));
  const look = () => ({ kind: kindOf(), places: boxesOf(PLACES), keys: boxesOf(KEYS), top: scrollY });
  const name = (one) => `${one.className || one.id || one.localName} ${one.textContent.trim().slice(0, 20)}`;
  const listMoved = (before, after) => ["places", ...(before.kind === after.kind ? ["keys"] : [])].flatMap((what) =>
    [...before[what]].filter(([one, was]) => {
      const is = after[what].get(one);
      return is && ["left", "top", "right", "bottom"].some((edge) => Math.abs(is[edge] - was[edge]) > MOST);
    }).map(([one]) => `${name(one)} has moved`)
  ).concat(before.top === after.top ? [] : [`the page has scrolled by ${after.top - before.top}`]);
"""
# Texts that can be read, each with the boxes of its lines, as far as nothing cuts them off or lies over them.
_TEXTS = """
  const LEADING = 0.25; // of the height of a line: what is above and below its letters
  const cut = (box, one) => {
    let { left, top, right, bottom } = box;
    for (let around = one; around && around !== document.body; around = around.parentElement) {
      if (getComputedStyle(around).overflow === "visible") continue;
      const edge = around.getBoundingClientRect();
      [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
      [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    }
    return { left, top, right: Math.min(right, innerWidth), bottom: Math.min(bottom, innerHeight) };
  };
  const readTexts = () => {
    const found = [];
    const nodes = document.createTreeWalker(document.querySelector(".at-hand"), NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const { currentNode: text } = nodes;
      const { parentElement } = text;
      if (!text.data.trim() || !isSeen(parentElement) || isClipped(parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const line of range.getClientRects()) {
        const box = cut(line, parentElement);
        const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
        if (box.right - box.left < 2 || box.bottom - box.top < 2) continue;
        const over = document.elementFromPoint(x, y);
        const sheet = over?.closest(".pulled, .number-pad, .fours, .claims, .problem, .view");
        if (sheet && !sheet.contains(parentElement)) continue; // what is open hides what lies under it
        const key = parentElement.closest(".key, .contracts label, .totals > li, #save, .button");
        found.push({ text, box, key });
      }
    }
    return found;
  };
  const isOver = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > LEADING * (one.bottom - one.top);
  const listMisread = () => {
    const texts = readTexts();
    const words = ({ text }) => text.data.trim();
    const found = [];
    for (const [at, one] of texts.entries()) {
      for (const other of texts.slice(at + 1))
        if (one.text !== other.text && isOver(one.box, other.box)) found.push(`${words(one)} lies on ${words(other)}`);
      const edge = one.key?.getBoundingClientRect();
      if (edge && (one.box.left < edge.left - 1 || one.box.right > edge.right + 1
        || one.box.top < edge.top - 2 || one.box.bottom > edge.bottom + 2)) found.push(`${words(one)} leaves its key`);
      for (const word of one.text.data.matchAll(/[^\\s\\u00ad\\u2010-\\u2015/-]+/g)) {
        if (!one.key) break;
        const range = document.createRange();
        range.setStart(one.text, word.index + (one.text.data[word.index - 1] === "\\u00ad" ? 1 : 0));
        range.setEnd(one.text, word.index + word[0].length);
        const tops = [...range.getClientRects()].filter((box) => box.width).map((box) => Math.round(box.top));
        if (new Set(tops).size > 1) found.push(`${word[0]} breaks`);
      }
    }
    return found;
  };
"""
_TAP = f"""async ([seed, taps]) => {{
  {_WATCH}
  {_TEXTS}
  let state = seed;
  const random = (below) => {{
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  }};
  const CONTROLS = ".tray .key:not([data-pile]), .tray label, .standing .tap, .clear .button, .pulled button";
  const found = new Set();
  const tell = (tap, what) => what.forEach((one) => found.add(`${{one}}, after ${{tap}}`));
  // A thumb taps on what it sees.
  const isInSight = (one) => {{
    const box = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2));
  }};
  let count = 0;
  for (let step = 0; step < taps; step += 1) {{
    const isBegun = value("p0-contract") !== "";
    const games = [...document.querySelectorAll('[data-play="0"] .contracts label')].filter(isSeen).filter(isInSight);
    const all = [...document.querySelectorAll(CONTROLS)].filter((one) => isSeen(one) && !one.disabled
      && !one.querySelector("input:disabled") && (isBegun || random(4) || !one.matches(".tap"))).filter(isInSight);
    const open = [...document.querySelectorAll(".pulled button")].filter(isSeen).filter(isInSight);
    const list = open.length ? open : isBegun ? all : [...games, ...games, ...all];
    const tap = list[random(list.length)];
    if (!tap) throw new Error("nothing to tap on");
    const before = look();
    const word = name(tap);
    tap.click();
    await new Promise((done) => setTimeout(done, 40));
    tell(word, listMoved(before, look()));
    tell(word, listMisread());
    count += 1;
  }}
  document.querySelector(".pulled .close")?.click();
  find('[data-part="clear"] a', form).click();
  return [count, [...found]];
}}"""
# What of the players' cards, and above their points, cannot be read whole: on a card names up to nine letters, in
# a field of the pad, which has two lines for a name, up to fourteen.
_CUT = """(longest) => {
  const cards = [...document.querySelectorAll(".standing .totals > li")];
  const isSeen = (one) => one.checkVisibility() && one.textContent.trim() && getComputedStyle(one).fontSize !== "0px";
  const LINES = ".standing .totals > li :is(.name, .pays, small), .tray :is(.of-four, .claim) > label";
  const lines = [...document.querySelectorAll(LINES)].filter(isSeen);
  const isCut = (one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 4;
  const count = (one) => one.textContent.replaceAll("\\u00ad", "").trim().length;
  const isWhole = (one) => count(one) <= (one.matches(".name") ? longest : 14);
  const leaves = (one) => one.getBoundingClientRect().bottom > one.parentElement.getBoundingClientRect().bottom + 1;
  const sizes = new Set(cards.map((card) => getComputedStyle(card.querySelector(".name")).fontSize));
  const tell = (what) => (one) => `${one.className} ${one.textContent.trim()} ${what}`;
  return [...lines.filter((one) => isWhole(one) && isCut(one)).map(tell("is cut")),
    ...lines.filter(leaves).map(tell("leaves its card")),
    ...(sizes.size > 1 ? [`names of ${[...sizes]}`] : [])];
}"""
_STAND = f"() => {{ {_WATCH} window.stoodBefore = look(); }}"
_MOVES = f"() => {{ {_WATCH} return listMoved(window.stoodBefore, look()); }}"


def tap_at_random(page: Page, seed: int, taps: int) -> tuple[int, list[str]]:
    """Tap on what can be tapped on, and empty the form: the taps, and what has moved, lies on other text, or breaks."""
    tapped: tuple[int, list[str]] = page.evaluate(build_call(ENTRY, _TAP), [seed, taps])
    return tapped


def note_places(page: Page) -> None:
    """Note where everything stands."""
    page.evaluate(_STAND)


def list_moved(page: Page) -> Any:
    """Return what stands elsewhere than it was noted."""
    return page.evaluate(_MOVES)


def list_cut(page: Page) -> Any:
    """Return what of the players' cards is cut off, leaves its card, or is written in another size."""
    return page.evaluate(_CUT, 9)
