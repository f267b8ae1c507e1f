"""Results of earlier years, or of another club's day: a whole edition at once; earlier ones are kept.

Results from the rows of a list: place, points and the written score, each in whole parts.

Results that do not count have a reason: no number of the federation, better in another cup, no euros there.

>>> row = PersonRow(2, name="Anna Maier", place=1, points=Fraction(45, 2))
>>> convert_result(row)[:4], convert_result(row._replace(points=Fraction(1, 3))).unreadable
((2, 'Anna Maier', 1, 2250), 'no_points')
"""

from collections.abc import Mapping, Sequence, Set
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.engine.points import SIXTHS
from tarockclub.kit.amounts import HUNDREDTHS, MOST_HUNDREDTHS, count_parts, format_hundredths
from tarockclub.kit.lists.people import PersonRow
from tarockclub.kit.lists.table import Unreadable
from tarockclub.models import normalize_federation_number
from tarockclub.platform.accounts.persons import lock_club
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.base import Action, Spec, action
from tournaments.core.actions.targets import SEASON, Here
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.editions import LinkedSentence
from tournaments.core.messages import SEASON as SEASON_AREA
from tournaments.models import SeasonEvent, SeasonResult
from tournaments.people.entrants.entering import find_or_create_persons
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.seasons.season import messages
from tournaments.seasons.season.data import EventStatus, SeasonProgress, parse_others
from tournaments.seasons.season.events import EventNumber
from tournaments.seasons.season.points.place_points import list_asked_facts
from tournaments.seasons.season.settings import BEST_CARRIED, CARRIED_POINTS, find_rule
from tournaments.seasons.season.standing import SOMETIMES_NEVER


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
        # What was sent before there were values after `made` has the digest that it had.
        later = PersonResult._fields.index("made") + 1
        results = [
            [*result.who, *result[1 : later if set(result[later:]) == {None} else None]] for result in self.results
        ]
        return [self.event, results if self.sent_fields is None else self.sent_fields]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Write it; "no_reason" for a further edition without one, "same_result", "nobody_known"."""
        event = SeasonEvent.objects.get(season=here.season, number=self.event)
        _must_be_possible(event, self.results, here.reason)
        persons = find_or_create_persons(lock_club(here.season.club), [result.who for result in self.results], here.who)
        _must_be_different(persons)
        columns = PersonResult._fields[1:]
        rows = {(person, *result[1:]) for person, result in zip(persons, self.results, strict=True)}
        before = ResultField(event.players, event.others)
        event.players, event.others = before if self.field is None else self.field
        if event.edition and before == (event.players, event.others) and has_results(event, rows):
            raise ActionRefused("same_result")
        event.edition += 1
        rows_built = [
            SeasonResult(
                event=event, edition=event.edition, person_id=person, **dict(zip(columns, result[1:], strict=True))
            )
            for person, result in zip(persons, self.results, strict=True)
        ]
        SeasonResult.objects.bulk_create(rows_built, batch_size=200)
        event.save(update_fields=["edition", "players", "others"])
        return {"event": event.number, "edition": event.edition, "results": len(rows_built)}


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
    rows_of: dict[int, int] = {}
    for at, person in enumerate(persons, 1):
        if person in rows_of:
            raise ActionRefused("twice_there", first=rows_of[person], second=at)
        rows_of[person] = at


def has_results(event: SeasonEvent, rows: Set[tuple[int | None, ...]]) -> bool:
    """Return whether the edition that counts has just these rows: the person's id, then as PersonResult."""
    there = SeasonResult.objects.filter(event=event, edition=event.edition)
    return set(there.values_list("person", *PersonResult._fields[1:])) == rows


def load_current_results(event: SeasonEvent) -> list[SeasonResult]:
    """Return the edition that counts, the best first, with the persons; one query."""
    rows = SeasonResult.objects.filter(event=event, edition=event.edition).select_related("person")
    return sorted(rows.order_by("pk"), key=lambda row: (row.rank or 1 << 30, -(row.points or 0)))


MOST_WRITTEN = 6_000_000  # sixths


class TypedResult(NamedTuple):
    """A player's result in a list; `unreadable` is the reason why a row is left out."""

    row: int
    name: str
    rank: int = 0  # 0: none is said
    points: int | None = None  # hundredths
    written: int | None = None  # sixths
    unreadable: str = ""
    number: str = ""  # the player's, in a file that has no names
    days: int | None = None  # tournaments played
    day: str = ""  # in a file of several days, with its cup; "" once the day that counts is known


def convert_result(row: PersonRow) -> TypedResult:
    """Build the result of a row; it has a reason if it is unreadable."""
    number = "" if row.name else normalize_federation_number(row.player)
    day = f"{row.day.isoformat()} {row.cup}" if row.day is not None else ""
    points = _count_signed(row.points, HUNDREDTHS, MOST_HUNDREDTHS)
    written = _count_signed(row.written, SIXTHS, MOST_WRITTEN)
    code = row.out or ("" if row.name or number else "no_name")
    if row.points is not None and points is None:
        code = code or "no_points"
    if row.written is not None and written is None:
        code = code or "no_written"
    return TypedResult(row.row, row.name, row.place or 0, points, written, code, number, row.days, day)


def _count_signed(amount: Fraction | None, each: int, most: int) -> int | None:
    return None if amount is None else count_parts(amount, each, most, -most)


def complete_results(results: Sequence[TypedResult], names: Mapping[str, str], day: str) -> list[TypedResult]:
    """Return results with the names of their numbers; `day`: the one that counts (ISO), where a file has several.

    Raise Unreadable("several_days") if it has several, and not that one.

    >>> results = [TypedResult(1, "", 2, None, 60, "", "12"), TypedResult(2, "", 1, None, 120, "", "7")]
    >>> [(result.name, result.rank, result.unreadable) for result in complete_results(results, {"7": "Anna"}, "")]
    [('', 0, 'unknown_number'), ('Anna', 1, '')]
    """
    days = {result.day for result in results if result.day}
    if len(days) > 1:
        days = {each for each in days if day and each.startswith(f"{day} ")}
        if len(days) != 1:
            raise Unreadable("several_days")
    return [_complete_result(result, names, days) for result in results]


def _complete_result(result: TypedResult, names: Mapping[str, str], days: set[str]) -> TypedResult:
    code = result.unreadable or ("other_day" if days and result.day not in days else "")
    name = names.get(result.number, names.get(result.number.lstrip("0"), "")) if result.number else result.name
    if not code and result.number and not name:
        code = "unknown_number"
    if code:
        return TypedResult(result.row, result.name, unreadable=code, number=result.number)
    return result._replace(name=name, day="")


def list_left_out(stand: SeasonProgress, event: SeasonEvent) -> list[str]:
    """Return a sentence for places without a number of the federation, and one for each who was better elsewhere."""
    places = parse_others(event.others)
    sentences = []
    if places:
        text = ngettext(
            "Place %(places)s has no number of the federation and does not count.",
            "The places %(places)s have no number of the federation and do not count.",
            len(places),
        )
        sentences.append(text % {"places": ", ".join(map(str, places))})
    if event.kind == CARRIED_POINTS and stand.settings.carried == BEST_CARRIED:
        sentences += _list_better_elsewhere(stand, event)
    return sentences


def _list_better_elsewhere(stand: SeasonProgress, event: SeasonEvent) -> list[str]:
    names = {status.event.number: status.name for status in stand.events}
    sentence = gettext("%(name)s, place %(place)s: %(other)s is better and counts, with %(points)s.")
    rows = []
    for line in stand.standing.lines:
        own = next((score for score in line.got if score.event == event.number), None)
        counted = [score for score in line.got if score.kind == CARRIED_POINTS and score.counts]
        if own is not None and not own.counts and counted:
            [better, *_others] = counted
            points, name = format_hundredths(better.points), stand.people[line.who].name
            values = {"name": name, "place": own.rank, "other": names[better.event], "points": points}
            rows.append((own.rank, name, sentence % values))
    return [text for _place, _name, text in sorted(rows)]


def explain_uncounted(stand: SeasonProgress, status: EventStatus) -> str:
    """Return why a day counts nothing, or not for everybody; "" if it counts."""
    event = status.event
    if any(number == event.number for number, _problem in stand.standing.problems):
        return gettext("%(name)s: the formula cannot be evaluated there.") % {"name": status.name}
    if event.number not in stand.standing.left_out:
        return ""
    asked = list_asked_facts(find_rule(stand.settings, event.kind))
    facts = ", ".join(str(messages.FACTS[name]) for name in asked if name in SOMETIMES_NEVER)
    words = {"name": status.name, "facts": facts}
    return gettext("%(name)s changes nothing here: it has nothing of what counts (%(facts)s).") % words


def list_uncounted(stand: SeasonProgress) -> tuple[str, ...]:
    """Return a sentence for each day of a standing that counts nothing, or not for everybody."""
    return tuple(filter(None, (explain_uncounted(stand, status) for status in stand.events)))


def list_all_left_out(stand: SeasonProgress) -> tuple[LinkedSentence, ...]:
    """Return the sentences of all results of a season, each with the page of its event."""
    uncounted = [
        (status, f"{status.name}: {text}") for status in stand.events for text in list_left_out(stand, status.event)
    ]
    nothing = [status for status in stand.events if status.event.number in stand.standing.left_out]
    uncounted += [(status, explain_uncounted(stand, status)) for status in nothing]
    return tuple(LinkedSentence(text, _build_event_url(stand, status.event)) for status, text in uncounted)


def _build_event_url(stand: SeasonProgress, event: SeasonEvent) -> str:
    return reverse("season_event", kwargs={"slug": stand.season.slug, "number": event.number})
