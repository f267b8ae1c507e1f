"""Results of several days from one list: the days that are meant, and one act for all of them."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import date
from typing import Any, ClassVar, NamedTuple

from django.conf import settings
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from tarockclub.kit.lists.people import PersonRow
from tarockclub.kit.text import clean_name
from tarockclub.models import NAME_LENGTH
from tarockclub.platform.accounts.persons import lock_club
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.base import Action, Spec, action
from tournaments.core.actions.targets import SEASON, Here
from tournaments.core.acts import ActionRefused, Kind, find_seen
from tournaments.core.messages import SEASON as SEASON_AREA
from tournaments.models import Season, SeasonEvent
from tournaments.people.entrants.entering import find_or_create_persons
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.seasons.season.events import AddEvent
from tournaments.seasons.season.results.services import PersonResult, WriteResults
from tournaments.seasons.season.services import find_event_day, format_event_name, list_events
from tournaments.seasons.season.settings import CARRIED_POINTS, parse_season_settings

DayKey = date | str


class ListDay(NamedTuple):
    """A day of a list: its event in the season if it is there, and the reason why its rows stay out."""

    name: str
    day: date | None
    event: SeasonEvent | None = None
    problem: str = ""


def find_key(row: PersonRow) -> DayKey:
    """Return the day that a row names: its date, else its cup; "" where it names neither."""
    return row.day or _clean_cup(row).casefold()


def _clean_cup(row: PersonRow) -> str:
    return clean_name(row.cup)[:NAME_LENGTH].strip()


def find_days(season: Season, rows: Iterable[PersonRow], *, directs: bool) -> dict[DayKey, ListDay]:
    """Find the days of a list in a season; `directs`: those that are missing may be added."""
    cups: dict[DayKey, list[str]] = defaultdict(list)
    for row in rows:
        if _clean_cup(row) not in cups[find_key(row)]:
            cups[find_key(row)].append(_clean_cup(row))
    events: dict[DayKey | None, list[SeasonEvent]] = defaultdict(list)
    for event in list_events(season):
        if event.kind != CARRIED_POINTS:
            for name in (find_event_day(event), format_event_name(event).casefold()):
                events[name].append(event)
    missing = _find_obstacle(season, directs=directs)
    times = Counter(cup for names in cups.values() for cup in names)
    days: dict[DayKey, ListDay] = {}
    for key, names in cups.items():
        day, cup = key if isinstance(key, date) else None, max(names)
        meant, earlier = events[key], [other.event for other in days.values()]
        if not key:
            days[key] = ListDay("", None, None, "no_day")
        elif len({*names} - {""}) > 1 or len(meant) > 1 or (meant and meant[0] in earlier):
            days[key] = ListDay(cup, day, None, "unclear_day")
        elif meant:
            problem = "evenings_not_typed" if meant[0].evenings else "not_typed" if meant[0].tournament_id else ""
            days[key] = ListDay(format_event_name(meant[0]), find_event_day(meant[0]), meant[0], problem)
        else:
            is_named = bool(cup) and times[cup] == 1
            days[key] = ListDay(cup if day is None or is_named else _format_day(day), day, None, missing)
    return days


def _find_obstacle(season: Season, *, directs: bool) -> str:
    """Return why no day can be added to a season; "" if one can."""
    if season.ended is not None:
        return "season_ended"
    if parse_season_settings(season.settings).teams:
        return "teams_only"
    return "" if directs else "no_day_yet"


def _format_day(day: date) -> str:
    with override(settings.LANGUAGE_CODE):  # as dates of evenings: sub-rankings choose by words in names
        return date_format(day, "l, j. F")


# The place among the people, then as PersonResult behind the person.
DayRow = tuple[int, int, int | None, int | None, None, int | None]


class DayResults(NamedTuple):
    """The results of a day to be written; a day without an event is added."""

    event: int | None  # its number
    name: str
    day: date | None
    rows: list[DayRow]


@action(Spec(kind=Kind.TYPED_RESULTS, targets=(SEASON,), right=Right.ENTER, has_reason=True, area=SEASON_AREA))
class WriteDays(Action):
    """Write the results of several days and add those that are missing: all of it or nothing.

    `sent_fields`: those that the client has sent, which tell two requests with one key apart.
    """

    people: list[Newcomer]
    days: list[DayResults]
    sent_fields: list[list[str]]
    refusals: ClassVar = {
        "days_changed": _("The season has changed in the meantime: please look once more."),
        "twice_on_a_day": _("Somebody is there twice on one day (%(day)s): leave one of the rows out."),
    }

    def list_sent(self) -> object:
        """Return the fields."""
        return ["days", self.sent_fields]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Write them; as AddEvent and WriteResults, and "days_changed", "twice_on_a_day"."""
        if find_seen(here.key) not in (None, here.season.version):
            raise ActionRefused("days_changed")
        if not self.days:
            raise ActionRefused("no_results")
        persons = find_or_create_persons(lock_club(here.season.club), self.people, here.who)
        written, added = [], []
        for day in self.days:
            if len({persons[place] for place, *_values in day.rows}) < len(day.rows):
                raise ActionRefused("twice_on_a_day", day=day.name)
            number = day.event
            if number is None:
                number = AddEvent(name=day.name, day=day.day).carry_out(here)["event"]
                added.append(number)
            results = [PersonResult(Newcomer("", persons[row[0]]), *row[1:]) for row in day.rows]
            written.append(WriteResults(event=number, results=results).carry_out(here))
        content = {f"{name}s": [content[name] for content in written] for name in ("event", "edition")}
        return content | {"results": sum(content["results"] for content in written), "added": added}
