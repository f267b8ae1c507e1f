"""Games: frequency, outcomes and payouts; over all sheets, on one sheet, or by players; and the played sheets."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from django.db.models import QuerySet, Sum
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.book.sums.facts import DECLARERS
from scoring.models import ClaimCount, PlayCount
from scoring.reports.statistics.filters import (
    SHEET,
    Scope,
    Tables,
    Total,
    count_sheet_tables,
    group_totals,
    load_totals,
    sum_totals,
)
from scoring.reports.statistics.report import (
    THIRDS,
    Rate,
    Report,
    ReportNumber,
    ReportSection,
    build_card_column,
    build_mean_column,
    build_part_column,
    build_rate_column,
    compute_mean,
    compute_rate,
    compute_won_rate,
    format_rate,
    format_signed_mean,
)
from tarockclub.kit.amounts import format_decimal, get_sign_class
from tarockclub.kit.charts.bars import BarCount, build_bars
from tarockclub.kit.tables import Column, List
from tarockclub.kit.tables.table import NOTHING, Words
from tarockclub.kit.xlsx.cells import COUNT, STANDING
from tarockclub.models import Person


class GameRow(NamedTuple):
    """The games of one row: of a kind of game, of house rules or of a player."""

    name: str
    href: str
    games: int  # number of all games
    own: Total  # the share of their declarers


def _build_game_list(title: Words, caption: Words, *, prefix: str = "", surnames: bool = False) -> List:
    return List(
        caption=caption,
        columns=(
            Column("name", title, surnames=surnames, link=lambda row: row.href),
            build_part_column("games", _("played"), lambda row: compute_rate(row.own.hands, row.games)),
            build_rate_column("won", _("won"), lambda row: compute_won_rate(row.own)),
            build_mean_column(
                "mean", _("gains for the declarer"), lambda row: compute_mean(row.own.written, row.own.hands)
            ),
            build_part_column(
                "kontra", _("with kontra"), lambda row: compute_rate(row.own.kontra, row.own.hands), aside=True
            ),
            build_rate_column("kontra_won", _("of these lost"), lambda row: _compute_kontra_rate(row.own), aside=True),
            build_card_column("cards", _("Card points"), lambda row: _compute_card_mean(row.own)),
        ),
        sort="-games",
        empty=_("No game was found."),
        prefix=prefix,
    )


GAMES = _build_game_list(_("Game"), _("Games"))
OF_PLAYERS = _build_game_list(_("Player"), _("By player"), prefix="p-", surnames=True)
BY_SHEET = _build_game_list(_("House rules"), _("By house rules"), prefix="s-")


def _compute_kontra_rate(own: Total) -> Rate | None:
    """Return the rate of justified kontras: those in which the declarer has lost."""
    return compute_rate(own.kontra - own.kontra_won, own.kontra)


def _compute_card_mean(own: Total) -> Fraction | None:
    return Fraction(own.points, THIRDS * own.pointed) if own.pointed else None


def build_games_report(scope: Scope) -> Report:
    """Return the report on all games, of all house rules."""
    totals = group_totals(
        (contract, total) for (contract,), total in load_totals(list_declared_plays(scope), "contract")
    )
    sections = (build_games_section(scope, totals),)
    return Report(gettext("Games"), (), sections, lead=_format_most_played(scope, totals))


def _format_most_played(scope: Scope, totals: dict[str, Total]) -> str:
    """Return the game that is played most often, and how often it is won."""
    contract, own = max(totals.items(), key=lambda pair: pair[1].hands, default=("", Total()))
    won = compute_won_rate(own)
    if won is None:
        return ""
    words = {"game": scope.names.name_item(contract), "won": format_rate(won)}
    return gettext("%(game)s is played most often; won: %(won)s.") % words


def list_declared_plays(scope: Scope) -> QuerySet[PlayCount]:
    return scope.plays.filter(role__in=DECLARERS)


def build_games_section(scope: Scope, totals: dict[str, Total], sheet: str = "") -> ReportSection:
    """Return games with a chart."""
    hands = sum_totals(totals.values()).hands
    rows = [
        GameRow(scope.names.name_item(contract, sheet), scope.link_game(contract), hands, own)
        for contract, own in sorted(totals.items())
    ]
    return ReportSection(GAMES, rows, build_bars([build_game_bar(row.name, row.own) for row in rows]))


def build_game_bar(name: str, own: Total) -> BarCount:
    """Return the counts of a bar."""
    return BarCount(name, own.won, own.lost, own.hands - own.decided)


def build_game_report(scope: Scope, contract: str) -> Report | None:
    """Return the report on one game, by house rules and by player; None if nobody has played it."""
    rows = list_declared_plays(scope).filter(contract=contract)
    people = group_totals(
        (scope.known_names.find_main(person), total) for (person,), total in load_totals(rows, "person")
    )
    if not people:
        return None
    sheets = group_totals((sheet, total) for (sheet,), total in load_totals(rows, SHEET))
    whole = sum_totals(people.values())
    named = Person.objects.filter(pk__in=list(people)).order_by("number")
    of_players = [
        GameRow(scope.reader.name_person(person), scope.link_player(person.number), whole.hands, people[person.pk])
        for person in named
    ]
    by_sheet = [
        GameRow(scope.names.name_sheet(sheet), scope.link_sheet(sheet), whole.hands, own)
        for sheet, own in sorted(sheets.items())
    ]
    sections = (ReportSection(OF_PLAYERS, of_players), ReportSection(BY_SHEET, by_sheet))
    return Report(scope.names.name_item(contract), tuple(_build_game_numbers(scope, whole)), sections)


def _build_game_numbers(scope: Scope, own: Total) -> Iterable[ReportNumber]:
    """Yield the totals of a game as numbers above its lists."""
    hands = sum(table.hands for table in count_sheet_tables(scope.tables).values())
    played, won = compute_rate(own.hands, hands), compute_won_rate(own)
    if played:
        yield ReportNumber(gettext("in hands"), format_rate(played))
    if won:
        yield ReportNumber(gettext("won"), format_rate(won))
    pays = compute_mean(own.written, own.hands)
    if pays is not None:
        yield ReportNumber(gettext("gains for the declarer"), format_signed_mean(pays), get_sign_class(pays))
    lost = _compute_kontra_rate(own)
    if lost:
        yield ReportNumber(gettext("with kontra, lost"), format_rate(lost))


class ClaimRow(NamedTuple):
    """A premium in one of its forms."""

    name: str
    form: str
    times_made: int
    lost: int
    hands: int  # hands in which it was possible

    @property
    def all(self) -> int:
        """The number of attempts."""
        return self.times_made + self.lost


PREMIUMS = List(
    caption=_("Premiums"),
    columns=(
        Column("name", _("Premium")),
        Column("form", _("Form")),
        build_part_column("times", _("in hands"), lambda row: compute_rate(row.all, row.hands)),
        build_rate_column("made", _("made"), lambda row: compute_rate(row.times_made, row.all)),
    ),
    sort="-times",
    empty=_("There was no premium."),
    prefix="m-",
)


def load_claim_rows(scope: Scope, people: list[int] | None, hands: int, sheet: str = "") -> list[ClaimRow]:
    """Return premiums of the tables, or of somebody's side; one query."""
    rows = ClaimCount.objects.filter(table__in=scope.tables)
    rows = rows.filter(person=None) if people is None else rows.filter(person__in=people)
    added = rows.order_by().values_list("premium", "announced").annotate(Sum("made"), Sum("lost"))
    return [
        ClaimRow(scope.names.name_item(premium, sheet), format_form(announced), times_made, lost, hands)
        for premium, announced, times_made, lost in sorted(added)
    ]


def format_form(announced: bool) -> str:
    """Return a form of a premium in words."""
    return gettext("announced") if announced else gettext("silent")


class SheetRow(NamedTuple):
    """House rules with their totals."""

    name: str
    href: str
    tables: Tables
    own: Total


SHEETS = List(
    caption=_("House rules"),
    columns=(
        Column("name", _("House rules"), link=lambda row: row.href),
        Column("tables", _("Tables"), "tables__tables", kind=COUNT),
        Column("hands", _("Hands"), "tables__hands", kind=COUNT),
        Column(
            "length",
            _("Hands per table"),
            of=lambda row: Fraction(row.tables.hands, row.tables.tables) if row.tables.tables else None,
            show=lambda value: format_decimal(value, 1),
            kind=STANDING,
        ),
        build_part_column("radl", _("counted double"), lambda row: compute_rate(row.tables.radl, row.tables.hands)),
        build_rate_column("won", _("Games won"), lambda row: compute_won_rate(row.own)),
        build_mean_column(
            "mean", _("gains for the declarer"), lambda row: compute_mean(row.own.written, row.own.hands), aside=True
        ),
        build_part_column(
            "kontra", _("with kontra"), lambda row: compute_rate(row.own.kontra, row.own.hands), aside=True
        ),
    ),
    sort="-hands",
    empty=_("No hand was found."),
)


def build_sheets_report(scope: Scope) -> Report:
    """Return house rules side by side."""
    own = group_totals((sheet, total) for (sheet,), total in load_totals(list_declared_plays(scope), SHEET))
    rows = [
        SheetRow(scope.names.name_sheet(sheet), scope.link_sheet(sheet), tables, own.get(sheet, Total()))
        for sheet, tables in sorted(count_sheet_tables(scope.tables).items())
    ]
    return Report(gettext("House rules"), (), (ReportSection(SHEETS, rows),))


def build_sheet_report(scope: Scope, sheet: str) -> Report | None:
    """Return one sheet with its games and premiums; None if nothing was played by it."""
    own = replace(scope, tables=scope.tables.filter(sheet_version__sheet=sheet))
    tables = count_sheet_tables(own.tables).get(sheet)
    if tables is None:
        return None
    totals = group_totals((contract, total) for (contract,), total in load_totals(list_declared_plays(own), "contract"))
    radl = compute_rate(tables.radl, tables.hands)
    numbers = (
        ReportNumber(gettext("Tables"), str(tables.tables)),
        ReportNumber(gettext("Hands"), str(tables.hands)),
        ReportNumber(gettext("Hands per table"), format_decimal(Fraction(tables.hands, tables.tables), 1)),
        ReportNumber(gettext("counted double"), format_rate(radl) if radl else NOTHING),
    )
    premiums = ReportSection(PREMIUMS, load_claim_rows(own, None, tables.hands, sheet))
    return Report(scope.names.name_sheet(sheet), numbers, (build_games_section(own, totals, sheet), premiums))
