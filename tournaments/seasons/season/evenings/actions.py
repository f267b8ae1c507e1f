"""Actions on the evenings of a season: counted or not; dates that are added; the secret link of a year."""

from datetime import date, time
from itertools import chain
from typing import Annotated, Any, ClassVar
from uuid import uuid4

from django.utils.translation import gettext_lazy as _
from pydantic import Field

from tarockclub.kit.text import clean_name
from tarockclub.models import Person
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.accounts.secret_links import derive_secret, hash_secret, is_secret
from tarockclub.platform.clubs.scope import enter_all_clubs
from tournaments.core.actions.base import ID_RANGE, Action, Spec, action
from tournaments.core.actions.targets import SEASON, Here
from tournaments.core.acts import SEASONS, ActionRefused, Command, Kind
from tournaments.core.messages import SEASON as SEASON_AREA
from tournaments.models import Season, SeasonEvent
from tournaments.models.belongings import PLACE_LENGTH
from tournaments.seasons.season.cash.settlement import list_year_settlements
from tournaments.seasons.season.evenings.days import (
    build_evening_event,
    insert_missing_dates,
    is_in_euros,
    is_settled_elsewhere,
    list_evening_seasons,
    list_missing_dates,
    list_played_dates,
)
from tournaments.seasons.season.events import EventAction, build_event_spec, insert_event
from tournaments.seasons.season.services import must_season_go_on
from tournaments.seasons.season.settings import (
    EveningRule,
    build_evening_values,
    encode_season_settings,
    parse_season_settings,
)

MOST_SHEETS = 50


@action(Spec(kind=Kind.SETTINGS, targets=(SEASON,), right=Right.DIRECT, area=SEASON_AREA))
class CountEvenings(Action):
    """Let the club's evenings count in a season: each date on which any were ended is a day.

    The values are those of EveningRule; without weekdays or house rules all of them count.
    """

    on: bool = True
    since: date | None = None
    until: date | None = None
    weekdays: list[Annotated[int, Field(ge=0, le=6)]] = Field(default=[], max_length=7)
    sheets: list[Annotated[str, Field(max_length=40)]] = Field(default=[], max_length=MOST_SHEETS)
    chosen: bool = False
    in_year: bool = False
    paid_until: date | None = None
    starts: time | None = None
    place: str = Field(default="", max_length=PLACE_LENGTH)
    refusals: ClassVar = {
        "no_last_day": _("Say until which day evenings count."),
        "ends_before": _("The last day is before the first one."),
        "no_teams_here": _("Evenings have no teams: they cannot count in a season of teams."),
        "not_in_euros": _("Only a year that counts euros can be settled in the year."),
        "settled_before": _("Evenings of this season have been settled already: take that back first."),
    }

    def list_sent(self) -> object:
        """Return all values as JSON values."""
        *rule, in_year, paid_until, starts, place = self._build_rule()
        said = [["in_year"] if in_year else [], [paid_until] if paid_until else []]
        return ["evenings", self.on, *rule, *chain(*said), *([starts, place] if starts or place else [])]

    def _build_rule(self) -> EveningRule:
        since, until = (day.isoformat() if day is not None else "" for day in (self.since, self.until))
        weekdays, sheets = tuple(sorted(set(self.weekdays))), tuple(sorted(set(self.sheets)))
        paid_until = self.paid_until.isoformat() if self.in_year and self.paid_until is not None else ""
        rule = EveningRule(since, until, weekdays, sheets, self.chosen, in_year=self.in_year, paid_until=paid_until)
        return rule._replace(starts=f"{self.starts:%H:%M}" if self.starts else "", place=clean_name(self.place))

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Switch it; "season_ended", "no_teams_here", "no_last_day", "ends_before", "not_in_euros".

        No evening is paid twice: "settled_elsewhere", "settled_before".
        """
        must_season_go_on(here.season)
        settings, rule = parse_season_settings(here.season.settings), self._build_rule()
        rule = rule._replace(guests=settings.guests)
        if self.on and settings.teams:
            raise ActionRefused("no_teams_here")
        if self.on and not rule.until:
            raise ActionRefused("no_last_day")
        if self.on and rule.until < rule.since:
            raise ActionRefused("ends_before")
        if rule.in_year and not is_in_euros(settings):
            raise ActionRefused("not_in_euros")
        if is_settled_elsewhere(here.season.club_id, rule, but=here.season.pk):
            raise ActionRefused("settled_elsewhere")
        is_kept = self.on and rule.in_year and rule.paid_until == (settings.evenings or rule).paid_until
        if not is_kept and list_year_settlements(here.season):
            raise ActionRefused("settled_before")
        here.season.settings = encode_season_settings(settings._replace(evenings=rule if self.on else None))
        here.season.save(update_fields=["settings"])
        values = build_evening_values(rule._replace(place=""))  # what people type is not in the journal
        return {"counts": self.on, "rule": values} | insert_missing_dates(here.season)


@action(build_event_spec(targets=(SEASON,)))
class AddEvenings(EventAction):
    """Let the evenings of a date count, in a season for which the director chooses the dates."""

    day: date
    refusals: ClassVar = {
        "evenings_off": _("Evenings do not count in this season."),
        "no_evening_then": _("No evening that can count was ended on this date."),
    }

    def list_sent(self) -> object:
        """Return the date."""
        return ["evenings", self.day.isoformat()]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Add it; "season_ended", "evenings_off", "event_there", "no_evening_then"."""
        season = here.season
        must_season_go_on(season)
        rule = parse_season_settings(season.settings).evenings
        if rule is None:
            raise ActionRefused("evenings_off")
        if SeasonEvent.objects.filter(season=season, evenings=True, day=self.day).exists():
            raise ActionRefused("event_there")
        if self.day not in list_played_dates(season, rule, without=set()):
            raise ActionRefused("no_evening_then")
        return insert_event(season, build_evening_event(season, self.day))


@action(Spec(kind=Kind.SETTINGS, targets=(SEASON,), right=Right.DIRECT, area=SEASON_AREA))
class SetGuest(Action):
    """Let a person (an id) play in a year as a guest, without being ranked; or be ranked again."""

    person: Annotated[int, ID_RANGE]
    guest: bool = True
    refusals: ClassVar = {"nobody_here": _("Nobody in this season has this number.")}

    def list_sent(self) -> object:
        """Return who it is, and as what."""
        return ["guest", self.person, self.guest]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Note it; "season_ended", "evenings_off", "nobody_here"."""
        must_season_go_on(here.season)
        settings = parse_season_settings(here.season.settings)
        if settings.evenings is None:
            raise ActionRefused("evenings_off")
        if not Person.objects.filter(club=here.season.club_id, pk=self.person).exists():
            raise ActionRefused("nobody_here")
        guests = {*settings.evenings.guests} - {self.person} | ({self.person} if self.guest else set())
        rule = settings.evenings._replace(guests=tuple(sorted(guests)))
        here.season.settings = encode_season_settings(settings._replace(evenings=rule))
        here.season.save(update_fields=["settings"])
        return {"person": self.person, "guest": self.guest}


def note_evening_end(club: int, who: Actor) -> None:
    """Let the dates that are missing be events of each season of a club that goes on and counts evenings.

    Whoever ends an evening needs no right for it, and is never kept from it by a season.
    """
    for season, _rule in list_evening_seasons(club):
        days = [day.isoformat() for day in list_missing_dates(season)] if season.ended is None else []
        if not days:
            continue
        try:
            SEASONS.act(season.pk, Command(f"evenings-{uuid4()}", Kind.EVENT, days, who), _insert_dates)
        except ActionRefused:
            continue  # somebody else has been faster


def _insert_dates(season: Season) -> dict[str, Any]:
    must_season_go_on(season)
    content = insert_missing_dates(season)
    if not content:
        raise ActionRefused("event_there")
    return content


@action(Spec(kind=Kind.SETTINGS, targets=(SEASON,), right=Right.DIRECT, area=SEASON_AREA))
class SetYearLink(Action):
    """Give a year a new secret link, or take it back; an earlier one is no longer valid.

    The secret follows from the form's key (`derive_year_secret`): a tap that arrives twice makes one link.
    """

    given: bool

    def list_sent(self) -> object:
        """Return whether there is one now."""
        return ["link", self.given]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Keep the hash of the new link, or forget the one that there was."""
        here.season.link_digest = hash_year_secret(derive_year_secret(here.season, here.key)) if self.given else ""
        here.season.save(update_fields=["link_digest"])
        return {"link": self.given}


def derive_year_secret(season: Season, key: str) -> str:
    """Return the secret of the link that was given with a key."""
    return derive_secret("year", season.pk, key)


def hash_year_secret(secret: str) -> str:
    """Return the hash that identifies a link."""
    return hash_secret("year", secret)


def find_linked_season(secret: str) -> Season | None:
    """Return the season of a link; None if it is not valid."""
    if not is_secret(secret):
        return None
    with enter_all_clubs():  # the secret says whose it is
        seasons = Season.objects.filter(club__archived=None).select_related("club")
        return seasons.filter(link_digest=hash_year_secret(secret)).first()
