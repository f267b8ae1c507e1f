"""The picture of a card as SVG: every text is escaped, and shortened to the room that it has."""

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.html import escape

from tarockclub.platform.sharing.card import Card, CardRow, format_left_out

MARGIN = 64
GREEN, _CREAM, CARD_COLOUR, INK, _SOFT, _LINE, _RED, GOLD = (
    "#174a37",
    "#f6efdd",
    "#fffcf3",
    "#1d2420",
    "#535d57",
    "#d3c8a9",
    "#96301f",
    "#d9b46a",
)
_TITLE, _TEXT = "Vollkorn", "'Source Sans 3'"
_NARROW, _WIDE = frozenset("iljtfrI.,:;'|!()[] -1"), frozenset("mwMWÆŒ@%–—")
_UNDRAWN = frozenset(("Cc", "Cf", "Cs", "Cn", "Co", "So", "Sk"))
_HEAD, _HIGHEST_ROW = 168, 104
_EM, _NARROW_EM, _WIDE_EM, _BOLD = 0.56, 0.34, 0.92, 1.06  # widths of letters, of their size, rather too much
_FULL_EM = 1.05  # of letters that are as wide as high, and of pictures


class PictureShape(NamedTuple):
    """The format of a picture."""

    width: int
    height: int
    rows: int  # that fit on it


SHAPES = {"wide": PictureShape(1200, 630, 6), "square": PictureShape(1080, 1080, 12)}


def build_svg(card: Card, shape: PictureShape) -> str:
    """Return the picture of a card: its story, and as many rows as there is room for."""
    room = shape.width - 2 * MARGIN
    story = _draw_lines(card.story, room, 34, MARGIN, _HEAD + 62) if card.story else ()
    top = _HEAD + (26 + 46 * len(story) if story else 12)
    most = max(1, min(shape.rows, int((shape.height - top - 70) // 60)))
    left = card.count_left_out(most)
    shown = card.rows[:most]
    step = min(_HIGHEST_ROW, (shape.height - top - 76) // max(len(shown), 4))
    rows = (_draw_row(row, shape.width, top + step * at, step) for at, row in enumerate(shown))
    end = f'fill="{_SOFT}" text-anchor="end"'
    more = draw_text(
        format_left_out(left) if left else "", shape.width - MARGIN, shape.height - 28, 28, room * 0.4, end
    )
    return draw_frame(card, shape, "\n".join(filter(None, (*story, *rows, more))))


def draw_frame(card: Card, shape: PictureShape, content: str) -> str:
    """Return a picture with the title of a card above, its club below, and this between them."""
    room = shape.width - 2 * MARGIN
    title = f'font-family="{_TITLE}" font-weight="600" fill="{CARD_COLOUR}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{shape.width}" height="{shape.height}" '
        f'viewBox="0 0 {shape.width} {shape.height}" font-family="{_TEXT}" fill="{INK}">',
        f'<rect width="{shape.width}" height="{shape.height}" fill="{_CREAM}"/>',
        f'<rect width="{shape.width}" height="{_HEAD}" fill="{GREEN}"/>',
        _draw_tarock(shape.width - MARGIN - 66, 32),
        draw_text(card.title, MARGIN, 82, fit_size(card.title, room - 110, (56, 48, 40)), room - 110, title),
        draw_text(card.about, MARGIN, 134, 32, room - 110, f'fill="{CARD_COLOUR}"'),
        content,
        draw_text(card.club, MARGIN, shape.height - 28, 28, room * 0.6, f'fill="{_SOFT}" font-weight="600"'),
        "</svg>",
    ]
    return "\n".join(filter(None, parts))


def fit_size(text: str, room: float, sizes: Sequence[int]) -> int:
    """Return the largest of these sizes of letters with which a bold text has room; the smallest, if it has none."""
    return next((size for size in sizes if _measure(_clean(text), size, bold=True) <= room), sizes[-1])


def _draw_row(row: CardRow, width: int, top: int, step: int) -> str:
    """Draw a line: the place, the name, the amount at the end."""
    size = min(48, step - 18, 26 + step // 5)
    base = top + step // 2 + size // 3
    amount_room = (width - 2 * MARGIN) * 0.34
    amount = f'font-weight="700" text-anchor="end" fill="{_RED if row.is_below else INK}"'
    name_left = MARGIN + (84 if row.place else 0)
    name_room = width - MARGIN - name_left - 24 - (_measure(row.amount, size, bold=True) if row.amount else 0)
    line = f'<path d="M {MARGIN} {top + step} H {width - MARGIN}" stroke="{_LINE}" stroke-width="2"/>'
    bold = ' font-weight="700"' if row.is_first else ""
    return "".join(
        (
            draw_text(row.place, MARGIN, base, size, 80, f'fill="{_SOFT}"'),
            draw_text(row.name, name_left, base, size, name_room, bold.strip()),
            draw_text(row.amount, width - MARGIN, base, size, amount_room, amount),
            line,
        )
    )


def _draw_tarock(x: int, y: int) -> str:
    """Draw the sign of the program: a card with a I."""
    return (
        f'<g transform="translate({x} {y}) scale(1.9)"><rect x="4" y="3" width="30" height="46" rx="4" fill="#fbf5e4"/>'
        '<path d="M11.5 15h15v2.4q-4 .4-4 3v11.2q0 2.6 4 3V37h-15v-2.4q4-.4 4-3V20.400q0-2.6-4-3z" fill="#9c2f1f"/></g>'
    )


def draw_text(text: str, x: int, y: int, size: int, room: float, attributes: str = "") -> str:
    """Draw a text, shortened to its room."""
    short = shorten(text, room, size, bold="font-weight" in attributes)
    return f'<text x="{x}" y="{y}" font-size="{size}" {attributes}>{escape(short)}</text>' if short else ""


def _draw_lines(text: str, room: float, size: int, x: int, y: int, most: int = 2) -> tuple[str, ...]:
    """Draw a sentence in at most so many lines; the last one is shortened."""
    lines: list[str] = [""]
    for word in _clean(text).split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and len(lines) < most and _measure(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return tuple(draw_text(line, x, y + 46 * at, size, room) for at, line in enumerate(lines))


def shorten(text: str, room: float, size: int, *, bold: bool = False) -> str:
    """Return a text as far as there is room for it, then an ellipsis; without characters that no picture has.

    >>> shorten("Anna Huber", 300, 30), shorten("Maximilian von und zu Hohenstein", 200, 30)
    ('Anna Huber', 'Maximilian v…')
    >>> shorten("a\\x00\\u202eb", 99, 9)
    'ab'
    """
    whole = _clean(text)
    if _measure(whole, size, bold=bold) <= room:
        return whole
    kept = whole
    while kept and _measure(f"{kept}…", size, bold=bold) > room:
        kept = kept[:-1]
    return f"{kept.rstrip()}…" if kept else ""


def _clean(text: str) -> str:
    """Return a text without control characters, marks that turn the direction of what follows, and emoji."""
    kept = (letter for letter in text if unicodedata.category(letter) not in _UNDRAWN)
    return " ".join("".join(kept).split())


def _measure(text: str, size: int, *, bold: bool = False) -> float:
    """Return the width that a text takes at most: letters that no table knows are taken for wide ones."""
    whole = sum(map(_measure_letter, text)) * size
    return whole * (_BOLD if bold else 1)


def _measure_letter(letter: str) -> float:
    if letter in _NARROW:
        return _NARROW_EM
    if letter in _WIDE:
        return _WIDE_EM
    if ord(letter) > 0x2FF and unicodedata.category(letter) not in ("Mn", "Sm", "Pd"):
        return _FULL_EM
    return 0.7 if letter.isupper() else _EM
