"""One page for each player of a tournament, behind one link, from the registration to the certificate."""

import uuid
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.book.access.links import build_card
from scoring.book.access.permissions import find_actor
from scoring.models import Seated
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts import rate_limits
from tarockclub.platform.accounts.permissions import find_rights
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.accounts.secret_links import hide_address
from tarockclub.platform.privacy.readers import EVERYBODY
from tarockclub.platform.server.wsgi.turns import TooBusy
from tournaments.core import view_helpers
from tournaments.core.actions.base import Action
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_refusal
from tournaments.core.selectors import find_tournament, load_settings
from tournaments.core.settings import parse_settings
from tournaments.models import Application, Entrant, Invitation, Prize, Season, SeasonEvent, Tournament
from tournaments.people.door.actions import announce_oneself
from tournaments.people.door.selectors import FREE, MISSING, OWING, find_door_round, load_states
from tournaments.people.entrants.applications import can_move_up
from tournaments.people.entrants.entering import find_standing_registration
from tournaments.people.entrants.fee_actions import list_open_fees, list_refunds
from tournaments.people.entrants.fees import load_fees
from tournaments.people.entrants.own_codes import build_own_path, compute_code, find_entrant
from tournaments.people.registration import actions
from tournaments.people.registration.actions import PartApplication, WithdrawApplication, find_own_application
from tournaments.people.registration.inviting import AnswerInvitation
from tournaments.people.registration.views import ApplicationForm, OwnPlaceForm
from tournaments.results.cash.bank import build_fee_transfer
from tournaments.results.final_results.prizes import load_choices
from tournaments.results.standings.editions import load_standing_editions
from tournaments.results.standings.player_page import build_player_context
from tournaments.seasons.season.cache.progress import load_kept_season
from tournaments.seasons.season.page import build_person_page
from tournaments.seasons.season.table import SeasonRow
from tournaments.seasons.season.view_helpers import is_open

As = Application.As


class OwnPlace(NamedTuple):
    """The owner of a page, by its link: of a registration, which it can change, or of a code, which only shows."""

    tournament: Tournament
    application: Application | None
    entrant: Entrant | None  # takes part, or did so

    @property
    def playing(self) -> Entrant | None:
        """The player as a participant; None for who does not take part."""
        return self.entrant if self.entrant is not None and self.entrant.withdrawn is None else None


def find_place(tournament: Tournament, secret: str) -> OwnPlace | None:
    """Return whose page it is; None for a secret of nobody."""
    application = find_own_application(tournament, secret)
    if application is None:
        entrant = find_entrant(tournament, secret)
    else:
        entrant = application.entrant if application.decided_as == As.TAKEN else None
        application.tournament = tournament
    if entrant is not None:
        entrant.tournament = tournament
    return None if application is None and entrant is None else OwnPlace(tournament, application, entrant)


def load_door_place(entrant: Entrant) -> dict[str, Any]:
    """Return how a participant stands at the door; about ten queries."""
    tournament, pk = entrant.tournament, entrant.pk
    fees = load_fees(parse_settings(tournament.settings), [pk])
    state = load_states(tournament, find_door_round(tournament), fees, [entrant])[pk]
    fee = next((each for each in list_open_fees(tournament) if each.entrant == pk), None)
    due = fees[pk] if state in (MISSING, OWING) and not tournament.is_over else 0
    tables = Seated.objects.filter(person=entrant.person_id, sitting__table__round_table__round__tournament=tournament)
    has_sat = tables.filter(sitting__table__round_table__round__started__isnull=False).exists()
    return {
        # Nobody has seen them, neither at the door nor at a table.
        "is_expected": state in (MISSING, FREE) and not has_sat,
        "fee": fees[pk],  # cents; 0: they pay nothing
        "owed": due if fee is None else fee.cents,  # of it, over all rounds so far
        "transfer": None if fee is None else build_fee_transfer(tournament, fee),
    }


def list_own_prizes(entrant: Entrant) -> list[Prize]:
    """Return the prizes that a player has chosen; three queries."""
    choices = load_choices(entrant.tournament, load_standing_editions(entrant.tournament))
    chosen = [choice.prize for choice in choices.values() if choice.entrant == entrant.pk]
    return list(Prize.objects.filter(pk__in=chosen, gone=None).order_by("number"))


class OwnSeason(NamedTuple):
    """A season for which a tournament counts, with a player's line in it."""

    name: str
    slug: str
    row: SeasonRow | None  # None: of teams, or being reckoned at this moment


def list_own_seasons(entrant: Entrant) -> list[OwnSeason]:
    """Return the seasons that everybody may see and a tournament counts for, with a player's place in each."""
    events = SeasonEvent.objects.filter(tournament=entrant.tournament, gone=None).select_related("season__club")
    seasons = [event.season for event in events.order_by("season__name", "pk") if is_open(event.season)]
    return [OwnSeason(season.name, str(season.slug), _find_row(season, entrant)) for season in seasons]


def _find_row(season: Season, entrant: Entrant) -> SeasonRow | None:
    try:
        stand = load_kept_season(season).stand
    except TooBusy:
        return None
    person = stand.people.get(entrant.person.merged_into_id or entrant.person_id)
    page = build_person_page(stand, person) if person is not None and not stand.settings.teams else None
    return page["line"] if page is not None else None


def build_own_form(application: Application, posted: Any = None) -> ApplicationForm:
    """Return the form with what somebody has typed when they registered."""
    typed = {
        "key": view_helpers.create_key(),
        "name": application.name.text,
        "town": application.town,
        "partner": application.partner.text if application.partner is not None else "",
        "remark": application.remark.text if application.remark is not None else "",
    }
    has_teams = load_settings(application.tournament).team_size > 0
    is_fixed = application.decided_as != As.OPEN
    return ApplicationForm(posted, initial=typed, has_teams=has_teams, is_change=True, is_fixed=is_fixed)


def build_own_page(request: HttpRequest, place: OwnPlace, form: ApplicationForm | None) -> dict[str, Any]:
    """Return all that the page shows."""
    tournament, application, _entrant = place
    context = {
        "tournament": tournament,
        "place": place,
        "invitation": Invitation.objects.filter(tournament=tournament).first(),
        "is_withdrawn": place.entrant is not None and place.playing is None,
    }
    if application is not None:
        context |= _build_registration(request, application, form)
    if place.playing is not None:
        context |= _build_participation(request, place.playing)
    return context


def _build_registration(request: HttpRequest, application: Application, form: ApplicationForm | None) -> dict[str, Any]:
    tournament, is_open = application.tournament, application.decided_as == As.OPEN
    is_asked = application.invited_id is not None and is_open
    goes_on = not tournament.is_over and (is_open or application.decided_as == As.TAKEN)
    companions = actions.list_companions(application)
    return {
        "companions": companions,
        "may_part": goes_on and is_open and any(each.decided_as == As.OPEN for each in companions),
        "companion_links": list(_list_companion_links(request, application, companions)),
        "application": application,
        "is_joined": application.decided_as == As.DECLINED
        and find_standing_registration(tournament, application.name.text, application.town) is not None,
        "own_address": request.build_absolute_uri(request.path),
        "form": form or build_own_form(application),
        "is_asked": is_asked,
        "can_move_up": can_move_up(tournament),
        "waiting_place": actions.find_waiting_place(application),
        "may_change": goes_on and not is_asked,
        "may_withdraw": goes_on and (is_open or tournament.frozen is None),
    }


def _list_companion_links(
    request: HttpRequest, application: Application, companions: Sequence[Application]
) -> Iterator[tuple[str, str]]:
    """Yield the names and addresses of those whom an applicant has registered, to pass on; nothing on their pages."""
    for companion in companions if all(application.pk < each.pk for each in companions) else ():
        secret = actions.find_own_secret(application.tournament, companion.key)
        if actions.find_own_application(application.tournament, secret) is not None:  # not from another installation
            address = reverse("own_place", args=[application.tournament.slug, secret])
            yield companion.name.text, request.build_absolute_uri(address)


def _build_participation(request: HttpRequest, entrant: Entrant) -> dict[str, Any]:
    tournament = entrant.tournament
    door, is_today = load_door_place(entrant), tournament.day <= localdate(now())
    is_expected = door["is_expected"] and not tournament.is_over
    context: dict[str, Any] = {
        "entrant": entrant,
        "name": EVERYBODY.name_player(entrant.person, entrant.number),
        "door": door,
        "card": build_card(request, build_own_path(entrant)) if is_expected else None,
        "code": compute_code(tournament, entrant) if is_expected else "",
        "may_announce": is_expected and is_today and entrant.asked is None,
    }
    if tournament.cancelled is not None:
        return context | {"refund": sum(each.cents for each in list_refunds(tournament) if each.entrant == entrant.pk)}
    if is_today:
        context |= build_player_context(request, tournament.slug, entrant.number) | {"shows_standing": True}
    if tournament.ended is not None:
        context |= {"prizes": list_own_prizes(entrant), "seasons": list_own_seasons(entrant)}
    return context


CHANGES = 30  # of one registration by its own link, within a quarter of an hour


@never_cache
def handle_own_place(request: HttpRequest, slug: uuid.UUID, secret: str) -> HttpResponse:
    """Show a player's page by its link; POST says that they are there, changes their registration or withdraws it.

    Staff who scan the code are at the door.
    """
    tournament = find_tournament(slug)
    place = find_place(tournament, secret)
    if place is None:
        rate_limits.count_wrong_link(request, "own_place")
        raise Http404
    if request.method == "POST":
        return _handle_tap(request, place, secret)
    may_enter = find_rights(request).has_at(tournament.club_id, Right.ENTER)
    if place.application is None and place.entrant is not None and may_enter and tournament.ended is None:
        return redirect(f"{reverse('door', args=[slug])}?{urlencode({'q': compute_code(tournament, place.entrant)})}")
    return _render_place(request, place)


def forward_code(_request: HttpRequest, slug: uuid.UUID, number: int, secret: str) -> HttpResponse:
    """Forward the address that codes had before their page became that of the registration."""
    return redirect("own_place", slug=slug, secret=secret, permanent=True)


def _handle_tap(request: HttpRequest, place: OwnPlace, secret: str) -> HttpResponse:
    tap, form = OwnPlaceForm(request.POST).parse(), None
    try:
        if tap["here"]:
            if place.playing is None:
                raise ActionRefused("nobody_known")
            announce_oneself(place.playing)
        elif place.application is None:  # a code changes nothing
            return _render_place(request, place)
        elif (change := _build_change(tap, place.application.pk)) is not None:
            change.perform(place.tournament, tap["key"], find_actor(request))
        else:
            form = build_own_form(place.application, request.POST)
            if not form.is_valid():
                return _render_place(request, place, form, 400)
            _change_application(place.application, form)
    except rate_limits.TooMany as many:
        message = _("Too many changes: please wait %(minutes)s minutes.") % {"minutes": many.minutes}
        return _render_place(request, place, form, 429, message)
    except ActionRefused as refused:
        if refused.code != "here_already":
            return _render_place(request, place, form, 409, format_refusal(refused))
    return redirect(f"{reverse('own_place', args=[place.tournament.slug, secret])}?saved=1")


def _build_change(tap: dict[str, Any], application: int) -> Action | None:
    """Return what a button does to a registration (id); None for the form."""
    if tap["comes"]:
        return AnswerInvitation(application=application, comes=True)
    if tap["part"]:
        return PartApplication(application=application)
    return WithdrawApplication(application=application) if tap["withdraw"] else None


def _change_application(application: Application, form: ApplicationForm) -> None:
    """Change a registration, counted for it: each change is a row."""

    def judge() -> None:
        actions.change_application(application, form.cleaned_data["name"], form.build_details())

    rate_limits.attempt([rate_limits.build_scope("apply-change", str(application.pk), CHANGES)], judge)


def _render_place(
    request: HttpRequest, place: OwnPlace, form: ApplicationForm | None = None, status: int = 200, problem: str = ""
) -> HttpResponse:
    context: dict[str, Any] = build_own_page(request, place, form) | {"problem": problem, "here": request.path}
    return hide_address(render(request, "tournaments/around/own_place/own_place.html", context, status=status))
