"""The content of a player's page, stage by stage."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.timezone import localdate

from scoring.book.access.links import build_card
from tarockclub.kit.time_source import now
from tarockclub.platform.privacy.public_names import get_player_name
from tournaments.around.own_place.selectors import OwnPlace, list_own_prizes, list_own_seasons, load_door_place
from tournaments.core import view_helpers
from tournaments.core.selectors import load_settings
from tournaments.models import Application, Entrant, Invitation
from tournaments.people.entrants.own_codes import build_own_path, compute_code
from tournaments.people.entrants.registrations import find_standing_registration
from tournaments.people.entrants.waiting_list import can_move_up
from tournaments.people.registration import services
from tournaments.people.registration.forms import ApplicationForm
from tournaments.results.standings.player_views import build_player_context

As = Application.As


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
    goes_on = tournament.ended is None and (is_open or application.decided_as == As.TAKEN)
    companion = services.find_companion(application)
    return {
        "companion": companion,
        "companion_link": _build_companion_link(request, application, companion),
        "application": application,
        "is_joined": application.decided_as == As.DECLINED
        and find_standing_registration(tournament, application.name.text, application.town) is not None,
        "own_address": request.build_absolute_uri(request.path),
        "form": form or build_own_form(application),
        "is_asked": is_asked,
        "can_move_up": can_move_up(tournament),
        "waiting_place": services.find_waiting_place(application),
        "may_change": goes_on and not is_asked,
        "may_withdraw": goes_on and (is_open or tournament.frozen is None),
    }


def _build_companion_link(request: HttpRequest, application: Application, companion: Application | None) -> str:
    """Return the address for whoever was registered by somebody else, to pass it on; "" on their own page."""
    if companion is None or companion.pk < application.pk:
        return ""
    secret = services.find_own_secret(application.tournament, companion.key)
    if services.find_own_application(application.tournament, secret) is None:  # from another installation
        return ""
    return request.build_absolute_uri(reverse("own_place", args=[application.tournament.slug, secret]))


def _build_participation(request: HttpRequest, entrant: Entrant) -> dict[str, Any]:
    tournament = entrant.tournament
    door, is_today = load_door_place(entrant), tournament.day <= localdate(now())
    is_expected = door.is_expected and tournament.ended is None
    context: dict[str, Any] = {
        "entrant": entrant,
        "name": get_player_name(entrant.person, entrant.number),
        "door": door,
        "card": build_card(request, build_own_path(entrant)) if is_expected else None,
        "code": compute_code(tournament, entrant.pk) if is_expected else "",
        "may_announce": is_expected and is_today and entrant.asked is None,
    }
    if is_today:
        context |= build_player_context(request, tournament.slug, entrant.number) | {"shows_standing": True}
    if tournament.ended is not None:
        context |= {"prizes": list_own_prizes(entrant), "seasons": list_own_seasons(entrant)}
    return context
