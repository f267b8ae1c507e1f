"""Through a tournament from its first round to its last: each table's book is read once, and all tables follow from it.

What is in memory is little however many hands there are: a few books at a time, and a line for everybody and round.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from scoring.models import Seated
from tournaments.exports.cash import cash_rows, cash_table, donation_rows, donations_table
from tournaments.exports.data import Gathered, Sat, tables_of
from tournaments.exports.entries import Place, place_rows, places_table, seen_at
from tournaments.exports.hands import hand_rows, hands_table
from tournaments.exports.overall import Round, overall_table, write_overall
from tournaments.exports.payments import payment_rows, payments_table
from tournaments.exports.place_points import points_rows, points_table
from tournaments.exports.prizes import prize_rows, prizes_table
from tournaments.exports.rules import rule_rows, rules_table
from tournaments.exports.rulings import ruling_rows, rulings_table
from tournaments.exports.schema import Lines, Out, Row, Table
from tournaments.exports.standing import spans_of, standing_table, write_standing
from tournaments.exports.teams import teams_table, write_teams
from tournaments.exports.written_sheets import Stay, drawn, sheet_form, stays_of
from tournaments.models import Round as RoundRow
from tournaments.rounds.table_capital import Holder, holders_at, rule_of
from tournaments.standings.players import People, people_of
from tournaments.standings.progress import Stand, stand_of
from tournaments.standings.standing import OVERALL, Standing, Standings, drawn_lots, of_round, scope_of, totals_of
from tournaments.teams.standing import team_standings

Tell = Callable[[int], object]


class Opened(NamedTuple):
    """All that is written, ready for its rows, in the order of the sheets."""

    overall: tuple[Table, Lines]
    teams: tuple[Table, Lines] | None  # where there are teams
    standings: dict[int, tuple[Table, Lines]]  # by number of the round
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


class Reckoned(NamedTuple):
    """What the standings are reckoned with."""

    stand: Stand
    people: People
    lots: frozenset[str]


def export(told: Gathered, out: Out, tell: Tell = lambda _done: None) -> None:
    """Write a whole tournament; `tell` hears how many tables are done."""
    opened = _opened(told, out)
    stand, lots = stand_of(told.tournament), drawn_lots(told.tournament)
    by = Reckoned(stand, people_of(told.tournament, _persons(told)), lots)
    standings, rounds = [], []
    for round_ in told.rounds:
        standing, won = _round(told, opened, round_, by, tell)
        if standing.round.started:
            standings.append(standing)
            rounds.append(won)
    totals = totals_of(stand, standings, by.people, lots)
    table, lines = opened.overall
    write_overall(told, table, totals, rounds, lines, lots_drawn=OVERALL in lots)
    if opened.teams is not None:
        teams = team_standings(Standings(stand, by.people, tuple(standings), totals))
        write_teams(told, opened.teams[0], teams, rounds, opened.teams[1])
    _all(opened.rulings, ruling_rows(told))
    _all(opened.prizes, prize_rows(told))
    _all(opened.payments, payment_rows(told))
    _all(opened.cash, cash_rows(told, opened.entries, opened.prizes, opened.cash.next))
    _all(opened.rules, rule_rows(told))
    if opened.donations is not None:
        _all(opened.donations, donation_rows(told, opened.donations.next))
    if opened.points is not None:
        _all(opened.points, points_rows(told))


def _opened(told: Gathered, out: Out) -> Opened:
    numbers = [one.number for one in told.rounds]
    started = [one.number for one in told.rounds if one.started is not None]

    def begun(table: Table) -> tuple[Table, Lines]:
        return table, out.open(table)

    return Opened(
        overall=begun(overall_table(told, started)),
        teams=begun(teams_table(told, started)) if told.settings.team_size else None,
        standings={number: begun(standing_table(told, number)) for number in numbers},
        entries=out.open(places_table(told)),
        payments=out.open(payments_table(told)),
        sheets={number: out.sheet(*sheet_form(told, number)) for number in numbers},
        hands=out.open(hands_table(told)),
        rulings=out.open(rulings_table(told)),
        prizes=out.open(prizes_table(told)),
        cash=out.open(cash_table(told)),
        donations=out.open(donations_table(told)) if told.settings.donation else None,
        points=out.open(points_table(told)) if told.settings.place_points else None,
        rules=out.open(rules_table(told)),
    )


def _persons(told: Gathered) -> set[int]:
    """Everybody who ever sat at a table."""
    seated = Seated.objects.filter(sitting__table__round_table__round__tournament=told.tournament)
    return set(seated.values_list("person", flat=True).distinct())


def _round(told: Gathered, opened: Opened, round_: RoundRow, by: Reckoned, tell: Tell) -> tuple[Standing, Round]:
    """Write a round: its tables one after the other, then its standing and its entries."""
    holders: dict[int, tuple[Holder, ...]] = {}
    stays: dict[int, list[Stay]] = {}
    seen: dict[int, Place] = {}
    rule, sheet = rule_of(told.settings), opened.sheets[round_.number]
    for sat in tables_of(told, round_):
        holders[sat.table.game_table_id] = tuple(map(_lean, holders_at(sat.told.book, sat.told.seats, rule)))
        seen |= seen_at(sat)
        _all(opened.hands, hand_rows(told, sat))
        for stay in _drawn(told, sat, sheet):
            if sat.table.counts:
                stays.setdefault(by.people.player(stay.seat.persons[-1][1]).person, []).append(stay)
        tell(1)
    standing = of_round(by.stand, by.stand.round(round_.number), holders, by.people, by.lots)
    table, lines = opened.standings[round_.number]
    are_drawn = scope_of(round_.number) in by.lots
    won = write_standing(told, table, standing, stays, lines, lots_drawn=are_drawn, points_table=opened.points)
    _all(opened.entries, place_rows(told, round_, seen, by.people))
    letters = {name: span.letter for name, span in spans_of(table, 0).items()}
    return standing, Round(round_.number, won, lines.before, letters)


def _lean(holder: Holder) -> Holder:
    """What somebody has, without how he came to it."""
    return holder._replace(course=holder.course._replace(after=holder.course.after[-1:]))


def _drawn(told: Gathered, sat: Sat, sheet: Lines | None) -> tuple[Stay, ...]:
    """Who sat at a table, with his cells on the sheet where there is one."""
    if sheet is None:
        return stays_of(told, sat)
    rows, stays = drawn(told, sat, sheet.next - 1)
    _all(sheet, rows)
    return tuple(stay.on(sheet.before) for stay in stays)


def _all(lines: Lines, rows: Iterable[Row]) -> None:
    for row in rows:
        lines.add(row)
