"""Public pages: how a season stands, what an event brought whom, somebody's season, published standings."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tarockclub.models import Person
from tournaments.season.data import SeasonStand, Somebody, season_stand
from tournaments.season.editions import editions_of
from tournaments.season.page import of_person, rows_html, shown_edition, shown_now
from tournaments.season.publishing import changed_since
from tournaments.season.selectors import events_of, season_at
from tournaments.season.view_helpers import is_staff, page


@require_safe
@never_cache
def standing_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """The standing for everybody who has the address; staff may look at what is not published yet."""
    season = season_at(slug)
    provisional = request.GET.get("provisional") == "1" and is_staff(request, season)
    stand = season_stand(season, provisional=provisional)
    editions = editions_of(season)
    official = editions[-1] if editions and season.ended else None
    differs = official is not None and bool(changed_since(official, stand))
    shown = shown_now(stand)
    context = {
        "shown": shown,
        "rows": rows_html(shown.lines, slug),
        "rules": stand.settings,
        "official": official,
        "differs": differs,
        "editions": editions,
        "provisional": provisional,
        "runs": any(one.state == "running" for one in stand.events),
    }
    return page(request, "standing", season, context)


@require_safe
@never_cache
def player_page(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Somebody's season: his days, which of them count and why; `number` is his in the club."""
    season = season_at(slug)
    stand = season_stand(season)
    found = of_person(stand, _person(stand, number))
    if found is None:
        raise Http404
    return page(request, "player", season, {"found": found, "best": stand.standing.best})


def _person(stand: SeasonStand, number: int) -> Somebody:
    """Who has a number in the club; who was merged into somebody is that one."""
    rows = Person.objects.filter(club=stand.season.club_id, number=number).values_list("pk", "merged_into")
    for pk, into in rows:
        found = stand.people.get(into or pk)
        if found is not None:
            return found
    raise Http404


@require_safe
@never_cache
def edition_page(request: HttpRequest, slug: uuid.UUID, edition: int) -> HttpResponse:
    """A standing as it was published."""
    season = season_at(slug)
    editions = editions_of(season)
    found = next((one for one in editions if one.number == edition), None)
    if found is None:
        raise Http404
    events = [*events_of(season), *events_of(season, gone=True)]
    shown = shown_edition(found, events)
    context = {"edition": found, "shown": shown, "rows": rows_html(shown.lines, slug)}
    return page(request, "edition", season, context | {"is_newest": found == editions[-1]})
