"""A tournament's workbook: the page for the wall, the standings as formulas, all hands, money where some moved, rules.

Hands are written while their books are read, a few tables at a time; all else follows when the last one is read. The
sheets about money and rules are here, the others in book_*.py.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import NamedTuple, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.reports.exports.evening_workbook import list_sheet_pairs
from tarockclub.kit.amounts import format_cents, format_points
from tarockclub.kit.days import format_day
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FileTable, FormulaRow, OpenTable, Row
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
    Cover,
    Extras,
    WorkbookPage,
    build_text_cell,
    build_value_cell,
)
from tarockclub.platform.club_look.services import choose_header
from tarockclub.platform.server.installation import name_program
from tournaments.core.editions import FINAL
from tournaments.core.sealed_rows import format_head
from tournaments.core.settings import Settings
from tournaments.hall.rulings.selectors import RULING_FILE, load_register
from tournaments.hall.setup.play_settings import CLOCK, MONEY
from tournaments.hall.setup.setting_table import BASICS, BY_NAME, TEAMS
from tournaments.people.registration.staff_views import REGISTRATION_FILE, list_registration_rows
from tournaments.results.cash.page import DonationBox, load_donations
from tournaments.results.cash.payment_views import PAYMENT_FILE, iter_payments
from tournaments.results.exports.book_standing import (
    MOST_HANDS,
    ReadRound,
    StandingBook,
    build_round_lines_table,
    build_standing_book,
    compare_round,
    list_round_lines,
)
from tournaments.results.exports.book_totals import (
    build_book_teams,
    build_capital,
    build_total_table,
    build_tournament_wall,
    list_book_teams,
    list_wall_rows,
)
from tournaments.results.exports.cash import (
    DONATIONS,
    ENTRIES,
    PRIZES,
    CashRow,
    EntryPlace,
    PrizeRow,
    list_box_rows,
    list_donation_rows,
    list_entry_rows,
    list_prize_rows,
    list_table_places,
)
from tournaments.results.exports.data import ProgressCallback, RoundReader, TournamentData
from tournaments.results.exports.formats import Workbook
from tournaments.results.exports.hands import PaidSums, build_book_hands, list_book_hands, number_people
from tournaments.results.exports.rank_formulas import build_points_table, list_points_rows
from tournaments.results.final_results.prizes import load_scope_sections

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


class BookWriter(Protocol):
    """The writer of the sheets of a workbook."""

    def open(self, table: FileTable, *, last: bool = False) -> OpenTable:
        """Begin the sheet of a table; `last`: after all that are not."""

    def add_page(self, page: WorkbookPage, below: Iterable[Row] = (), *, last: bool = False) -> None:
        """Add a sheet that is no table; `below`: more rows, which need not be in memory together."""


def build_tournament_workbook(data: TournamentData, foot: str, folder: Path, tell: ProgressCallback) -> Workbook:
    """Return a tournament's workbook, to be saved; `folder`: for its temporary files."""
    tournament, language = data.tournament, get_current_language()
    colour, period = choose_header(tournament.club.colour), _format_period(data)
    list_sheet = _("Overall") if any(round_.started for round_ in data.rounds) else _("Registrations")
    cover = Cover(tournament.name, tournament.club.name, period, language, name_program(), colour, list_sheet)
    out = Workbook(tournament.name, foot=foot, english=language.startswith("en"), folder=folder, cover=cover)
    write_book(data, out, tell)
    return out


def write_book(data: TournamentData, out: BookWriter, tell: ProgressCallback = lambda _done: None) -> None:
    """Write all sheets of a workbook."""
    hands, entries = out.open(build_book_hands(data), last=True), out.open(build_book_entries(), last=True)
    people, read = number_people(data.people), []
    for round_ in data.rounds:
        result = _write_round(RoundReader(data, round_, tell), people, hands, entries)
        read += [result] if round_.started else []
    is_large = hands.next - hands.table.first > MOST_HANDS
    book = build_standing_book(data, read, hands.table, _list_prizes(data), has_formulas=not is_large)
    prizes = list(list_prize_rows(book.standings))
    _write_standings(book, prizes, out)
    _write_cash(_write_lists(data, prizes, entries.table, out), out)
    notes = [_("Replacements, ranks of a round and hands that were won; the points of whoever has sat at two tables.")]
    if is_large:
        notes.append(_("The points of rounds, since there are more than %(hands)d hands.") % {"hands": MOST_HANDS})
    out.add_page(build_rules_sheet(data, list_rule_numbers(data.settings), notes), last=True)


def _write_round(reader: RoundReader, people: Mapping[int, int], hands: OpenTable, entries: OpenTable) -> ReadRound:
    """Write the hands and the entries of a round; nothing else of its tables stays in memory."""
    places, sums = dict[int, EntryPlace](), PaidSums()
    for sat, holders in reader.read_tables():
        places |= list_table_places(sat)
        hands.write(list_book_hands(reader.data, sat, holders, people, sums))
    entries.write(list_entry_rows(reader.data, reader.round, places))
    return compare_round(reader, people, sums)


def _list_prizes(data: TournamentData) -> dict[int, str]:
    """Return the prizes of the whole tournament by the person who chose them."""
    chosen = (
        choice
        for section in load_scope_sections(data.tournament)
        if section.scope.of == FINAL
        for choice in section.chosen
    )
    people = data.people
    return {people.get_player(choice.person).person: choice.prize.name for choice in chosen if choice.prize is not None}


def _write_standings(book: StandingBook, prizes: Iterable[PrizeRow], out: BookWriter) -> None:
    """Write the sheets that come before the hands."""
    data, settings = book.data, book.settings
    points = build_points_table()
    numbers = {rule.key: rule.name for rule in list_rule_numbers(settings)}
    rounds = build_round_lines_table(book, points, numbers)
    table = build_total_table(book, rounds)
    rules = _list_wall_rules(book, prizes)
    out.add_page(build_tournament_wall(book, table, _format_period(data)), list_wall_rows(book, table, rules))
    out.open(table).write(book.lines)
    if book.teams is not None:
        out.open(build_book_teams(book, rounds)).write(list_book_teams(book))
    out.open(rounds).write(list_round_lines(book))
    if settings.start and len(book.numbers) > 0:
        out.add_page(build_capital(book, table, rounds, numbers["start"]))
    if settings.place_points:
        out.open(points, last=True).write(list_points_rows(data))


def _list_wall_rules(book: StandingBook, prizes: Iterable[PrizeRow]) -> Iterator[str]:
    """Yield the special prizes, and how the ranking comes about."""
    special = [f"{row.prize}: {row.chosen_by}" for row in prizes if row.number is None and row.chosen_by]
    if special:
        yield " · ".join(special)
    for label, text in BY_NAME["overall_criteria"].list_pairs(book.settings):
        yield f"{label}: {text}"


def _write_lists(data: TournamentData, prizes: list[PrizeRow], entries: FileTable, out: BookWriter) -> list[CashRow]:
    """Write the sheets of people and what they paid and got, if there are any; return the rows of the cash box."""
    payments = iter_payments(data.tournament, is_once=False)
    if first := next(payments, None):
        out.open(replace(PAYMENT_FILE, title=_("Payments")), last=True).write(chain([first], payments))
    prize_table = replace(PRIZES, prefix="V")
    if prizes:
        out.open(prize_table, last=True).write(prizes)
    if data.settings.donation:
        box = DonationBox(load_donations(data.tournament))
        out.open(build_book_donations(box), last=True).write(list_donation_rows(box))
    landscape = Extras(is_landscape=True)
    if rulings := load_register(data.tournament):
        columns = [replace(column, width=52) if column.name == "text" else column for column in RULING_FILE.columns]
        out.open(replace(RULING_FILE, columns=columns, extras=landscape), last=True).write(rulings)
    if data.tournament.applications.exists():
        rows = list_registration_rows(data.tournament).order_by("at", "pk").iterator()
        out.open(replace(REGISTRATION_FILE, extras=landscape), last=True).write(rows)
    return list(list_box_rows(data, *build_cash_formulas(entries, prize_table)))


def _write_cash(rows: list[CashRow], out: BookWriter) -> None:
    """Write the cash box where money moved."""
    if rows:
        cash = build_book_cash()
        out.open(cash, last=True).write(rows)
        out.open(build_kinds_table(cash), last=True).write(sum_kinds(rows))


def _format_period(data: TournamentData) -> str:
    """Return the day and the numbers of a tournament, and its house rules."""
    rounds, people = sum(round_.started for round_ in data.rounds), len(data.entrants)
    sheet = parse_sheet(data.tournament.sheet_version)
    parts = [
        format_day(data.tournament.day),
        ngettext("%(rounds)d round", "%(rounds)d rounds", rounds) % {"rounds": rounds},
        ngettext("%(people)d person", "%(people)d people", people) % {"people": people},
        sheet.name_en if get_current_language().startswith("en") else sheet.name,
    ]
    return " · ".join(parts)
