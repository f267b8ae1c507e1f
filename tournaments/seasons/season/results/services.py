"""Results of earlier years, or of another club's day: a whole edition at once; earlier ones are kept."""

from collections.abc import Sequence
from typing import NamedTuple

from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.persons import lock_club
from tournaments.core.acts import SEASONS, ActionRefused, Command, Kind
from tournaments.models import Season, SeasonAct, SeasonEvent, SeasonResult
from tournaments.people.entrants.services import find_or_create_persons
from tournaments.people.name_lists.candidates import Newcomer


class PersonResult(NamedTuple):
    """A result to be written: the person, and their place and points."""

    who: Newcomer
    rank: int = 0
    points: int | None = None  # hundredths; None: they follow from the place
    written: int | None = None  # sixths
    made: int | None = None  # MADE_PARTS of a point, where the program has computed it


class ResultField(NamedTuple):
    """The field of an event beyond the results: how many took part, and the places of those who do not count."""

    players: int = 0
    others: str = ""


def write_results(
    event: SeasonEvent,
    key: str,
    results: Sequence[PersonResult],
    reason: str = "",
    who: Actor = ANONYMOUS,
    *,
    sent: object = None,
    field: ResultField | None = None,
) -> SeasonAct:
    """Write an edition of an event's results; it counts from now on, also if the season has ended.

    `sent`: the client's request, if it is not the results: it tells two requests with one key apart. `field`: written
    with results that a club has published. Raise ActionRefused("not_typed") for a tournament of the program,
    "event_gone", "no_results", "no_reason" for a further edition without one, "twice_there" if two rows are one person,
    "same_result", "nobody_known".
    """
    body = [event.number, [[*result.who, *result[1:]] for result in results] if sent is None else sent]

    def do(row: Season) -> dict[str, object]:
        here = SeasonEvent.objects.get(pk=event.pk, season=row)
        _must_be_possible(here, results, reason)
        persons = find_or_create_persons(lock_club(row.club), [result.who for result in results])
        _must_be_different(persons)
        rows = {(person, *result[1:]) for person, result in zip(persons, results, strict=True)}
        before = ResultField(here.players, here.others)
        here.players, here.others = before if field is None else field
        if here.edition and before == (here.players, here.others) and _is_same(here, rows):
            raise ActionRefused("same_result")
        here.edition += 1
        made = [
            SeasonResult(event=here, edition=here.edition, person_id=person, **build_result_columns(result))
            for person, result in zip(persons, results, strict=True)
        ]
        SeasonResult.objects.bulk_create(made, batch_size=200)
        here.save(update_fields=["edition", "players", "others"])
        return {"event": here.number, "edition": here.edition, "results": len(made)}

    return SEASONS.act(event.season_id, Command(key, Kind.TYPED_RESULTS, body, who, reason), do)


def build_result_columns(result: PersonResult) -> dict[str, int | None]:
    """Return the columns of a row, without the person."""
    return {"rank": result.rank, "points": result.points, "written": result.written, "made": result.made}


def _must_be_possible(event: SeasonEvent, results: Sequence[PersonResult], reason: str) -> None:
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


def _is_same(event: SeasonEvent, rows: set[tuple[int, int, int | None, int | None, int | None]]) -> bool:
    there = SeasonResult.objects.filter(event=event, edition=event.edition)
    return set(there.values_list("person", "rank", "points", "written", "made")) == rows


def load_current_results(event: SeasonEvent) -> list[SeasonResult]:
    """Return the edition that counts, the best first, with the persons; one query."""
    rows = SeasonResult.objects.filter(event=event, edition=event.edition).select_related("person")
    return sorted(rows.order_by("pk"), key=lambda row: (row.rank or 1 << 30, -(row.points or 0)))
