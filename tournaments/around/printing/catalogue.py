"""The papers of a tournament that can be printed now: for each round, and for the whole tournament."""

from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.around.printing.context import TABLES_AT_ONCE, PaperKind
from tournaments.around.printing.registry import ROUND_PAPERS, TOURNAMENT_PAPERS
from tournaments.core.editions import FINAL
from tournaments.core.selectors import load_settings
from tournaments.models import Prize, Round, Ruling, Team, Tournament
from tournaments.people.invitations.page import find_invitation
from tournaments.results.standings.editions import load_standing_editions


class PaperOffer(NamedTuple):
    """A paper that can be opened."""

    title: str
    address: str
    what: str  # its id
    first: int = 1  # the first table on it


class PaperCatalogue(NamedTuple):
    """All papers of a tournament."""

    rounds: tuple[tuple[int, tuple[PaperOffer, ...]], ...]  # the numbers of those drawn, the newest first
    whole: tuple[PaperOffer, ...]
    certified: tuple[tuple[int, str], ...]  # published results with certificates: which, and the address


def load_catalogue(tournament: Tournament) -> PaperCatalogue:
    """Return the papers that exist; the same few queries whatever the size of the tournament."""
    drawn = Round.objects.filter(tournament=tournament).exclude(draw=None).order_by("-number")
    rounds = list(drawn.annotate(count=Count("tables")))
    published = {edition.of for edition in load_standing_editions(tournament) if edition.withdrawn is None}
    settings = load_settings(tournament)
    started = any(round_.started is not None for round_ in rounds)
    available = {
        "": True,
        "tables": bool(rounds),
        "result": FINAL in published,
        "teams": settings.team_size > 0 and started and Team.objects.filter(tournament=tournament, gone=None).exists(),
        "box": settings.donation and started,
        "prizes": Prize.objects.filter(tournament=tournament, gone=None).exists(),
        "invitation": find_invitation(tournament) is not None,
        "rulings": Ruling.objects.filter(tournament=tournament).exists(),
    }
    of_rounds = tuple(
        (
            round_.number,
            tuple(_list_round_offers(tournament, round_.number, round_.count, is_published=round_.number in published)),
        )
        for round_ in rounds
    )
    whole = tuple(_build_offer(tournament, paper) for paper in TOURNAMENT_PAPERS if available[paper.needs])
    ordered = sorted(published, key=lambda scope: scope or 10**6, reverse=True)
    certified = tuple((scope, build_paper_url(tournament, "certificates", scope)) for scope in ordered)
    return PaperCatalogue(of_rounds, whole, certified)


def _list_round_offers(tournament: Tournament, number: int, tables: int, *, is_published: bool) -> Iterator[PaperOffer]:
    for paper in ROUND_PAPERS:
        if paper.each_table and tables > TABLES_AT_ONCE:
            for first in range(1, tables + 1, TABLES_AT_ONCE):
                words = {"first": first, "last": min(tables, first + TABLES_AT_ONCE - 1)}
                part = _("tables %(first)s to %(last)s") % words
                title = f"{paper.title} ({part})"
                yield PaperOffer(
                    title, f"{build_paper_url(tournament, paper.id, number)}?first={first}", paper.id, first
                )
        elif paper.needs != "result" or is_published:
            yield _build_offer(tournament, paper, number)


def _build_offer(tournament: Tournament, paper: PaperKind, number: int = 0) -> PaperOffer:
    return PaperOffer(str(paper.title), build_paper_url(tournament, paper.id, number), paper.id)


def build_paper_url(tournament: Tournament, what: str, number: int = 0) -> str:
    """Return the URL of a paper; `number`: of the round, 0: of the whole tournament."""
    if number:
        return reverse("round_paper", kwargs={"slug": tournament.slug, "number": number, "what": what})
    return reverse("paper", kwargs={"slug": tournament.slug, "what": what})
