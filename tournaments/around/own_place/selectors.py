"""The data of a player's page: whose it is, the fee that is open, prizes, and the place in seasons."""

from typing import NamedTuple

from scoring.models import Seated
from tarockclub.platform.server.wsgi.turns import TooBusy
from tournaments.core.settings import parse_settings
from tournaments.models import Application, Entrant, Prize, Season, SeasonEvent, Tournament
from tournaments.people.door.selectors import FREE, MISSING, OWING, find_door_round, load_states
from tournaments.people.entrants.fees import load_fees
from tournaments.people.entrants.open_fees import list_open_fees
from tournaments.people.entrants.own_codes import find_entrant
from tournaments.people.registration.services import find_own_application
from tournaments.results.final_results.prizes import load_choices
from tournaments.results.standings.editions import load_standing_editions
from tournaments.seasons.season.cache.progress import load_kept_season
from tournaments.seasons.season.page import SeasonRow, build_person_page
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


class DoorPlace(NamedTuple):
    """The state of a participant at the door."""

    is_expected: bool  # nobody has seen them, neither at the door nor at a table
    fee: int  # cents; 0: they pay nothing
    owed: int  # of it, over all rounds so far


def load_door_place(entrant: Entrant) -> DoorPlace:
    """Return how a participant stands at the door; about ten queries."""
    tournament, pk = entrant.tournament, entrant.pk
    fees = load_fees(parse_settings(tournament.settings), [pk])
    state = load_states(tournament, find_door_round(tournament), fees, [entrant])[pk]
    sums = (each.cents for each in list_open_fees(tournament) if each.entrant == pk)
    owed = next(sums, fees[pk] if state in (MISSING, OWING) and tournament.ended is None else 0)
    tables = Seated.objects.filter(person=entrant.person_id, sitting__table__round_table__round__tournament=tournament)
    has_sat = tables.filter(sitting__table__round_table__round__started__isnull=False).exists()
    return DoorPlace(state in (MISSING, FREE) and not has_sat, fees[pk], owed)


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
