"""A card to share: its plain values, as text, and as a picture (PNG) typeset once for each version."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.utils.html import format_html, linebreaks
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tarockclub.kit.amounts import format_signed_points
from tarockclub.kit.words import get_current_language
from tarockclub.models import Club
from tarockclub.platform.club_look.services import USUAL_HEADER, choose_header
from tarockclub.platform.server.apart.papers import render_picture
from tarockclub.platform.server.installation import find_version
from tarockclub.platform.server.page_cache import LruCache

MOST_LINES = 40  # of a text; who wants more follows the address
PODIUM = (2, 1, 3)  # its places, from left to right


class CardRow(NamedTuple):
    """A line of the picture: a place, a name and an amount."""

    name: str
    amount: str = ""
    place: str = ""
    is_first: bool = False
    is_below: bool = False  # the amount is negative
    line: int | None = None  # of the chart


class CardLine(NamedTuple):
    """A line of the chart: where it goes, in thousandths of the chart's width and height from the upper left."""

    points: tuple[tuple[int, int], ...]
    mark: str  # the shape at its end: an SVG path around 0, 0
    colour: int  # of those that tell players apart


class CardChart(NamedTuple):
    """The course of the totals, in thousandths of its width and height."""

    lines: tuple[CardLine, ...]
    levels: tuple[tuple[int, str], ...]  # heights of the axis, with their numbers
    shades: tuple[tuple[int, int], ...]  # start and width of what counted double


class Card(NamedTuple):
    """The content of a picture and of its text."""

    title: str
    about: str  # one line below the title
    rows: tuple[CardRow, ...]
    club: str = ""
    story: str = ""  # a sentence above the rows
    more: int = 0  # rows that exist beyond these
    colour: str = USUAL_HEADER  # the tone of the club's header
    chart: CardChart | None = None
    best: CardRow | None = None  # what was worth most; its place is the words for that
    facts: tuple[tuple[str, str], ...] = ()  # what else the text says, with its headings


def build_club_card(club: Club, title: str, about: str, rows: Iterable[CardRow], **rest: Any) -> Card:
    """Build a card of a club."""
    return Card(title, about, tuple(rows), club.name, colour=choose_header(club.colour), **rest)


def rank_rows(sums: Iterable[tuple[str, int, int | None]]) -> list[CardRow]:
    """Return names, their sums in sixths and lines of the chart as rows, the best first; the same share a place."""
    ranked = sorted(sums, key=lambda row: -row[1])
    places = [1 + sum(other[1] > row[1] for other in ranked) for row in ranked]
    return [
        CardRow(name, format_signed_points(written), f"{place}.", place == 1 and written > 0, written < 0, line)
        for place, (name, written, line) in zip(places, ranked, strict=True)
    ]


class PodiumStep(NamedTuple):
    """A place with its players."""

    place: int
    rows: tuple[CardRow, ...]


def list_steps(rows: Sequence[CardRow]) -> tuple[PodiumStep, ...]:
    """Return the first three places, from left to right, without one that nobody has because others share theirs.

    >>> rows = CardRow("Anna", place="1."), CardRow("Bert", place="1."), CardRow("Cilli", place="3.")
    >>> [(step.place, [row.name for row in step.rows]) for step in list_steps(rows)]
    [(1, ['Anna', 'Bert']), (3, ['Cilli'])]
    """
    steps = (PodiumStep(place, tuple(row for row in rows if row.place == f"{place}.")) for place in PODIUM)
    return tuple(step for step in steps if step.rows)


def format_text(card: Card, address: str = "") -> str:
    """Return what a card says as text, one line for each row, with the address of its page.

    >>> rows = CardRow("Anna", "+12", "1."), CardRow("Bert", "−12", "2.")
    >>> print(format_text(Card("Reihung", "Runde 1", rows), "/x/"))
    Reihung
    Runde 1
    <BLANKLINE>
    1. Anna +12
    2. Bert −12
    <BLANKLINE>
    /x/
    """
    rows = [" ".join(filter(None, (row.place, row.name, row.amount))) for row in card.rows[:MOST_LINES]]
    left = card.more + len(card.rows[MOST_LINES:])
    rows += [format_left_out(left)] if left else []
    rows += ["", f"{card.best.place}: {card.best.name} {card.best.amount}".rstrip()] if card.best is not None else []
    rows += ["", *(f"{heading}: {words}" for heading, words in card.facts)] if card.facts else []
    head = [line for line in (card.title, card.about, card.story) if line]
    return "\n".join([*head, *(["", *rows] if rows else []), *(["", address] if address else [])])


def build_website_text(card: Card, address: str = "") -> SafeString:
    """Return what a card says as HTML, for the website of a club that is made elsewhere.

    >>> build_website_text(Card("Cup <2>", "Runde 1", (CardRow("Anna", "+12", "1."),)))
    '<h2>Cup &lt;2&gt;</h2>\\n<p>Runde 1</p>\\n\\n<p>1. Anna +12</p>'
    """
    words = format_text(card).removeprefix(card.title).strip()
    link = format_html('\n<p><a href="{}">{}</a></p>', address, address) if address else ""
    return format_html("<h2>{}</h2>\n{}{}", card.title, mark_safe(linebreaks(words, autoescape=True)), link)  # noqa: S308 -- escaped there


def format_left_out(left: int | str) -> str:
    """Return the words for rows that are left out."""
    return _("and %(left)s more") % {"left": left}


TEMPLATE = "tarockclub/platform/sharing/picture"
MOST_KEPT = 128  # pictures, of 40 to 120 kB each
DIGITS = 24
_PICTURES: LruCache[str, bytes] = LruCache(MOST_KEPT)


class PictureShape(NamedTuple):
    """The format of a picture, in pixels."""

    width: int
    height: int


SHAPES = {"wide": PictureShape(1200, 630), "square": PictureShape(1080, 1080)}


def build_picture(card: Card, shape: PictureShape, steps: Sequence[PodiumStep] = ()) -> dict[str, Any]:
    """Return what the template shows: the card's rows as far as there is room, or the steps of a podium."""
    words = {"more": format_left_out("{0}")}
    content = {"card": card, "shape": shape, "steps": steps, "colour": card.colour, "words": words}
    return {**content, "lang": get_current_language()}


def compute_picture_tag(picture: dict[str, Any]) -> str:
    """Return the tag of a picture: it differs with anything to be seen on it, and with the program's version."""
    return f'"{compute_picture_digest(picture)}"'


def compute_picture_digest(picture: dict[str, Any]) -> str:
    """Return the tag without quotes, as it can stand in an address."""
    content = json.dumps([find_version(), picture], ensure_ascii=False)
    return hashlib.sha256(content.encode()).hexdigest()[:DIGITS]


def make_png(tag: str, picture: dict[str, Any], template: str = TEMPLATE) -> bytes:
    """Return the PNG; made without a turn, in a queue of pictures alone."""
    png = _PICTURES.get(tag)
    if png is None:
        png = render_picture(template, picture)
        _PICTURES.put(tag, png)
    return png
