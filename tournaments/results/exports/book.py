"""A tournament's workbook: the page for the wall, the standings as formulas, all hands, money where some moved, rules.

Hands are written while their books are read, a few tables at a time; all else follows when the last one is read.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.book.ledger.sheet_versions import parse_sheet
from tarockclub.kit.days import format_day
from tarockclub.kit.tables.table import FileTable, OpenTable, Row
from tarockclub.kit.words import get_current_language
from tarockclub.kit.xlsx.cells import Cover, Extras, WorkbookPage
from tarockclub.platform.club_look.services import choose_header
from tarockclub.platform.server.installation import name_program
from tournaments.core.editions import FINAL
from tournaments.hall.rulings.selectors import RULING_FILE, load_register
from tournaments.hall.setup.setting_table import BY_NAME
from tournaments.people.registration.staff_views import REGISTRATION_FILE, list_registration_rows
from tournaments.results.cash.page import DonationBox, load_donations
from tournaments.results.cash.payment_views import PAYMENT_FILE, iter_payments
from tournaments.results.exports.book_rules import (
    build_book_cash,
    build_book_donations,
    build_book_entries,
    build_cash_formulas,
    build_kinds_table,
    build_rules_sheet,
    list_rule_numbers,
    sum_kinds,
)
from tournaments.results.exports.book_standing import (
    MOST_HANDS,
    ReadRound,
    StandingBook,
    build_round_lines_table,
    build_standing_book,
    compare_round,
    list_round_lines,
)
from tournaments.results.exports.book_totals import build_book_teams, build_total_table, list_book_teams
from tournaments.results.exports.book_wall import build_capital, build_tournament_wall, list_wall_rows
from tournaments.results.exports.cash import (
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
