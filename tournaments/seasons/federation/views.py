"""The pages on which a federation and its clubs belong together, and give and take results."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tarockclub.models import Club
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.clubs.federations import may_have_federation
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused
from tournaments.models import SeasonOffer, Tournament
from tournaments.seasons.federation import membership, offers, selectors
from tournaments.seasons.federation.forms import MembershipForm, OfferForm
from tournaments.seasons.federation.rows import load_given_result
from tournaments.seasons.season.messages import KINDS
from tournaments.seasons.season.settings import DAY, FINAL

STATES: dict[str, Promise] = {
    SeasonOffer.State.WAITING: _("waits for the federation"),
    SeasonOffer.State.ACCEPTED: _("accepted"),
    SeasonOffer.State.DECLINED: _("declined"),
    SeasonOffer.State.WITHDRAWN: _("taken back"),
}


def _get_club(request: HttpRequest) -> Club:
    """Return the own club; raise 404 where nobody has founded a federation."""
    club = get_staff_account(request).club
    if not may_have_federation(club):
        raise Http404
    return club


def handle_federation(request: HttpRequest) -> HttpResponse:
    """Show who belongs together; POST asks, agrees, or ends it."""
    club = _get_club(request)
    if request.method != "POST":
        return _render_federation(request, club)
    form = MembershipForm(request.POST).parse()
    try:
        _change_membership(club, form, request)
    except ActionRefused as refused:
        return _render_federation(request, club, word=form["word"], **view_helpers.format_problem(refused))
    return view_helpers.redirect_saved("federation")


def _change_membership(club: Club, form: dict[str, Any], request: HttpRequest) -> None:
    who = build_author(request)
    if form["what"] == "ask":
        membership.ask(club, membership.find_federation_club(form["word"], is_federation=not club.is_federation), who)
    elif form["what"] in membership.ACTIONS:
        membership.ACTIONS[form["what"]](form["member"], club, who)
    else:
        raise Http404


def _render_federation(request: HttpRequest, club: Club, **more: Any) -> HttpResponse:
    context = {
        "club": club,
        "members": selectors.load_federation_memberships(club),
        "numbers": selectors.count_numbers(club),
        "waiting": selectors.count_waiting_offers(club) if club.is_federation else 0,
        **more,
    }
    return view_helpers.render_page(
        request, "tournaments/seasons/federation/federation.html", context, 409 if "problem" in more else 200
    )


def handle_offers(request: HttpRequest) -> HttpResponse:
    """Show the results on their way to the federation; POST offers, takes back, accepts or declines."""
    club = _get_club(request)
    if request.method != "POST":
        return _render_offers(request, club)
    form = OfferForm(request.POST).parse()
    try:
        _change_offer(club, form, request)
    except ActionRefused as refused:
        return _render_offers(request, club, **view_helpers.format_problem(refused))
    return view_helpers.redirect_saved("federation_offers")


def _change_offer(club: Club, form: dict[str, Any], request: HttpRequest) -> None:
    who, what = build_author(request), form["what"]
    if club.is_federation and what == "accept":
        offers.accept_offer(form["offer"], club, form["kind"], who)
    elif club.is_federation and what == "decline":
        offers.refuse_offer(form["offer"], club, who)
    elif not club.is_federation and what == "offer":
        season = next(
            (season for season in selectors.list_federation_seasons(club) if season.pk == form["season"]), None
        )
        if season is None:
            raise ActionRefused("not_member")
        offers.offer(_find_tournament(request, club), season, who)
    elif not club.is_federation and what == "withdraw":
        offers.withdraw_offer(form["offer"], club, who)
    else:
        raise Http404


def _find_tournament(request: HttpRequest, club: Club) -> Tournament:
    """Return the tournament that the address names; 404 for anything else."""
    try:
        slug = uuid.UUID(request.GET.get("of", ""))
    except ValueError:
        raise Http404 from None
    return get_object_or_404(Tournament.objects.select_related("club"), club=club, slug=slug, archived=None)


def _render_offers(request: HttpRequest, club: Club, **more: Any) -> HttpResponse:
    context = {"club": club, **more}
    if club.is_federation:
        context |= {
            "waiting": [(offer, offer.players - offer.counted) for offer in selectors.list_offers(club, waiting=True)],
            "decided": [(offer, STATES[offer.state]) for offer in selectors.list_offers(club, waiting=False)],
            "kinds": [(kind, KINDS[kind]) for kind in (DAY, FINAL)],
        }
    elif "of" in request.GET:
        tournament = _find_tournament(request, club)
        made = selectors.list_own_offers(club).get(str(tournament.slug), [])
        context |= {
            "tournament": tournament,
            "given": load_given_result(tournament),
            "seasons": selectors.list_federation_seasons(club),
            "made": [(offer, STATES[offer.state]) for offer in made],
        }
    else:
        made_by = selectors.list_own_offers(club)
        rows = selectors.list_published_tournaments(club)
        context["tournaments"] = [(row, _describe(made_by.get(str(row.slug), []))) for row in rows]
    return view_helpers.render_page(
        request, "tournaments/seasons/federation/offers.html", context, 409 if "problem" in more else 200
    )


def _describe(made: list[SeasonOffer]) -> list[str]:
    """Return what became of the offers of a tournament, one for each season."""
    newest: dict[int, SeasonOffer] = {}
    for offer in made:
        newest.setdefault(offer.season_id, offer)
    return [f"{offer.season.name}: {STATES[offer.state]}" for offer in newest.values()]
