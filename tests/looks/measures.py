"""Measurements of a page, in the browser: each script returns what is wrong, in words."""

NAME_OF = """const named = (one) => {
  const words = (one.innerText || one.value || one.getAttribute("aria-label") || "").trim().slice(0, 30);
  return `${one.localName}.${one.className.baseVal ?? one.className} "${words}"`;
};
const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: false });
// For those who listen or have keys only: something else is seen and tapped instead.
const clipped = (one) => one !== null
  && (getComputedStyle(one).clipPath === "inset(50%)" || clipped(one.parentElement));
// One line, and a tap shows the whole of it.
const openable = (one) => (getComputedStyle(one).textOverflow === "ellipsis"
  && one.closest("a[href], summary, .at-table :is(.totals, .deal, .ribbon, .shares)") !== null) // one line at a table
  || one.closest(".at-table .ribbon .reminder") !== null // the key with the rules shows them whole
  || one.matches(".at-table .key[title]:not([title='']) > small"); // what a key has no room for is its title
"""

# Nothing is wider than the screen; what is wide may be moved in a box of its own.
TOO_WIDE = (
    "() => {"
    + NAME_OF
    + """
  const root = document.documentElement;
  if (root.scrollWidth <= root.clientWidth) return [];
  const inBox = (one) => {
    for (let part = one.parentElement; part; part = part.parentElement)
      if (part !== root && part !== document.body && getComputedStyle(part).overflowX !== "visible") return true;
    return false;
  };
  const wide = [...document.querySelectorAll("body *")].filter(
    (one) => seen(one) && one.getBoundingClientRect().right > root.clientWidth + 1 && !inBox(one)
  );
  return [`${root.scrollWidth} px of ${root.clientWidth}`, ...wide.slice(-3).map(named)];
}"""
)

# With the distances of WCAG 1.4.12 no text is cut off.
TEXT_SPACING = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; }
    * { word-spacing: 0.16em !important; }
    p { margin-bottom: 2em !important; }`);
  document.adoptedStyleSheets = [sheet];
}"""
USUAL_SPACES = "() => { document.adoptedStyleSheets = []; }"
CUT_OFF = (
    "() => {"
    + NAME_OF
    + """
  return [...document.querySelectorAll("body *")].filter((one) => {
    const style = getComputedStyle(one);
    if (!seen(one) || style.overflow === "visible") return false;
    if (one.matches("input, select, svg *") || clipped(one) || openable(one)) return false;
    if (style.color.endsWith(", 0)")) return false; // without an ink: for those who listen only
    // Half of what lies between two lines has no ink.
    const leading = Math.max(0, (parseFloat(style.lineHeight) - parseFloat(style.fontSize)) / 2) || 0;
    const cutX = style.overflowX === "hidden" && one.scrollWidth > one.clientWidth + 1;
    const cutY = style.overflowY === "hidden" && one.scrollHeight > one.clientHeight + 1 + leading;
    return one.innerText?.trim() && (cutX || cutY);
  }).map(named);
}"""
)

# Nothing moves for whom that makes dizzy.
MOVING = (
    "() => {"
    + NAME_OF
    + """
  const long = (times) => times.split(",").some((time) => parseFloat(time) > 0.01);
  return [...document.querySelectorAll("*")].filter((one) => {
    const style = getComputedStyle(one);
    const moves = style.animationName !== "none" && long(style.animationDuration);
    return one.checkVisibility() && (moves || long(style.transitionDuration) || style.scrollBehavior === "smooth");
  }).slice(0, 5).map(named);
}"""
)

# Who has the focus, and whether something lies over it.
FOCUSED = (
    "() => {"
    + NAME_OF
    + """
  const one = document.activeElement;
  if (one === document.body) return null;
  const shown = one.matches("input[type=radio], input[type=checkbox]") ? one.closest("label") ?? one : one;
  // What moves in a box of its own is moved only if none of it is seen: what is seen of it counts.
  const around = [shown];
  for (let part = shown.parentElement; part !== document.body; part = part.parentElement)
    if (getComputedStyle(part).overflowX !== "visible") around.push(part);
  const boxes = around.map((part) => part.getBoundingClientRect());
  const [left, top] = ["left", "top"].map((side) => Math.max(0, ...boxes.map((box) => box[side])));
  const right = Math.min(innerWidth, ...boxes.map((box) => box.right));
  const bottom = Math.min(innerHeight, ...boxes.map((box) => box.bottom));
  const free = [0.1, 0.3, 0.5, 0.7, 0.9].some((part) => {
    const hit = document.elementFromPoint((left + right) / 2, top + (bottom - top) * part);
    return hit !== null && (shown.contains(hit) || hit.contains(shown));
  });
  return { name: named(shown), free };
}"""
)

# Who sees more on a wider screen: what was there on the phone is noted, so that only the rest is looked at again.
NOTE_SEEN = """() => {
  window.seenOnPhone = new WeakSet([...document.querySelectorAll("body *")].filter((one) => one.checkVisibility()));
}"""
NEWLY_SEEN = """async (options) => {
  const more = [...document.querySelectorAll("body *")].filter(
    (one) => one.checkVisibility() && !window.seenOnPhone.has(one)
  );
  return more.length ? (await axe.run({ include: more }, options)).violations : [];
}"""
