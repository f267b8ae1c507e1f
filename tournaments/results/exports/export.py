"""The export of a tournament from its first round to its last: each book is read once, and all tables follow from it.

Memory use is small for any number of hands: a few books at a time, and a line for each player and round.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from scoring.models import Seated
from scoring.reports.exports.house_rules import RULES
from tarockclub.kit.tables.files import Lines, OpenTable, TableWriter, begin_table
from tournaments.hall.rounds.table_capital import Holder, build_rule, compute_capital_holders
from tournaments.hall.rulings.selectors import RULING_FILE, load_register
from tournaments.hall.standing.players import People, load_people
from tournaments.hall.standing.progress import TournamentProgress, load_progress
from tournaments.hall.standing.standing import (
    OVERALL_SCOPE,
    RoundStanding,
    Standings,
    build_standing_scope,
    compute_round,
    list_drawn_lots,
)
from tournaments.models import Round as RoundRow
from tournaments.people.registration.page import REGISTRATION_FILE, list_registration_rows
from tournaments.results.cash.payments import PAYMENT_FILE, list_payments
from tournaments.results.exports.cash import CASH, DONATIONS, write_cash, write_donations
from tournaments.results.exports.data import TableData, TournamentData, load_exported_tables
from tournaments.results.exports.entries import ENTRIES, EntryPlace, list_entry_rows, list_table_places
from tournaments.results.exports.hands import build_hands_table, list_export_hands
from tournaments.results.exports.overall import Round, build_overall_table, write_overall
from tournaments.results.exports.place_points import POINTS_TABLE, list_points_rows
from tournaments.results.exports.prizes import PRIZES, list_prize_rows
from tournaments.results.exports.rules import list_rule_pairs
from tournaments.results.exports.standing import build_standing_table, write_standing
from tournaments.results.exports.teams import build_teams_table, write_teams
from tournaments.results.exports.written_sheets import SheetStay, build_sheet_form, build_table_sheet, list_stays
from tournaments.results.team_standings.standing import load_team_standings

ProgressCallback = Callable[[int], object]


class OpenTables(NamedTuple):
    """All opened tables and sheets, ready for their rows, in the order of the sheets."""

    overall: OpenTable
    teams: OpenTable | None  # where there are teams
    standings: dict[int, OpenTable]  # by number of the round
    entries: OpenTable
    payments: OpenTable
    sheets: dict[int, Lines | None]
    hands: OpenTable
    rulings: OpenTable
    prizes: OpenTable
    cash: OpenTable
    donations: OpenTable | None  # where there is a box
    points: OpenTable | None  # where there are place points
    registrations: OpenTable | None  # where somebody has registered before the day
    rules: OpenTable


class StandingInput(NamedTuple):
    """The input of the standings."""

    stand: TournamentProgress
    people: People
    lots: frozenset[str]


def export(data: TournamentData, out: TableWriter, tell: ProgressCallback = lambda _done: None) -> None:
    """Write a whole tournament; `tell` hears how many tables are done."""
    opened = _open_tables(data, out)
    stand, lots = load_progress(data.tournament), list_drawn_lots(data.tournament)
    by = StandingInput(stand, load_people(data.tournament, _list_persons(data)), lots)
    standings, rounds = [], []
    for round_ in data.rounds:
        standing, won = _write_round(data, opened, round_, by, tell)
        if standing.round.started:
            standings.append(standing)
            rounds.append(won)
    whole = Standings(stand, by.people, tuple(standings), lots)
    table, lines = opened.overall
    write_overall(data, table, whole.totals, rounds, lines, lots_drawn=OVERALL_SCOPE in lots)
    if opened.teams is not None:
        teams = load_team_standings(whole)
        write_teams(data, opened.teams[0], teams, rounds, opened.teams[1])
    opened.rulings.write(load_register(data.tournament))
    opened.prizes.write(list_prize_rows(whole))
    opened.payments.write(list_payments(data.tournament, is_once=False))
    write_cash(data, opened.cash, opened.entries, opened.prizes)
    opened.rules.write(list_rule_pairs(data))
    if opened.donations is not None:
        write_donations(data, opened.donations)
    if opened.registrations is not None:
        opened.registrations.write(list_registration_rows(data.tournament).order_by("at", "pk").iterator())
    if opened.points is not None:
        opened.points.write(list_points_rows(data))


def _open_tables(data: TournamentData, out: TableWriter) -> OpenTables:
    numbers = [round_.number for round_ in data.rounds]
    started = [round_.number for round_ in data.rounds if round_.started is not None]
    begin = partial(begin_table, out)
    return OpenTables(
        overall=begin(build_overall_table(data, started)),
        teams=begin(build_teams_table(data, started)) if data.settings.team_size else None,
        standings={number: begin(build_standing_table(data, number)) for number in numbers},
        entries=begin(ENTRIES),
        payments=begin(PAYMENT_FILE),
        sheets={number: out.begin_sheet(*build_sheet_form(data, number)) for number in numbers},
        hands=begin(build_hands_table(data)),
        rulings=begin(RULING_FILE),
        prizes=begin(PRIZES),
        cash=begin(CASH),
        donations=begin(DONATIONS) if data.settings.donation else None,
        points=begin(POINTS_TABLE) if data.settings.place_points else None,
        registrations=begin(REGISTRATION_FILE) if list_registration_rows(data.tournament).exists() else None,
        rules=begin(RULES),
    )


def _list_persons(data: TournamentData) -> set[int]:
    """Return everybody who ever sat at a table."""
    seated = Seated.objects.filter(sitting__table__round_table__round__tournament=data.tournament)
    return set(seated.values_list("person", flat=True).distinct())


def _write_round(
    data: TournamentData, opened: OpenTables, round_: RoundRow, by: StandingInput, tell: ProgressCallback
) -> tuple[RoundStanding, Round]:
    """Write a round: its tables one after the other, then its standing and its entries."""
    holders: dict[int, tuple[Holder, ...]] = {}
    stays: dict[int, list[SheetStay]] = {}
    places: dict[int, EntryPlace] = {}
    rule, sheet = build_rule(data.settings), opened.sheets[round_.number]
    for sat in load_exported_tables(data, round_):
        holders[sat.table.game_table_id] = tuple(
            map(_strip_course, compute_capital_holders(sat.evening.book, sat.evening.seats, rule))
        )
        places |= list_table_places(sat)
        opened.hands.write(list_export_hands(sat))
        for stay in _write_sheet(data, sat, sheet):
            if sat.table.counts:
                stays.setdefault(by.people.get_player(stay.seat.persons[-1][1]).person, []).append(stay)
        tell(1)
    standing = compute_round(by.stand, by.stand.get_round(round_.number), holders, by.people, by.lots)
    table, lines = opened.standings[round_.number]
    points = opened.points.lines if opened.points is not None else None
    are_drawn = build_standing_scope(round_.number) in by.lots
    won = write_standing(data, table, standing, stays, lines, lots_drawn=are_drawn, points_table=points)
    opened.entries.write(list_entry_rows(data, round_, places, by.people))
    return standing, Round(round_.number, won, lines.before, table.letters)


def _strip_course(holder: Holder) -> Holder:
    """Return a holder whose course has only its last state."""
    return holder._replace(course=holder.course._replace(after=holder.course.after[-1:]))


def _write_sheet(data: TournamentData, sat: TableData, sheet: Lines | None) -> tuple[SheetStay, ...]:
    """Return the stays at a table, with their cells on the sheet where there is one."""
    if sheet is None:
        return list_stays(data, sat)
    rows, stays = build_table_sheet(data, sat, sheet.next - 1)
    for row in rows:
        sheet.add(row)
    return tuple(stay.move_to_sheet(sheet.before) for stay in stays)
