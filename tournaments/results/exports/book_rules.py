"""The sheets of a tournament's workbook about its money and its rules."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.reports.exports.evening_workbook import list_sheet_pairs
from tarockclub.kit.amounts import format_cents, format_points
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FileTable, FormulaRow
from tarockclub.kit.time_source import now
from tarockclub.kit.words import get_current_language
from tarockclub.kit.xlsx.cells import (
    COUNT,
    EURO,
    MOMENT,
    NOTE,
    PLAY,
    SENTENCE,
    STRONG,
    TINT,
    TITLE,
    Cell,
    CellMark,
    Extras,
    WorkbookPage,
    build_text_cell,
    build_value_cell,
)
from tarockclub.platform.server.installation import name_program
from tournaments.core.sealed_rows import format_head
from tournaments.core.settings import Settings
from tournaments.hall.setup.play_settings import CLOCK, MONEY
from tournaments.hall.setup.setting_table import BASICS, BY_NAME, TEAMS
from tournaments.results.cash.page import DonationBox
from tournaments.results.exports.cash import DONATIONS, ENTRIES, CashRow
from tournaments.results.exports.data import TournamentData

CENTS = 100
RULE_ROW = 3  # of the first rule on its sheet
_DIGITS = 16  # of a fingerprint: enough for whoever compares it by eye


def build_book_entries() -> FileTable:
    """Return the table of entries; open fees are tinted."""
    table = replace(ENTRIES, prefix="N", note=_("Who sat where in which round, and what was paid. Tinted: still due."))
    due = table.letters["due"]
    marks = (CellMark(f"{due}:{due}", TINT, f"N({due}4)>0"),)
    return replace(table, extras=Extras(marks=marks, is_landscape=True))


def build_book_donations(box: DonationBox) -> FileTable:
    """Return the table of donations; what they come to stands over it."""
    sums = {"points": format_points(box.sixths), "euros": format_cents(box.cents)}
    note = _("Together %(points)s points, %(euros)s.") % sums
    return replace(DONATIONS, note=note, extras=Extras(is_landscape=True))


def build_cash_formulas(entries: FileTable, prizes: FileTable) -> tuple[Callable[[int], str], str]:
    """Return the formulas of the fees of a round, and of the prizes that were bought."""
    names = entries.names
    return lambda number: f"SUMIFS({names['paid']},{names['round']},{number})", f"-SUM({prizes.names['cost']})"


def build_book_cash() -> FileTable:
    """Return the table of what came in and went out, with what was in the box after each."""

    def build_balance(at: FormulaRow) -> str:
        letter = at.table.letters["amount"]
        return f"SUM({letter}${at.table.first}:{letter}{at.number})"

    columns = (
        Column("at", _("When"), kind=MOMENT, width=17),
        Column("what", _("What"), width=28),
        Column("kind", _("Kind"), width=14),
        Column("amount", _("Amount"), "cents", EURO, 12, lambda at: at.row.formula),
        Column("balance", _("In the cash box"), kind=EURO, width=12, formula=build_balance, look=STRONG),
        Column("party", _("From or to"), lambda row: row.party or row.table, width=18),
        Column("voucher", _("Receipt no."), width=9),
    )
    return FileTable("cash", _("Cash box"), columns, prefix="K", note=_("A new row at the bottom needs a kind."))


class KindSum(NamedTuple):
    """All movements of a kind together."""

    kind: str
    moves: int
    cents: int


def build_kinds_table(cash: FileTable) -> FileTable:
    """Return the table of the sums of the cash box by kind."""
    kinds, amounts = cash.names["kind"], cash.names["amount"]
    columns = (
        Column("kind", _("Kind"), width=26),
        Column("moves", _("Rows"), kind=COUNT, width=8, formula=lambda at: f"COUNTIFS({kinds},{at.find_cell('kind')})"),
        Column("cents", _("Amount"), kind=EURO, width=14,
            formula=lambda at: f"SUMIFS({amounts},{kinds},{at.find_cell('kind')})"),
    )  # fmt: skip
    return FileTable("kinds", _("Cash box by kind"), columns)


def sum_kinds(rows: Iterable[CashRow]) -> list[KindSum]:
    """Return the sums of movements by kind, in the order in which kinds first occur."""
    by_kind: dict[str, list[int]] = {}
    for row in rows:
        by_kind.setdefault(row.kind, []).append(row.cents or 0)
    return [KindSum(kind, len(amounts), sum(amounts)) for kind, amounts in by_kind.items()]


class RuleNumber(NamedTuple):
    """A number that formulas call by the name of its cell."""

    key: str
    label: str
    number: float

    @property
    def name(self) -> str:
        """The name of its cell."""
        return "_".join(self.label.split())


def list_rule_numbers(settings: Settings) -> list[RuleNumber]:
    """Return the numbers by which play money is reckoned; none where there is none."""
    if not settings.start:
        return []
    return [
        RuleNumber("start", _("Starting capital"), settings.start / CENTS),
        RuleNumber("replacement", _("Replacement capital"), (settings.replacement or settings.start) / CENTS),
        RuleNumber("stake", _("Stake per point"), settings.stake / CENTS),
    ]


def build_rules_sheet(data: TournamentData, numbers: Sequence[RuleNumber], notes: Iterable[str]) -> WorkbookPage:
    """Return the sheet of rules: the numbers that formulas call, all else in sentences; `notes`: on what is fixed."""
    title = _("Rules")
    about = _("The numbers of the first rows are part of formulas.") if numbers else ""
    rows = [
        (build_text_cell(f"{data.tournament.name} – {title}", TITLE),),
        (build_text_cell(about, SENTENCE),),
        *((build_text_cell(rule.label, STRONG), Cell(rule.number, PLAY, NOTE)) for rule in numbers),
    ]
    pairs = [*_list_sentences(data), *((_("What is fixed here"), note) for note in notes), *_list_origins(data)]
    rows += [(build_text_cell(str(label), STRONG), build_value_cell(text, MOMENT, NOTE)) for label, text in pairs]
    names: Mapping[str, str] = {rule.name: f"$B${row}" for row, rule in enumerate(numbers, RULE_ROW)}
    return WorkbookPage(title, (30, 70), tuple(rows), extras=Extras(names=names, has_grid=False))


def _list_sentences(data: TournamentData) -> Iterator[tuple[object, str]]:
    """Yield everything that decides a result, in words."""
    settings = data.settings
    phrases = [(_("Rounds"), BASICS), (CLOCK.title, CLOCK), (MONEY.title, MONEY)]
    for title, section in [*phrases, *([(TEAMS.title, TEAMS)] if settings.team_size else [])]:
        text = "; ".join(map(str, section.list_phrases(settings)))
        yield title, f"{text[:1].upper()}{text[1:]}."
    for name in (
        "place_points",
        "scope",
        "round_criteria",
        "overall_criteria",
        *["replaced_last"] * settings.replaced_last,
    ):
        yield from ((label, str(text)) for label, text in BY_NAME[name].list_pairs(settings) if text)


def _list_origins(data: TournamentData) -> Iterator[tuple[str, str | datetime]]:
    """Yield the house rules, when and by what this was made, and their fingerprint."""
    tournament = data.tournament
    (label, name), *pairs, (_source, source), (print_label, digest) = list_sheet_pairs(
        tournament.sheet_version, get_current_language()
    )
    yes = ": " + _("yes")
    chosen = ", ".join(text.removesuffix(yes) for _label, text in pairs if text.endswith(yes))
    yield label, f"{name}: {chosen}." if chosen else name
    if source:
        yield _source, source
    yield _("Created on"), now()
    yield _("Program"), name_program()
    last = tournament.acts.order_by("sequence").last()
    if last is not None:
        yield _("Head of the log"), format_head(last)
    yield print_label, digest[:_DIGITS]
