"""The pages on which a federation and its clubs belong together, and give and take results; their forms."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.amounts import format_hundredths
from tarockclub.kit.form_fields import CleanTextField, IdField, PostedForm, TextField
from tarockclub.models import Club
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.clubs.federations import may_have_federation
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused
from tournaments.models import Season, SeasonEvent, SeasonOffer, Tournament
from tournaments.seasons.federation import offers, services
from tournaments.seasons.federation.offers import load_given_result, load_given_standing, parse_offered_result
from tournaments.seasons.season.messages import KINDS
from tournaments.seasons.season.points.place_points import choose_size, parse_cup_sizes
from tournaments.seasons.season.settings import DAY, FINAL, parse_season_settings

LONGEST_WORD = 60


class KindField(TextField):
    """The way in which a result counts: as the final, or as a day like others."""

    def to_python(self, value: object) -> str:
        """Return the kind."""
        return str(SeasonEvent.Kind.FINAL if value == SeasonEvent.Kind.FINAL else SeasonEvent.Kind.DAY)


class MembershipForm(PostedForm):
    """A step of a membership; `word`: the other side's word in its address."""

    what = TextField(20)
    member = IdField(otherwise=0)
    word = CleanTextField(LONGEST_WORD)


class OfferForm(PostedForm):
    """A step of a result on its way."""

    what = TextField(20)
    offer = IdField(otherwise=0)
    season = IdField(otherwise=0)
    kind = KindField()
    size = IdField(otherwise=0)


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
        services.ask(club, services.find_federation_club(form["word"], is_federation=not club.is_federation), who)
    elif form["what"] in services.ACTIONS:
        services.ACTIONS[form["what"]](form["member"], club, who)
    else:
        raise Http404


def _render_federation(request: HttpRequest, club: Club, **more: Any) -> HttpResponse:
    context = {
        "club": club,
        "members": services.load_federation_memberships(club),
        "numbers": services.count_numbers(club),
        "waiting": services.count_waiting_offers(club) if club.is_federation else 0,
        **more,
    }
    return view_helpers.render_page(
        request, "tournaments/seasons/federation/federation.html", context, 409 if "problem" in more else 200
    )


def handle_offers(request: HttpRequest) -> HttpResponse:
    """Show the results on their way to the federation; POST offers, takes back, accepts or declines."""
    club = _get_club(request)
    if request.method != "POST":
        return render_offers(request, club)
    form = OfferForm(request.POST).parse()
    try:
        _change_offer(club, form, request)
    except ActionRefused as refused:
        return render_offers(request, club, **view_helpers.format_problem(refused))
    return view_helpers.redirect_saved("federation_offers")


def _change_offer(club: Club, form: dict[str, Any], request: HttpRequest) -> None:
    who, what = build_author(request), form["what"]
    if club.is_federation and what == "accept":
        offers.accept_offer(form["offer"], club, form["kind"], who, form["size"])
    elif club.is_federation and what == "decline":
        offers.refuse_offer(form["offer"], club, who)
    elif not club.is_federation and what == "offer":
        season = next(
            (season for season in services.list_federation_seasons(club) if season.pk == form["season"]), None
        )
        if season is None:
            raise ActionRefused("not_member")
        offers.offer(find_played(request.GET.get("of", ""), club), season, who)
    elif not club.is_federation and what == "withdraw":
        offers.withdraw_offer(form["offer"], club, who)
    else:
        raise Http404


def find_played(word: str, club: Club) -> Tournament | Season:
    """Return the tournament or season of a club that an address names; 404 for anything else."""
    try:
        slug = uuid.UUID(word)
    except ValueError:
        raise Http404 from None
    season = Season.objects.select_related("club").filter(club=club, slug=slug).first()
    tournaments = Tournament.objects.select_related("club")
    return season or get_object_or_404(tournaments, club=club, slug=slug, archived=None)


def render_offers(request: HttpRequest, club: Club, **more: Any) -> HttpResponse:
    """Render the page of results on their way; `more`: a problem."""
    context = {"club": club, **more}
    if club.is_federation:
        context |= {
            "waiting": [_build_waiting(offer) for offer in services.list_offers(club, waiting=True)],
            "decided": [(offer, STATES[offer.state]) for offer in services.list_offers(club, waiting=False)],
            "kinds": [(kind, KINDS[kind]) for kind in (DAY, FINAL)],
        }
    elif "of" in request.GET:
        played = find_played(request.GET.get("of", ""), club)
        made = services.list_own_offers(club).get(str(played.slug), [])
        context |= {
            "played": played,
            **_build_given(played),
            "seasons": services.list_federation_seasons(club),
            "made": [(offer, STATES[offer.state]) for offer in made],
        }
    else:
        made_by = services.list_own_offers(club)
        lists = {"tournaments": services.list_published_tournaments(club), "standings": services.list_ended(club)}
        for name, rows in lists.items():
            context[name] = [(row, _describe(made_by.get(str(row.slug), []))) for row in rows]
    return view_helpers.render_page(
        request, "tournaments/seasons/federation/offers.html", context, 409 if "problem" in more else 200
    )


def _build_given(played: Tournament | Season) -> dict[str, Any]:
    """Return what a club would give of a tournament or season, with its day."""
    if isinstance(played, Season):
        given = load_given_standing(played)
        average = format_hundredths(given.average or 0) if given is not None else ""
        return {"is_season": True, "day": played.ended, "given": given, "average": average}
    return {"is_season": False, "day": played.day, "given": load_given_result(played)}


def _build_waiting(offer: SeasonOffer) -> dict[str, Any]:
    """Return an offer that waits; of a season's standing with the sizes of cups, the one by its average chosen."""
    average = parse_offered_result(offer.edition, offer.rows).average
    sizes = parse_cup_sizes(parse_season_settings(offer.season.settings).sizes) or ()
    known = offers.find_offered_event(offer)
    return {
        "offer": offer,
        "without": offer.players - offer.counted,
        "is_standing": average is not None,
        "average": format_hundredths(average) if average else "",
        # A corrected standing keeps the size of the cup; the page of the event changes it.
        "sizes": [(at, size.name) for at, size in enumerate(sizes, 1) if known is None or at == known.size],
        "suggested": known.size if known is not None else choose_size(sizes, average or 0),
    }


def _describe(made: list[SeasonOffer]) -> list[str]:
    """Return what became of the offers of a tournament, one for each season."""
    newest: dict[int, SeasonOffer] = {}
    for offer in made:
        newest.setdefault(offer.season_id, offer)
    return [f"{offer.season.name}: {STATES[offer.state]}" for offer in newest.values()]
