"""Papers for everybody with the address: the Speiszettel, empty written sheets, a table's sheet as a picture."""

import uuid
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from scoring.book.access.permissions import find_reader
from scoring.book.ledger.seats import find_game_table
from scoring.reports.printing import services
from scoring.sheets.house_rules.views import find_shown
from scoring.table.written_sheet.rows import WrittenRow
from scoring.table.written_sheet.selectors import TableView, load_table_view
from tarockclub.kit.amounts import format_points, format_signed_points
from tarockclub.kit.days import format_day
from tarockclub.kit.text import parse_number
from tarockclub.platform.accounts.secret_links import hide_address
from tarockclub.platform.privacy.readers import EVERYBODY
from tarockclub.platform.server.downloads import build_pdf_response

PICTURE_WIDTH, PICTURE_MARGIN, PICTURE_GUTTER = 1080, 36, 110  # GUTTER: the column of the numbers
HEAD, CARD, CARD_GAP, LINE, FOOT = 132, 128, 34, 42, 70  # heights
PAIR = 0.6  # of a column's width: where its total ends and the change beside it begins
LARGEST_NAME, LARGEST_TOTAL = 32, 50  # sizes of letters
LETTER = 0.6  # width of a letter, of its size; that of bold ones is less than LETTER + 0.06


class PictureCard(NamedTuple):
    """A player's name and total, above their column."""

    x: float
    width: float
    middle: float
    name: str
    name_size: int
    total: str
    total_size: int
    is_below: bool  # below 0


PictureCell = tuple[float, str, str]  # a player's total after a hand, with its end; what the hand has changed


class PictureLine(NamedTuple):
    """One line of the sheet."""

    y: int  # where its letters stand
    label: str
    cells: tuple[PictureCell, ...]
    is_double: bool
    is_struck: bool
    ends_round: bool


class SheetPicture(NamedTuple):
    """A written sheet with the positions of all that is on it."""

    width: int
    height: int
    margin: int
    cards: tuple[PictureCard, ...]
    card_top: int
    card_height: int
    lines: tuple[PictureLine, ...]
    line_height: int


def build_picture(view: TableView) -> SheetPicture:
    """Return the picture of a table's written sheet: result above, one line for each hand below."""
    rows = [row for row in view.rows if row.number or row.moves]
    column = (PICTURE_WIDTH - 2 * PICTURE_MARGIN - PICTURE_GUTTER) / len(view.columns)
    lefts = [PICTURE_MARGIN + PICTURE_GUTTER + index * column for index in range(len(view.columns))]
    top = HEAD + CARD + CARD_GAP
    named = zip(lefts, view.heads, view.sums, strict=True)
    return SheetPicture(
        width=PICTURE_WIDTH,
        height=top + LINE * len(rows) + FOOT,
        margin=PICTURE_MARGIN,
        cards=tuple(_build_card(left, column, name, total) for left, name, total in named),
        card_top=HEAD,
        card_height=CARD,
        lines=tuple(_build_line(row, top + LINE * index, lefts, column) for index, row in enumerate(rows)),
        line_height=LINE,
    )


def _build_card(left: float, column: float, name: str, total: int) -> PictureCard:
    written, width = format_points(total), column - 8
    return PictureCard(
        x=left,
        width=width,
        middle=left + width / 2,
        name=name,
        name_size=_fit_letters(name, width - 12, LARGEST_NAME),
        total=written,
        total_size=_fit_letters(written, width - 12, LARGEST_TOTAL),
        is_below=total < 0,
    )


def _fit_letters(text: str, width: float, largest: int) -> int:
    """Return the size of letters with which a text is not wider than that.

    >>> _fit_letters("Anna", 100, 32), _fit_letters("Margarethe", 100, 32)
    (32, 16)
    """
    return min(largest, int(width / (LETTER * max(len(text), 1))))


def _build_line(row: WrittenRow, y: int, lefts: list[float], column: float) -> PictureLine:
    cells = (
        (
            left + column * PAIR,
            format_points(cell.total),
            format_signed_points(cell.amount) if cell.amount else "",
        )
        for left, cell in zip(lefts, row.cells, strict=True)
        if cell is not None
    )
    return PictureLine(
        y=y,
        label=str(row.number) if row.number else "–",
        cells=tuple(cells),
        is_double=row.radl is not None,
        is_struck=row.kind == "strike",
        ends_round=bool(row.subtotal),
    )


SVG = "image/svg+xml"


def serve_sheet_speiszettel(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Serve the Speiszettel of a sheet, with its options as set by the address."""
    return build_pdf_response(*services.print_zettel(find_shown(request, sheet_id).zettel))


def serve_table_speiszettel(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Serve the Speiszettel of a table."""
    return build_pdf_response(*services.print_table_zettel(find_game_table(slug)))


def serve_sheet_blank(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Serve an empty written sheet for this many players and hands, with the options as set by the address."""
    players, hands = parse_number(request.GET, "players"), parse_number(request.GET, "hands")
    shown = find_shown(request, sheet_id)
    return build_pdf_response(*services.print_sheet_blank(shown, players, hands))


def serve_table_blank(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Serve the empty written sheet of an evening's table, with the names of its players."""
    table, hands = find_game_table(slug), parse_number(request.GET, "hands")
    return build_pdf_response(*services.print_table_blank(table, hands, find_reader(request, slug)))


@never_cache
def show_picture(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the written sheet of a table as a picture, to share or to save."""
    return hide_address(render(request, "scoring/reports/printing/picture.html", _build_picture_context(slug)))


@never_cache
def serve_paper_picture(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Serve the picture of the written sheet of a table."""
    context = _build_picture_context(slug)
    return hide_address(render(request, "scoring/reports/printing/picture.svg", context, content_type=SVG))


def _build_picture_context(slug: uuid.UUID) -> dict[str, Any]:
    """Return the picture of a table's sheet with its title, as everybody may see it; raise 404 without a line."""
    table = find_game_table(slug)
    view = load_table_view(table, EVERYBODY)
    if not view.rows:
        raise Http404
    begun, hands = localtime(table.started), sum(row.counts for row in view.rows)
    counted = ngettext("%(hands)s hand", "%(hands)s hands", hands) % {"hands": hands}
    about = f"{format_day(begun)} · {counted}"
    totals = ", ".join(f"{name} {format_points(total)}" for name, total in zip(view.names, view.sums, strict=True))
    return {
        "table": table,
        "view": view,
        "picture": build_picture(view),
        "about": about,
        "title": f"{view.book.sheet.name}, {about}: {totals}",
        "address": reverse("sheet_picture_file", args=[slug]),
        "name": f"Tarock {begun:%Y-%m-%d}.png",
    }
