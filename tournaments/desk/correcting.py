"""A correction of the book after its table was done: the further the result has come, the plainer the warning."""

from typing import Any, NamedTuple

from scoring.writing import NOBODY_KNOWN, Who
from tournaments.acts import Asked, Kind, Refused, act
from tournaments.models import Act, RoundTable, Tournament

FREE, ACKNOWLEDGE, CONFIRM, CONSEQUENCES = "free", "acknowledge", "confirm", "consequences"


class Level(NamedTuple):
    """How plainly somebody is warned."""

    name: str
    published: int = 0  # how many results were published that count this table
    choices: int = 0  # how many prizes were chosen by them


def level_of(table: RoundTable) -> Level:
    """What stands against a correction of a table's book: nothing, done, published, prizes chosen; two queries."""
    published = _concerning(table, Kind.RESULT)
    choices = _concerning(table, Kind.CHOICE)
    if choices:
        return Level(CONSEQUENCES, published, choices)
    if published:
        return Level(CONFIRM, published)
    return Level(ACKNOWLEDGE if table.done is not None else FREE)


def begin_correction(
    table: RoundTable, key: str, reason: str, who: Who = NOBODY_KNOWN, *, confirmed: bool = False
) -> Act:
    """Write down that the book of a table is corrected, by whom and why: the corrections stand in the book itself.

    Refused("no_reason", "must_be_sure").
    """

    def do(_row: Tournament) -> dict[str, Any]:
        level = level_of(table)
        if level.name != FREE and not confirmed:
            raise Refused("must_be_sure")
        return {"level": level.name, "published": level.published, "choices": level.choices}

    if not reason:
        raise Refused("no_reason")
    asked = Asked(key, Kind.CORRECTED, [confirmed], who, reason, round=table.round, table=table)
    return act(table.round.tournament_id, asked, do)


def _concerning(table: RoundTable, kind: Kind) -> int:
    """How many acts of a kind there are for the round of a table, or for all rounds."""
    acts = Act.objects.filter(tournament=table.round.tournament_id, kind=kind)
    return acts.filter(round=table.round).count() + acts.filter(round=None).count()
