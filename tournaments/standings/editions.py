"""Published results: each is kept for ever as it was, by ids and numbers; a later edition says what has changed."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from tournaments.acts import Kind, said_by
from tournaments.models import Act, Tournament
from tournaments.standings.standing import Standings

FINAL = 0  # where a round's number would stand


class Ranked(NamedTuple):
    """Somebody in a published result; amounts in sixths of a cent."""

    rank: int
    person: int
    entrant: int  # 0: he had only taken over a seat
    table: int  # number; 0 in the final result
    gain: int
    replaced: int
    start: int  # what he began with; 0 in the final result

    @property
    def counted(self) -> int:
        """What ranked: capital without replacements, or what was won and lost over all rounds."""
        return self.start + self.gain


class Edition(NamedTuple):
    """A result as it was published."""

    of: int  # a round's number, or FINAL
    number: int  # from 1
    at: datetime
    rows: tuple[Ranked, ...]
    reason: str  # why there is another one

    @property
    def by_person(self) -> dict[int, Ranked]:
        """Its rows by person."""
        return {one.person: one for one in self.rows}


class Change(NamedTuple):
    """What an edition says of somebody otherwise than the one before; none: he was not in it."""

    person: int
    before: Ranked | None
    after: Ranked | None


def rows_now(standings: Standings, of: int) -> tuple[Ranked, ...]:
    """The result of a round, or of everything, as it would be published now."""
    if of == FINAL:
        return tuple(
            Ranked(one.rank, one.player.person, one.player.entrant, 0, one.gain, one.replaced, 0)
            for one in standings.totals
        )
    standing = standings.of(of)
    return tuple(
        Ranked(one.rank, one.player.person, one.player.entrant, one.table, one.gain, one.replaced, one.start)
        for one in (standing.lines if standing is not None else ())
    )


def editions_of(tournament: Tournament) -> tuple[Edition, ...]:
    """All published results, in the order they were published; one query."""
    acts = Act.objects.filter(tournament=tournament, kind=Kind.RESULT).select_related("note").order_by("sequence")
    return tuple(_edition(one, said_by(one)) for one in acts)


def _edition(act: Act, said: dict[str, Any]) -> Edition:
    reason = act.note.text if act.note is not None else ""
    return Edition(said["of"], said["edition"], act.at, tuple(Ranked(*row) for row in said["rows"]), reason)


def latest(editions: Iterable[Edition], of: int) -> Edition | None:
    """The edition that counts of a round's result, or of the final one."""
    return max((one for one in editions if one.of == of), key=lambda one: one.number, default=None)


def changes(before: Iterable[Ranked], after: Iterable[Ranked]) -> tuple[Change, ...]:
    """Who is ranked otherwise, in the order of the later result; then who is not in it any more.

    >>> one = Ranked(1, 7, 3, 1, 600, 0, 30000)
    >>> [(change.before, change.after.rank) for change in changes([one], [one._replace(rank=2)])] == [(one, 2)]
    True
    """
    old, new = {one.person: one for one in before}, {one.person: one for one in after}
    order = [*new, *(person for person in old if person not in new)]
    return tuple(
        Change(person, old.get(person), new.get(person)) for person in order if old.get(person) != new.get(person)
    )
