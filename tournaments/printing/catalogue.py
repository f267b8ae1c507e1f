"""What can be printed of a tournament now: round by round, and of everything."""

from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Prize, Round, Ruling, Team, Tournament
from tournaments.printing.context import TABLES_AT_ONCE, Printed
from tournaments.printing.registry import OF_ROUND, OF_TOURNAMENT
from tournaments.selectors import settings_of
from tournaments.standings.editions import FINAL, editions_of


class Offer(NamedTuple):
    """A paper that can be opened."""

    title: str
    address: str
    what: str  # its id
    first: int = 1  # the table that it begins with


class OfRound(NamedTuple):
    """The papers of a round."""

    number: int
    offers: tuple[Offer, ...]


class Certified(NamedTuple):
    """A published result for which there are certificates."""

    of: int
    address: str


class Offered(NamedTuple):
    """All papers of a tournament."""

    rounds: tuple[OfRound, ...]  # that are drawn, the newest first
    whole: tuple[Offer, ...]
    certified: tuple[Certified, ...]


def offered_of(tournament: Tournament) -> Offered:
    """The papers that there are; the same few queries whatever its size."""
    drawn = Round.objects.filter(tournament=tournament).exclude(draw=None).order_by("-number")
    rounds = list(drawn.annotate(count=Count("tables")))
    published = {one.of for one in editions_of(tournament) if one.withdrawn is None}
    settings = settings_of(tournament)
    started = any(one.started is not None for one in rounds)
    there = {
        "": True,
        "tables": bool(rounds),
        "result": FINAL in published,
        "teams": settings.team_size > 0 and started and Team.objects.filter(tournament=tournament, gone=None).exists(),
        "box": settings.donation and started,
        "prizes": Prize.objects.filter(tournament=tournament, gone=None).exists(),
        "rulings": Ruling.objects.filter(tournament=tournament).exists(),
    }
    of_rounds = tuple(
        OfRound(one.number, tuple(_of_round(tournament, one.number, one.count, is_published=one.number in published)))
        for one in rounds
    )
    whole = tuple(_offer(tournament, one) for one in OF_TOURNAMENT if there[one.needs])
    ordered = sorted(published, key=lambda of: of or 10**6, reverse=True)
    certified = (Certified(of, address_of(tournament, "certificates", of)) for of in ordered)
    return Offered(of_rounds, whole, tuple(certified))


def _of_round(tournament: Tournament, number: int, tables: int, *, is_published: bool) -> Iterator[Offer]:
    for one in OF_ROUND:
        if one.each_table and tables > TABLES_AT_ONCE:
            for first in range(1, tables + 1, TABLES_AT_ONCE):
                words = {"first": first, "last": min(tables, first + TABLES_AT_ONCE - 1)}
                part = _("tables %(first)s to %(last)s") % words
                title = f"{one.title} ({part})"
                yield Offer(title, f"{address_of(tournament, one.id, number)}?first={first}", one.id, first)
        elif one.needs != "result" or is_published:
            yield _offer(tournament, one, number)


def _offer(tournament: Tournament, one: Printed, number: int = 0) -> Offer:
    return Offer(str(one.title), address_of(tournament, one.id, number), one.id)


def address_of(tournament: Tournament, what: str, number: int = 0) -> str:
    """The address of a paper; `number`: of the round, 0: of everything."""
    if number:
        return reverse("round_paper", kwargs={"slug": tournament.slug, "number": number, "what": what})
    return reverse("paper", kwargs={"slug": tournament.slug, "what": what})
