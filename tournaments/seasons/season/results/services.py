"""Results of earlier years, or of another club's day: a whole edition at once; earlier ones are kept."""

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.persons import lock_club
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.base import Action, Spec, action
from tournaments.core.actions.targets import SEASON, Here
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.messages import SEASON as SEASON_AREA
from tournaments.models import SeasonEvent, SeasonResult
from tournaments.people.entrants.services import find_or_create_persons
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.seasons.season.events import EventNumber


class PersonResult(NamedTuple):
    """A result to be written: the person, and their place and points."""

    who: Newcomer
    rank: int = 0
    points: int | None = None  # hundredths; None: they follow from the place
    written: int | None = None  # sixths
    made: int | None = None  # MADE_PARTS of a point, where the program has computed it
    days: int | None = None  # tournaments played in a cup


class ResultField(NamedTuple):
    """The field of an event beyond the results: how many took part, and the places of those who do not count."""

    players: int = 0
    others: str = ""


@action(Spec(kind=Kind.TYPED_RESULTS, targets=(SEASON,), right=Right.ENTER, has_reason=True, area=SEASON_AREA))
class WriteResults(Action):
    """Write an edition of an event's results; it counts from now on, also if the season has ended.

    `sent_fields`: those that the client has sent, if these are not the results: they tell two requests with one key
    apart. `field`: written with results that a club has published.
    """

    event: EventNumber
    results: list[PersonResult]
    sent_fields: list[list[str]] | None = None
    field: ResultField | None = None
    refusals: ClassVar = {
        "not_typed": _("This is a tournament run by the program: its result is published there."),
        "evenings_not_typed": _("These are evenings: correct their tables."),
        "no_results": _("There is nothing to save: all rows are left out."),
        "twice_there": _(
            "Numbers %(first)s and %(second)s of those to be saved are the same person: leave one of them out."
        ),
    }

    def list_sent(self) -> object:
        """Return the event, and the results or the fields."""
        # What was sent before there was a number of tournaments has the digest that it had.
        results = [[*result.who, *(result[1:-1] if result.days is None else result[1:])] for result in self.results]
        return [self.event, results if self.sent_fields is None else self.sent_fields]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Write it; "no_reason" for a further edition without one, "same_result", "nobody_known"."""
        event = SeasonEvent.objects.get(season=here.season, number=self.event)
        _must_be_possible(event, self.results, here.reason)
        persons = find_or_create_persons(lock_club(here.season.club), [result.who for result in self.results])
        _must_be_different(persons)
        rows = {(person, *result[1:]) for person, result in zip(persons, self.results, strict=True)}
        before = ResultField(event.players, event.others)
        event.players, event.others = before if self.field is None else self.field
        if event.edition and before == (event.players, event.others) and _is_same(event, rows):
            raise ActionRefused("same_result")
        event.edition += 1
        made = [
            SeasonResult(event=event, edition=event.edition, person_id=person, **_build_result_columns(result))
            for person, result in zip(persons, self.results, strict=True)
        ]
        SeasonResult.objects.bulk_create(made, batch_size=200)
        event.save(update_fields=["edition", "players", "others"])
        return {"event": event.number, "edition": event.edition, "results": len(made)}


def _build_result_columns(result: PersonResult) -> dict[str, int | None]:
    """Return the columns of a row, without the person."""
    columns = result._asdict()
    del columns["who"]
    return columns


def _must_be_possible(event: SeasonEvent, results: Sequence[PersonResult], reason: str) -> None:
    if event.evenings:
        raise ActionRefused("evenings_not_typed")
    if event.tournament_id is not None:
        raise ActionRefused("not_typed")
    if event.gone is not None:
        raise ActionRefused("event_gone")
    if not results:
        raise ActionRefused("no_results")
    if event.edition and not reason:
        raise ActionRefused("no_reason")


def _must_be_different(persons: Sequence[int]) -> None:
    seen: dict[int, int] = {}
    for at, person in enumerate(persons, 1):
        if person in seen:
            raise ActionRefused("twice_there", first=seen[person], second=at)
        seen[person] = at


def _is_same(event: SeasonEvent, rows: set[tuple[int, int, int | None, int | None, int | None, int | None]]) -> bool:
    there = SeasonResult.objects.filter(event=event, edition=event.edition)
    return set(there.values_list("person", "rank", "points", "written", "made", "days")) == rows


def load_current_results(event: SeasonEvent) -> list[SeasonResult]:
    """Return the edition that counts, the best first, with the persons; one query."""
    rows = SeasonResult.objects.filter(event=event, edition=event.edition).select_related("person")
    return sorted(rows.order_by("pk"), key=lambda row: (row.rank or 1 << 30, -(row.points or 0)))
