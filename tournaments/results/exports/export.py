"""The export of a tournament from its first round to its last: each book is read once, and all tables follow from it.

Memory use is small for any number of hands: a few books at a time, and a line for each player and round.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from scoring.models import Seated
from tournaments.hall.rounds.table_capital import Holder, build_rule, compute_capital_holders
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
from tournaments.results.exports.cash import (
    build_cash_rows,
    build_cash_table,
    build_donation_rows,
    build_donations_table,
)
from tournaments.results.exports.data import TableData, TournamentData, load_exported_tables
from tournaments.results.exports.entries import EntryPlace, build_place_rows, build_places_table, list_table_places
from tournaments.results.exports.hands import build_hand_rows, build_hands_table
from tournaments.results.exports.notes import (
    build_payment_rows,
    build_payments_table,
    build_registration_rows,
    build_registrations_table,
    build_ruling_rows,
    build_rulings_table,
    has_registrations,
)
from tournaments.results.exports.overall import Round, build_overall_table, write_overall
from tournaments.results.exports.place_points import build_points_rows, build_points_table
from tournaments.results.exports.prizes import build_prize_rows, build_prizes_table
from tournaments.results.exports.rules import build_rule_rows, build_rules_table
from tournaments.results.exports.schema import ExportTable, Lines, Row, TableWriter
from tournaments.results.exports.standing import build_standing_table, list_spans, write_standing
from tournaments.results.exports.teams import build_teams_table, write_teams
from tournaments.results.exports.written_sheets import SheetStay, build_sheet_form, build_table_sheet, list_stays
from tournaments.results.team_standings.standing import load_team_standings

ProgressCallback = Callable[[int], object]


class OpenTables(NamedTuple):
    """All opened tables and sheets, ready for their rows, in the order of the sheets."""

    overall: tuple[ExportTable, Lines]
    teams: tuple[ExportTable, Lines] | None  # where there are teams
    standings: dict[int, tuple[ExportTable, Lines]]  # by number of the round
    entries: Lines
    payments: Lines
    sheets: dict[int, Lines | None]
    hands: Lines
    rulings: Lines
    prizes: Lines
    cash: Lines
    rules: Lines
    donations: Lines | None  # where there is a box
    points: Lines | None  # where there are place points
    registrations: Lines | None  # where somebody has registered before the day


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
    _add_rows(opened.rulings, build_ruling_rows(data))
    _add_rows(opened.prizes, build_prize_rows(whole))
    _add_rows(opened.payments, build_payment_rows(data))
    _add_rows(opened.cash, build_cash_rows(data, opened.entries, opened.prizes, opened.cash.next))
    _add_rows(opened.rules, build_rule_rows(data))
    if opened.donations is not None:
        _add_rows(opened.donations, build_donation_rows(data, opened.donations.next))
    if opened.registrations is not None:
        _add_rows(opened.registrations, build_registration_rows(data))
    if opened.points is not None:
        _add_rows(opened.points, build_points_rows(data))


def _open_tables(data: TournamentData, out: TableWriter) -> OpenTables:
    numbers = [round_.number for round_ in data.rounds]
    started = [round_.number for round_ in data.rounds if round_.started is not None]

    def begin_table(table: ExportTable) -> tuple[ExportTable, Lines]:
        return table, out.open(table)

    return OpenTables(
        overall=begin_table(build_overall_table(data, started)),
        teams=begin_table(build_teams_table(data, started)) if data.settings.team_size else None,
        standings={number: begin_table(build_standing_table(data, number)) for number in numbers},
        entries=out.open(build_places_table(data)),
        payments=out.open(build_payments_table(data)),
        sheets={number: out.begin_sheet(*build_sheet_form(data, number)) for number in numbers},
        hands=out.open(build_hands_table(data)),
        rulings=out.open(build_rulings_table(data)),
        prizes=out.open(build_prizes_table(data)),
        cash=out.open(build_cash_table(data)),
        donations=out.open(build_donations_table(data)) if data.settings.donation else None,
        points=out.open(build_points_table(data)) if data.settings.place_points else None,
        registrations=out.open(build_registrations_table(data)) if has_registrations(data) else None,
        rules=out.open(build_rules_table(data)),
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
    seen: dict[int, EntryPlace] = {}
    rule, sheet = build_rule(data.settings), opened.sheets[round_.number]
    for sat in load_exported_tables(data, round_):
        holders[sat.table.game_table_id] = tuple(
            map(_strip_course, compute_capital_holders(sat.told.book, sat.told.seats, rule))
        )
        seen |= list_table_places(sat)
        _add_rows(opened.hands, build_hand_rows(data, sat))
        for stay in _write_sheet(data, sat, sheet):
            if sat.table.counts:
                stays.setdefault(by.people.get_player(stay.seat.persons[-1][1]).person, []).append(stay)
        tell(1)
    standing = compute_round(by.stand, by.stand.get_round(round_.number), holders, by.people, by.lots)
    table, lines = opened.standings[round_.number]
    are_drawn = build_standing_scope(round_.number) in by.lots
    won = write_standing(data, table, standing, stays, lines, lots_drawn=are_drawn, points_table=opened.points)
    _add_rows(opened.entries, build_place_rows(data, round_, seen, by.people))
    letters = {name: span.letter for name, span in list_spans(table, 0).items()}
    return standing, Round(round_.number, won, lines.before, letters)


def _strip_course(holder: Holder) -> Holder:
    """Return a holder whose course has only its last state."""
    return holder._replace(course=holder.course._replace(after=holder.course.after[-1:]))


def _write_sheet(data: TournamentData, sat: TableData, sheet: Lines | None) -> tuple[SheetStay, ...]:
    """Return the stays at a table, with their cells on the sheet where there is one."""
    if sheet is None:
        return list_stays(data, sat)
    rows, stays = build_table_sheet(data, sat, sheet.next - 1)
    _add_rows(sheet, rows)
    return tuple(stay.move_to_sheet(sheet.before) for stay in stays)


def _add_rows(lines: Lines, rows: Iterable[Row]) -> None:
    for row in rows:
        lines.add(row)
