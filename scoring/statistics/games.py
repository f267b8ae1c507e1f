"""Games: how often each is played, how it ends, what it pays; over all, or on one sheet, or by players."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from django.db.models import QuerySet, Sum
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.models import ClaimCount, PlayCount
from scoring.statistics.bar_chart import Counted, bars
from scoring.statistics.facts import DECLARERS
from scoring.statistics.filters import Scope
from scoring.statistics.formatting import (
    THIRDS,
    Rate,
    in_cards,
    mean,
    parted,
    per,
    rate,
    rate_in_words,
    rated,
    signed_mean,
    way,
    won_of,
)
from scoring.statistics.queries import SHEET, Total, gathered, tables_by_sheet, together, totals
from scoring.statistics.report import Number, Report, Section
from tarockclub.models import Person
from tarockclub.tables import Column, List
from tarockclub.tables.table import Words


class Line(NamedTuple):
    """What one row is about: a game, house rules or a player, with the games of it."""

    name: str
    href: str
    of: int  # how many games there were in all
    own: Total  # for whoever declared them


def _games(title: Words, caption: Words, *, prefix: str = "", surnames: bool = False) -> List:
    return List(
        caption=caption,
        columns=(
            Column("name", title, surnames=surnames, link=lambda row: row.href),
            parted("games", _("played"), lambda row: rate(row.own.hands, row.of)),
            rated("won", _("won"), lambda row: won_of(row.own)),
            per("mean", _("gains for the declarer"), lambda row: mean(row.own.written, row.own.hands)),
            parted("kontra", _("with kontra"), lambda row: rate(row.own.kontra, row.own.hands), aside=True),
            rated("kontra_won", _("of these lost"), lambda row: _kontra_lost(row.own), aside=True),
            in_cards("cards", _("Card points"), lambda row: _cards(row.own)),
        ),
        sort="-games",
        empty=_("No game was found."),
        prefix=prefix,
    )


GAMES = _games(_("Game"), _("Games"))
OF_PLAYERS = _games(_("Player"), _("By player"), prefix="p-", surnames=True)
BY_SHEET = _games(_("House rules"), _("By house rules"), prefix="s-")


def _kontra_lost(own: Total) -> Rate | None:
    """How often a kontra was right: the declarer has lost."""
    return rate(own.kontra - own.kontra_won, own.kontra)


def _cards(own: Total) -> Fraction | None:
    return Fraction(own.points, THIRDS * own.pointed) if own.pointed else None


def games_report(scope: Scope) -> Report:
    """All games, of all house rules."""
    found = gathered((contract, total) for (contract,), total in totals(declared(scope), "contract"))
    return Report(gettext("Games"), (), (games_section(scope, found),))


def declared(scope: Scope) -> QuerySet[PlayCount]:
    return scope.plays.filter(role__in=DECLARERS)


def games_section(scope: Scope, found: dict[str, Total], sheet: str = "") -> Section:
    """Games with a chart."""
    of = together(found.values()).hands
    rows = [Line(scope.names.contract(one, sheet), scope.game(one), of, own) for one, own in sorted(found.items())]
    return Section(GAMES, rows, bars([counted(row.name, row.own) for row in rows]))


def counted(name: str, own: Total) -> Counted:
    """What a bar shows of games."""
    return Counted(name, own.won, own.lost, own.hands - own.decided)


def game_report(scope: Scope, contract: str) -> Report | None:
    """One game: by house rules, by player; None where nobody has played it."""
    rows = declared(scope).filter(contract=contract)
    people = gathered((scope.known.who(person), total) for (person,), total in totals(rows, "person"))
    if not people:
        return None
    sheets = gathered((sheet, total) for (sheet,), total in totals(rows, SHEET))
    whole = together(people.values())
    named = Person.objects.filter(pk__in=list(people)).order_by("number")
    of_players = [Line(one.name, scope.player(one.number), whole.hands, people[one.pk]) for one in named]
    by_sheet = [Line(scope.names.sheet(one), scope.sheet(one), whole.hands, own) for one, own in sorted(sheets.items())]
    sections = (Section(OF_PLAYERS, of_players), Section(BY_SHEET, by_sheet))
    return Report(scope.names.contract(contract), tuple(_of_games(scope, whole)), sections)


def _of_games(scope: Scope, own: Total) -> Iterable[Number]:
    """What games come to, as numbers above their lists."""
    hands = sum(one.hands for one in tables_by_sheet(scope.tables).values())
    played, won = rate(own.hands, hands), won_of(own)
    if played:
        yield Number(gettext("in hands"), rate_in_words(played))
    if won:
        yield Number(gettext("won"), rate_in_words(won))
    pays = mean(own.written, own.hands)
    if pays is not None:
        yield Number(gettext("gains for the declarer"), signed_mean(pays), way(pays))
    lost = _kontra_lost(own)
    if lost:
        yield Number(gettext("with kontra, lost"), rate_in_words(lost))


class ClaimRow(NamedTuple):
    """A premium in one of its forms."""

    name: str
    form: str
    made: int
    lost: int
    hands: int  # in which it could have been made

    @property
    def all(self) -> int:
        """How often somebody tried."""
        return self.made + self.lost


PREMIUMS = List(
    caption=_("Premiums"),
    columns=(
        Column("name", _("Premium")),
        Column("form", _("Form")),
        parted("times", _("in hands"), lambda row: rate(row.all, row.hands)),
        rated("made", _("made"), lambda row: rate(row.made, row.all)),
    ),
    sort="-times",
    empty=_("There was no premium."),
    prefix="m-",
)


def claim_rows(scope: Scope, people: list[int] | None, hands: int, sheet: str = "") -> list[ClaimRow]:
    """Premiums of the tables, or of somebody's side; one query."""
    rows = ClaimCount.objects.filter(table__in=scope.tables)
    rows = rows.filter(person=None) if people is None else rows.filter(person__in=people)
    added = rows.order_by().values_list("premium", "announced").annotate(Sum("made"), Sum("lost"))
    return [
        ClaimRow(scope.names.premium(premium, sheet), form_word(announced), made, lost, hands)
        for premium, announced, made, lost in sorted(added)
    ]


def form_word(announced: bool) -> str:
    """A form of a premium in words."""
    return gettext("announced") if announced else gettext("silent")
