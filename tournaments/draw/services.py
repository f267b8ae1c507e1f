"""Drafts of a draw: drawn, changed by hand, typed in; each is a row of its own and stays."""

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from django.db.models import F

from scoring.models import GameTable
from scoring.table_clock.clock import DONE, PlayTime, to_text
from tarockclub.accounts.actors import NOBODY_KNOWN, Who
from tarockclub.time_source import now
from tournaments.acts import Asked, Kind, Refused, act, said_by
from tournaments.draw.codec import made_from, tables_of, texts_of, wanted_from
from tournaments.draw.history import hoch_deals, rounds_before
from tournaments.draw.interim_standing import order_so_far
from tournaments.draw.pairing import drawn
from tournaments.draw.repair import mended
from tournaments.draw.seating_by_standing import seated_by_standing
from tournaments.draw.separations import kept_apart
from tournaments.draw.values import Table, Wanted, must_wait, sizes
from tournaments.entrants.selectors import present, start_numbers
from tournaments.models import Act, Draw, Entrant, Round, RoundTable, Tournament
from tournaments.rounds.game_tables import open_table
from tournaments.settings import LOTS, STANDING, read

SEED_LENGTH = 32  # hexadecimal digits
FEWEST, MOST = 4, 6  # at one table


def draft(round_: Round, key: str, who: Who = NOBODY_KNOWN, reason: str = "", *, by: str = LOTS) -> Draw:
    """Draw the tables of a round once more, by lot or by the standing so far (settings.LOTS, STANDING).

    Refused("round_started", "ended", "cannot_seat"); by the standing ("no_standing").
    """

    def do(row: Tournament, here: Round) -> Draw:
        players = present(here)
        if not sizes(len(players)):
            raise Refused("cannot_seat", number=len(players), wait=must_wait(len(players)))
        number = here.draws.count() + 1
        seed = seed_of(row, here, number)
        wanted = _wanted(row, here, players, seed)
        if by != STANDING:
            return _kept(row, here, Draw.Way.DRAWN, wanted, drawn(wanted), seed)
        wanted = wanted._replace(order=order_so_far(row))
        if not wanted.order:
            raise Refused("no_standing")
        return _kept(row, here, Draw.Way.STANDING, wanted, seated_by_standing(wanted), seed)

    sent = ["draw", by] if by == STANDING else ["draw"]
    return _act(round_, Asked(key, Kind.DRAFT, sent, who, reason, round=round_), do)


def swap(
    round_: Round, key: str, number: int, pair: tuple[int, int], who: Who = NOBODY_KNOWN, reason: str = ""
) -> Draw:
    """Let two players (entrants' ids) of a draft change their seats; Refused("no_draft", "not_both_seated")."""

    def do(row: Tournament, here: Round) -> Draw:
        of = draft_of(here, number)
        tables = tables_of(of, hoch_deals=hoch_deals(row))
        seated = {player for table in tables for player in table.seats}
        if pair[0] == pair[1] or not seated.issuperset(pair):
            raise Refused("not_both_seated")
        other = {pair[0]: pair[1], pair[1]: pair[0]}
        swapped = tuple(table._replace(seats=tuple(other.get(one, one) for one in table.seats)) for table in tables)
        return _kept(row, here, Draw.Way.SWAPPED, wanted_from(of.made_from, of.seed), swapped, of.seed)

    return _act(round_, Asked(key, Kind.DRAFT, ["swap", number, *pair], who, reason, round=round_), do)


def type_in(round_: Round, key: str, tables: Sequence[Table], who: Who = NOBODY_KNOWN, reason: str = "") -> Draw:
    """Keep a draw by cards (entrants' ids); Refused("round_started", "not_everybody_once", "table_size")."""

    def do(row: Tournament, here: Round) -> Draw:
        players = present(here)
        seated = [player for table in tables for player in table.seats]
        if sorted(seated) != sorted(players):
            raise Refused("not_everybody_once")
        if not all(FEWEST <= len(table.seats) <= MOST for table in tables):
            raise Refused("table_size")
        wanted = _wanted(row, here, players, "")
        return _kept(row, here, Draw.Way.TYPED, wanted, tuple(tables), "")

    sent = ["type", [list(table) for table in tables]]
    return _act(round_, Asked(key, Kind.DRAFT, sent, who, reason, round=round_), do)


def mend(round_: Round, key: str, number: int, who: Who = NOBODY_KNOWN, reason: str = "") -> Draw:
    """Mend a draft for those who play now, so that as few as possible move; Refused("no_draft", "cannot_mend")."""

    def do(row: Tournament, here: Round) -> Draw:
        of = draft_of(here, number)
        wanted = _wanted(row, here, present(here), of.seed)
        try:
            tables = mended(wanted, tables_of(of, hoch_deals=hoch_deals(row)))
        except ValueError as error:
            raise Refused("cannot_mend") from error
        if not tables:
            raise Refused("cannot_mend")
        return _kept(row, here, Draw.Way.SWAPPED, wanted, tables, of.seed)

    return _act(round_, Asked(key, Kind.DRAFT, ["mend", number], who, reason, round=round_), do)


def draft_of(round_: Round, number: int) -> Draw:
    """A draft of a round by its number; Refused("no_draft")."""
    found = Draw.objects.filter(round=round_, number=number).first()
    if found is None:
        raise Refused("no_draft")
    return found


def must_not_have_started(here: Round) -> None:
    """Refuse what changes the tables of a round that is played, or over."""
    if here.started is not None or here.closed is not None:
        raise Refused("round_started")


def seed_of(tournament: Tournament, round_: Round, number: int) -> str:
    """The seed of a draft: it follows from the tournament's own, so that nobody can choose it."""
    text = f"{tournament.seed}/{round_.number}/{number}"
    return sha256(text.encode()).hexdigest()[:SEED_LENGTH]


def _wanted(row: Tournament, here: Round, players: Sequence[int], seed: str) -> Wanted:
    """What a draw of this round is made from, as things are now."""
    first = Draw.objects.filter(round__tournament=row, round__number__lt=here.number, pk__in=_published(row))
    seeds = [one for one in first.order_by("round__number").values_list("seed", flat=True) if one]
    return Wanted(
        tuple(players),
        int(seed or "0", 16),
        rounds_before(row, here.number),
        kept_apart(row, here.number),
        int(seeds[0], 16) if seeds else 0,
        read(row.settings).rounds,
    )


def _published(row: Tournament) -> list[int]:
    return [draw for draw in row.rounds.values_list("draw", flat=True) if draw is not None]


def _kept(row: Tournament, here: Round, way: Draw.Way, wanted: Wanted, tables: tuple[Table, ...], seed: str) -> Draw:
    seating, dealers = texts_of(tables, hoch_deals=hoch_deals(row))
    return Draw.objects.create(
        round=here,
        number=here.draws.count() + 1,
        way=way,
        seed=seed,
        made_from=made_from(wanted),
        seating=seating,
        dealers=dealers,
        at=now(),
    )


def _act(round_: Round, asked: Asked, do: Callable[[Tournament, Round], Draw]) -> Draw:
    def with_round(row: Tournament) -> dict[str, Any]:
        here = Round.objects.get(pk=round_.pk)
        must_not_have_started(here)
        if row.ended is not None:
            raise Refused("ended")
        return {"draw": do(row, here).number}

    done = act(round_.tournament_id, asked, with_round)
    return Draw.objects.get(round=round_, number=said_by(done)["draw"])


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
