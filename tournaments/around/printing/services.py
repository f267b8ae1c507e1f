"""The papers of a tournament: those that can be printed now, and one as an HTTP response; callers check permissions."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.book.access.links import get_site_address
from tarockclub.kit.days import convert_to_local
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.server.downloads import build_pdf_response
from tournaments.around.printing import cash_papers, certificates, lists, small_papers, standings
from tournaments.around.printing.lists import TABLES_AT_ONCE, PaperKind, PrintContext
from tournaments.core.acts import Owner
from tournaments.core.editions import FINAL
from tournaments.core.selectors import load_settings
from tournaments.core.view_helpers import mark_papers
from tournaments.models import Prize, Round, Ruling, Team, Tournament
from tournaments.people.invitations.page import find_invitation
from tournaments.results.standings.editions import load_standing_editions


def build_print_context(
    request: HttpRequest, tournament: Tournament, round_: Round | None = None, query: QueryDict | None = None
) -> PrintContext:
    """Return the context of a paper; `query`: its parameters, by default those of the address."""
    moment, site = convert_to_local(now()), get_site_address(request)
    return PrintContext(
        tournament,
        load_settings(tournament),
        round_,
        moment,
        request.GET if query is None else query,
        site,
    )


def respond_with_paper(context: PrintContext, kind: PaperKind) -> HttpResponse:
    """Return the paper as a PDF response; raise Http404 if there is none."""
    name = f"{context.tournament.day.isoformat()} {context.tournament.name} {kind.title}"
    with mark_papers(context.tournament):
        return _respond_with_pdf(kind.make(context), f"{name} {context.of}" if context.of else name)


def respond_with_ruling(context: PrintContext, number: int) -> HttpResponse:
    """Return one ruling, for signing, as a PDF response; raise Http404 if there is none."""
    title = _("Ruling %(number)s") % {"number": number}
    with mark_papers(context.tournament):
        return _respond_with_pdf(small_papers.render_ruling(context, number), f"{context.tournament.name} {title}")


def respond_with_receipt(owner: Owner, number: int) -> HttpResponse:
    """Return a receipt of a cash box as a PDF response; raise Http404 if there is none."""
    with mark_papers(owner):
        receipt = cash_papers.render_receipt(owner, number)
    if receipt is None:
        raise Http404
    return build_pdf_response(*receipt)


def _respond_with_pdf(content: bytes | None, name: str) -> HttpResponse:
    if content is None:
        raise Http404
    return build_pdf_response(content, name)


ROUND_PAPERS = (
    PaperKind("seats-by-name", gettext_lazy("Seats by name"), lists.render_seats_by_name, public=True, needs="tables"),
    PaperKind(
        "seats-by-table", gettext_lazy("Seats by table"), lists.render_seats_by_table, public=True, needs="tables"
    ),
    PaperKind("drawing", gettext_lazy("How it was drawn"), lists.render_drawing, public=True, needs="tables"),
    PaperKind(
        "table-cards",
        gettext_lazy("Cards to stand on the tables"),
        small_papers.render_table_tents,
        needs="tables",
        each_table=True,
    ),
    PaperKind(
        "written-sheets",
        gettext_lazy("Empty score sheets with names"),
        small_papers.render_round_sheets,
        needs="tables",
        each_table=True,
    ),
    PaperKind(
        "end-totals",
        gettext_lazy("Slips for final totals"),
        small_papers.render_result_slips,
        needs="tables",
        each_table=True,
    ),
    PaperKind("standings", gettext_lazy("Current standings"), standings.render_standing, needs="tables"),
    PaperKind("result", gettext_lazy("Published result"), standings.render_result, public=True, needs="result"),
    PaperKind(
        "notice", gettext_lazy("Result for the notice board"), standings.render_notice, public=True, needs="result"
    ),
)
TOURNAMENT_PAPERS = (
    PaperKind(
        "invitation", gettext_lazy("Announcement to hang up"), small_papers.render_invitation, needs="invitation"
    ),
    PaperKind("players", gettext_lazy("Players and entry fees"), lists.render_players),
    PaperKind("standings", gettext_lazy("Current standings"), standings.render_standing, needs="tables"),
    PaperKind("teams", gettext_lazy("Current team standings"), standings.render_teams, needs="teams"),
    PaperKind("result", gettext_lazy("Final result"), standings.render_result, public=True, needs="result"),
    PaperKind(
        "notice",
        gettext_lazy("Final result for the notice board"),
        standings.render_notice,
        public=True,
        needs="result",
    ),
    PaperKind("prizes", gettext_lazy("Prize list"), certificates.render_prize_list, needs="prizes"),
    PaperKind("rulings", gettext_lazy("Register of rulings"), small_papers.render_rulings, needs="rulings"),
    PaperKind("donations", gettext_lazy("Donation box, table by table"), small_papers.render_donations, needs="box"),
    PaperKind("cash", gettext_lazy("Cash report"), cash_papers.render_cash_report, right=Right.CASH),
)
CERTIFICATES = PaperKind(
    "certificates", gettext_lazy("Certificates"), certificates.render_tournament_certificates, needs="result"
)
BY_ID = {paper.id: paper for paper in (*TOURNAMENT_PAPERS, CERTIFICATES)}
BY_ID_OF_ROUND = {paper.id: paper for paper in (*ROUND_PAPERS, CERTIFICATES)}


class PaperOffer(NamedTuple):
    """A paper that can be opened."""

    title: str
    address: str
    what: str  # its id
    first: int = 1  # the first table on it


def load_catalogue(tournament: Tournament) -> dict[str, Any]:
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
    return {
        "rounds": of_rounds,  # the numbers of those drawn, the newest first
        "whole": whole,
        "certified": certified,  # published results with certificates: which, and the address
    }


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
