"""Publishing a draw: the tables are laid; another one before the start lays only those anew that are not the same."""

import json
from datetime import UTC, datetime
from typing import Any

from django.db.models import F

from scoring.ledger.entries import NOBODY_KNOWN, Who
from scoring.models import GameTable
from scoring.table_clock.clock import DONE, PlayTime, to_text
from tournaments.acts import Asked, Kind, Refused, act
from tournaments.draw.services import draft_of, must_not_have_started
from tournaments.entrants.selectors import present, start_numbers
from tournaments.models import Act, Draw, Entrant, Round, RoundTable, Tournament
from tournaments.rounds.game_tables import open_table

# What may be done at a table whose round has started, and falls back to its draw before a hand is entered.
_OF_A_START = (Kind.SUBSTITUTE, Kind.EXTEND, Kind.TIME_UP, Kind.HALT, Kind.GO_ON, Kind.CALLED, Kind.UNDONE)
_NEVER = datetime.fromtimestamp(0, UTC)  # no hand was entered before that
Laid = tuple[list[int], int]  # entrants' ids in playing order, the place of the first dealer


def publish(
    round_: Round, key: str, number: int, who: Who = NOBODY_KNOWN, reason: str = "", *, without: bool = False
) -> Act:
    """Publish a draft (by its number), in one go; one that replaces another needs a reason.

    Refused("round_started", "ended", "no_draft", "no_reason"); with start numbers Refused("somebody_gone"): who is in
    the draft and does not play any more, and Refused("not_in_draft"): who plays and is not in it, unless they are to
    be seated later (`without`).
    """

    def do(row: Tournament) -> dict[str, Any]:
        here = Round.objects.select_related("draw").get(pk=round_.pk)
        must_not_have_started(here)
        if row.ended is not None:
            raise Refused("ended")
        draw = draft_of(here, number)
        if here.draw_id is not None and not reason.strip():
            raise Refused("no_reason")
        _must_all_be_here(here, draw, without=without)
        kept, laid = lay_instead(row, here, draw)
        return {"draw": number, "tables": kept + laid, "laid": laid}

    return act(round_.tournament_id, Asked(key, Kind.PUBLISHED_DRAW, [number, without], who, reason, round=round_), do)


def lay_instead(row: Tournament, here: Round, draw: Draw | None) -> tuple[int, int]:
    """Lay the tables of a draw, or none, instead of those that are laid, within an act: how many stay, and are new."""
    kept = _taken_away(here, draw)
    laid = _lay(row, here, draw, kept)
    here.draw = draw
    here.save(update_fields=["draw"])
    return len(kept), laid


def must_be_replaceable(here: Round, draw: Draw | None) -> None:
    """Refuse what `lay_instead` refuses, and write nothing; Refused("round_started", "tables_written")."""
    _to_be_taken_away(here, draw)


def _must_all_be_here(here: Round, draw: Draw, *, without: bool) -> None:
    drawn, there = {player for table in json.loads(draw.seating) for player in table}, set(present(here))
    for code, some in (("somebody_gone", drawn - there), ("not_in_draft", set() if without else there - drawn)):
        if some:
            raise Refused(code, numbers=start_numbers(some))


def _taken_away(here: Round, draw: Draw | None) -> set[int]:
    """Take the tables away that another draw had laid, and return the numbers of those that stay as they are.

    A game table that nobody plays at stays for good, as everything that was made; its clock takes no hand, and no hand
    that comes late waits there for a director who does not see it: it stays on its phone.
    """
    same, away = _to_be_taken_away(here, draw)
    games = GameTable.objects.filter(pk__in=[one.game_table_id for one in away])
    games.update(clock=to_text(PlayTime(ends=_NEVER, stands=DONE)), news=F("news") + 1)
    RoundTable.objects.filter(pk__in=[one.pk for one in away], acts=None).delete()  # of the others new ones are laid
    return same


def _to_be_taken_away(here: Round, draw: Draw | None) -> tuple[set[int], list[RoundTable]]:
    """The numbers of the tables that stay for a draw, and the tables that do not."""
    old, new = _tables(here.draw), _tables(draw)
    tables = RoundTable.objects.filter(round=here).select_related("game_table")
    same = {one.number for one in tables if old.get(one.number) == new.get(one.number) and _untouched(one)}
    away = [one for one in tables if one.number not in same]
    if any(one.done or one.called for one in away):
        raise Refused("round_started")
    acts = Act.objects.filter(table__in=away).exclude(kind__in=_OF_A_START, table__number__in=new)
    acts = acts.order_by("table__number")
    if written := list(dict.fromkeys(acts.values_list("table__number", flat=True))):
        raise Refused("tables_written", numbers=", ".join(map(str, written)))
    return same, away


def _untouched(table: RoundTable) -> bool:
    return table.game_table.last_sequence == 0


def _tables(draw: Draw | None) -> dict[int, Laid]:
    if draw is None:
        return {}
    seated = zip(json.loads(draw.seating), json.loads(draw.dealers), strict=True)
    return {number: (table, dealer) for number, (table, dealer) in enumerate(seated, 1)}


def _lay(row: Tournament, here: Round, draw: Draw | None, kept: set[int]) -> int:
    """Lay the tables that are not there yet, or are there no more than by what was done at them; how many."""
    persons = dict(Entrant.objects.filter(tournament=row).values_list("pk", "person"))
    new = {number: laid for number, laid in _tables(draw).items() if number not in kept}
    there = {one.number: one for one in RoundTable.objects.filter(round=here)}
    for number, (table, dealer) in new.items():
        open_table(row, here, number, [persons[entrant] for entrant in table], dealer, instead=there.get(number))
    return len(new)
