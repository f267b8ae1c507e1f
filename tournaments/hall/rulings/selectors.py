"""The register of rulings as plain values, of a tournament or of one table; and the preview of a ruling."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from scoring.book.ledger.book import Book
from scoring.book.ledger.seats import Seat, build_seats, list_seated
from scoring.book.ledger.services import score_table_hand
from scoring.engine.texts import describe_problem
from scoring.models import Seated
from scoring.table.corrections.history import TotalChange, list_problems, list_total_changes
from scoring.table.corrections.plan import plan_change
from scoring.table.written_sheet.rows import find_seat_name
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FileTable
from tarockclub.kit.xlsx.cells import COUNT, MOMENT
from tarockclub.platform.privacy.readers import INSIDE, Reader
from tournaments.core.acts import parse_content
from tournaments.hall.rulings.actions import DEEDS, RENONCE, RecordRuling
from tournaments.models import RoundTable, Ruling, Tournament


class RulingLine(NamedTuple):
    """A ruling for display and print."""

    number: int
    round: int
    table: int
    text: str
    decided_by: str
    deed: str
    at: datetime
    entered_by: str
    line: int  # of the table's book; 0: none
    corrects: int  # number of the ruling that it corrects; 0: none
    corrected_by: tuple[int, ...]
    slug: str  # of the game table
    moved: tuple[tuple[str, int], ...] = ()  # name, sixths: by a transfer

    @property
    def deed_said(self) -> str:
        """The effect in words."""
        return str(DEEDS[self.deed])


RULING_FILE = FileTable(
    "rulings",
    _("Rulings"),
    (
        Column("number", _("No."), kind=COUNT, width=6),
        Column("at", _("When"), kind=MOMENT, width=17),
        Column("round", _("Round"), kind=COUNT, width=7),
        Column("table", _("Table"), kind=COUNT, width=7),
        Column("decided_by", _("Decided by"), width=26),
        Column("text", _("Ruling"), width=60),
        Column("deed", _("What it brought about"), "deed_said", width=24),
        Column("corrects", _("Corrects no."), lambda ruling: ruling.corrects or None, kind=COUNT, width=13),
        Column("entered_by", _("Entered by"), width=20),
    ),
    about=_("Rulings of the referees"),
    still=1,
)


def load_register(tournament: Tournament) -> tuple[RulingLine, ...]:
    """Return all rulings of a tournament, the first one first."""
    return _load_lines(Ruling.objects.filter(tournament=tournament), INSIDE)


def load_table_rulings(table: RoundTable, reader: Reader) -> tuple[RulingLine, ...]:
    """Return the rulings at one table as a reader may see them, the first one first."""
    return _load_lines(Ruling.objects.filter(table=table), reader)


def _load_lines(rulings: QuerySet[Ruling], reader: Reader) -> tuple[RulingLine, ...]:
    rows = rulings.select_related("act__by", "table__round", "table__game_table", "text", "decided_by", "corrects")
    ordered = list(rows.prefetch_related("corrected_by").order_by("number"))
    moving = {row.table.game_table_id: row.table.game_table for row in ordered if "amounts" in parse_content(row.act)}
    seated: dict[int, list[Seated]] = {}
    for seated_row in list_seated(list(moving.values())) if moving else ():
        seated.setdefault(seated_row.sitting.table_id, []).append(seated_row)
    return tuple(
        _build_line(row, build_seats(seated.get(row.table.game_table_id, ()), reader), reader) for row in ordered
    )


def _build_line(row: Ruling, seats: tuple[Seat, ...], reader: Reader) -> RulingLine:
    content = parse_content(row.act)
    amounts = [(place, sixths) for place, sixths in enumerate(content.get("amounts", ())) if sixths]
    return RulingLine(
        row.number,
        row.table.round.number,
        row.table.number,
        row.text.text,
        reader.read_text(row.decided_by.text),
        content["deed"],
        row.act.at,
        reader.read_text(row.act.by.name) if row.act.by is not None else "",
        row.line,
        row.corrects.number if row.corrects is not None else 0,
        _list_numbers(row.corrected_by.all()),
        str(row.table.game_table.slug),
        tuple((find_seat_name(seats, place, row.line), sixths) for place, sixths in amounts),
    )


def _list_numbers(rulings: Iterable[Ruling]) -> tuple[int, ...]:
    return tuple(sorted(ruling.number for ruling in rulings))


class RulingPreview(NamedTuple):
    """The changes of the totals by a ruling, and the problems that prevent it."""

    totals: tuple[TotalChange, ...] = ()
    problems: tuple[str, ...] = ()


def preview_ruling(ruling: RecordRuling, book: Book, seats: tuple[Seat, ...], language: str) -> RulingPreview:
    """Return the preview of a ruling."""
    request = ruling.build_correction()
    if request is not None:
        plan = plan_change(book, request(book))
        problems = tuple(sentence for _, sentence in list_problems(plan, language))
        return (
            RulingPreview()
            if problems == () and not plan.steps
            else RulingPreview(tuple(list_total_changes(plan, seats)), problems)
        )
    return _preview_next_hand(ruling, book, seats, language) if ruling.deed == RENONCE else RulingPreview()


def _preview_next_hand(ruling: RecordRuling, book: Book, seats: tuple[Seat, ...], language: str) -> RulingPreview:
    result = score_table_hand(book.now, book.sheet, ruling.record)
    if result.score is None:
        return RulingPreview((), tuple(describe_problem(problem, language) for problem in result.problems))
    paid = dict(zip(book.now.active, result.score.written, strict=True))
    totals = (
        TotalChange(
            find_seat_name(seats, place, book.number),
            book.now.written[place],
            book.now.written[place] + paid.get(place, 0),
        )
        for place in book.now.order
    )
    return RulingPreview(tuple(totals))
