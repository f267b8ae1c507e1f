"""Published editions of a tournament or a season: each is kept for ever as it was, by ids and numbers.

A later edition shows the changes. What stands in the rows is known to `standings/editions.py` and `season/editions.py`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Generic, NamedTuple, TypeVar

from django.urls import reverse

from tarockclub.kit.hash_chain import compute_request_digest
from tournaments.core.acts import ActionRefused, Kind, Owner, get_journal, parse_content
from tournaments.core.sealed_rows import format_head
from tournaments.models import Act, JournalAct, Tournament

FINAL = 0  # in place of a round's number
LOTS = "lots"  # is missing: lots between equal ranks
R = TypeVar("R")


class Edition(NamedTuple, Generic[R]):
    """A result, or standings, as they were published."""

    of: int  # a round's number, or FINAL
    number: int  # from 1
    at: datetime
    rows: tuple[R, ...]
    reason: str  # the reason for another one
    sequence: int  # of the act that published it
    head: str  # of the acts up to that one
    settings: str = ""  # of a season then, as JSON text
    withdrawn: datetime | None = None  # if it was withdrawn; then it does not count any more
    why_withdrawn: str = ""
    teams: Sequence[Sequence[Any]] | None = None  # the rows of teams, as the act stores them (standings of teams)
    rankings: Sequence[Sequence[Any]] = ()  # the sub-rankings of a season, as the act stores them (season/editions.py)


def load_editions(owner: Owner, parse_row: Callable[[Sequence[Any]], R]) -> tuple[Edition[R], ...]:
    """Return all editions, including withdrawn ones, in the order of publication; one query."""
    acts = get_journal(owner).list_acts(owner.pk).filter(kind__in=(Kind.RESULT, Kind.STANDING)).order_by("sequence")
    undoing = ("undone_by__note",) if acts.model is Act else ()
    contents = ((act, parse_content(act)) for act in acts.select_related("note", *undoing))
    return tuple(_build_edition(act, content, parse_row) for act, content in contents if "edition" in content)


def _build_edition(act: JournalAct, content: Mapping[str, Any], parse_row: Callable[[Sequence[Any]], R]) -> Edition[R]:
    taken_back: Act | None = getattr(act, "undone_by", None)
    return Edition(
        content.get("of", FINAL),
        content["edition"],
        act.at,
        tuple(map(parse_row, content["rows"] if "rows" in content else content["team_rows"])),  # of a season of teams
        _find_reason(act),
        act.sequence,
        format_head(act),
        content.get("settings", ""),
        taken_back.at if taken_back is not None else None,
        _find_reason(taken_back) if taken_back is not None else "",
        content.get("teams"),
        content.get("rankings", ()),
    )


def _find_reason(act: JournalAct) -> str:
    return act.note.text if act.note is not None else ""


def find_latest_edition(editions: Iterable[Edition[R]], scope: int) -> Edition[R] | None:
    """Return the edition that counts of a round's result, or of the final one; None if there is none."""
    counting = (edition for edition in editions if edition.of == scope and edition.withdrawn is None)
    return max(counting, key=lambda edition: edition.number, default=None)


def find_standing_address(tournament: Tournament) -> str:
    """Return the address of the standings over all rounds; of a tournament that is over, that of its final result."""
    return find_final_address(tournament) or reverse("standings", args=[tournament.slug])


def find_final_address(tournament: Tournament) -> str:
    """Return the address of the final result that counts; "" before it is published."""
    if tournament.ended is None:
        return ""
    results = Act.objects.filter(tournament=tournament, kind=Kind.RESULT, round=None, undone_by=None)
    last = results.order_by("-sequence").first()
    return reverse("edition", args=[tournament.slug, FINAL, parse_content(last)["edition"]]) if last is not None else ""


class EditionChange(NamedTuple, Generic[R]):
    """The difference for one person between two editions; None: not in that one."""

    person: int
    before: R | None
    after: R | None


def compute_changes(
    before: Mapping[int, R], after: Mapping[int, R], get_key: Callable[[R], object] = lambda row: row
) -> tuple[EditionChange[R], ...]:
    """Return the persons whose rows differ, in the order of the later edition; then those no longer in it.

    >>> compute_changes({7: 1, 8: 2}, {9: 1, 7: 1})
    (EditionChange(person=9, before=None, after=1), EditionChange(person=8, before=2, after=None))
    """
    order = [*after, *(person for person in before if person not in after)]
    changes = (EditionChange(person, before.get(person), after.get(person)) for person in order)
    return tuple(
        change
        for change in changes
        if change.before is None or change.after is None or get_key(change.before) != get_key(change.after)
    )


class ChangeLine(NamedTuple):
    """The change for one person, in words."""

    name: str
    before: str
    after: str


def format_changes(
    changes: Iterable[EditionChange[R]], get_name: Callable[[int], str], format_row: Callable[[R], str]
) -> tuple[ChangeLine, ...]:
    """Return changes with names; "–" where the person is not in one of both editions."""

    def format_side(row: R | None) -> str:
        return "–" if row is None else format_row(row)

    return tuple(
        ChangeLine(get_name(change.person), format_side(change.before), format_side(change.after)) for change in changes
    )


class LinkedSentence(NamedTuple):
    """A sentence about something that is missing, and the link to its page."""

    text: str
    url: str


def compute_edition_sign(rows: object) -> str:
    """Return the sign of rows: a person who publishes sends it to confirm which ones they saw."""
    return compute_request_digest(rows)[:24]


def must_be_complete(missing: Sequence[object], sign: str, seen: str) -> None:
    """Refuse to publish what is not complete, or not what was seen.

    ActionRefused("something_missing", "standing_changed").
    """
    if missing:
        raise ActionRefused("something_missing")
    if sign != seen:
        raise ActionRefused("standing_changed")


def must_be_worth_an_edition(*, has_changed: bool, reason: str) -> None:
    """Refuse another edition without a change or a reason: ActionRefused("same_result", "no_reason")."""
    if not has_changed:
        raise ActionRefused("same_result")
    if not reason:
        raise ActionRefused("no_reason")


def has_only_lots(missing: Sequence[str]) -> bool:
    """Return True if nothing but lots is missing (codes)."""
    return bool(missing) and set(missing) == {LOTS}


def choose_equals(list_equals: Callable[[], list[int]], missing: Sequence[str] = (), *, drawn: bool) -> list[int]:
    """Return the persons between whom lots are to be drawn; `missing`: codes.

    ActionRefused("lots_drawn", "something_missing", "no_equals").
    """
    if drawn:
        raise ActionRefused("lots_drawn")
    if set(missing) - {LOTS}:
        raise ActionRefused("something_missing")
    among = list_equals()
    if not among:
        raise ActionRefused("no_equals")
    return among
