"""Chips: those of all tables of a round for the director, and those of a table by its own phones."""

import uuid
from collections.abc import Sequence
from typing import Annotated

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from pydantic import Field

from scoring.models import GameTable
from tarockclub.office.api.scoring.common import WRITER, find_table_actor
from tarockclub.office.api.tournaments.common import FAILS, OwnRound
from tarockclub.platform.api.authentication import TO_DIRECT, find_author
from tarockclub.platform.api.operations import OperationSubject, Part
from tarockclub.platform.api.schemas import Done, In, Keyed, KeyOnly, Number, Out, Place, Whole, get_key
from tournaments.core.acts import ActionRefused
from tournaments.core.selectors import load_settings
from tournaments.hall.desk import services
from tournaments.hall.desk.actions import CountChips
from tournaments.hall.desk.chips_page import ChipTally, load_tallies
from tournaments.hall.desk.pending import format_pending
from tournaments.hall.desk.services import CloseResult, agree
from tournaments.models import RoundTable


def _find_table(_request: HttpRequest, slug: uuid.UUID) -> RoundTable:
    tables = RoundTable.objects.select_related("round__tournament", "game_table__sheet_version")
    return get_object_or_404(tables, game_table__slug=slug)


PhoneTable = Annotated[RoundTable, OperationSubject("tables/{uuid:slug}", {"slug": uuid.UUID}, _find_table, FAILS)]
part = Part("chips", "Chips, counted by the phones of a table or by the director, and closing tables.")


class ChipsOf(Out):
    """The chips of a player; play money in cents."""

    place: Place
    name: str
    computed: Whole
    counted: Whole | None = Field(description="Null: not since the last entry of the book.")


class TableChips(Out):
    """The chips of a table, and who has counted them."""

    table: Number
    sequence: Number = Field(description="Sequence number of the last entry of its book: `seen` of a count.")
    players: list[ChipsOf]
    at_end: bool = Field(
        validation_alias="is_at_end",
        description="It has finished playing; a hand in play when the gong sounded may still come.",
    )
    counted: bool
    differs: bool
    confirmed: bool = Field(
        validation_alias="is_confirmed", description="The director has counted, or two phones of the table agree."
    )
    stale: bool = Field(
        validation_alias="is_stale", description="Chips were counted, and something has been entered or changed since."
    )
    done: bool
    open: list[str] = Field(description="Everything still open there, one sentence each.")


class RoundChips(Out):
    """The chips of all tables of a round."""

    tables: list[TableChips]


class Compared(In):
    """A table whose chips match the computed amounts."""

    table: Number
    seen: Number = Field(description="`sequence` of the state that was compared.")


class Agreeing(Keyed):
    """Tables whose chips match the computed amounts."""

    tables: list[Compared] = Field(min_length=1, max_length=300)


class LeftOpen(Out):
    """A table that stays open."""

    table: Number
    code: str
    message: str


class ClosedTables(Out):
    """The tables that were closed, and those that were not."""

    closed: list[Number]
    left: list[LeftOpen]


class Lying(In):
    """The chips in front of a player."""

    place: Place
    cents: Whole = Field(description="Play money, in cents.")


class SaidByTable(Keyed):
    """A count of the chips by a phone of the table."""

    seen: Number = Field(description="`sequence` of the state that was compared.")
    chips: list[Lying] = Field(min_length=4, max_length=6)


@part.get("chips", door=TO_DIRECT)
def list_chips(request: HttpRequest, round_: OwnRound) -> RoundChips:
    """List the chips of all tables of a round: computed, counted, and by whom."""
    return RoundChips(
        tables=[_build_table_chips(tally) for tally in load_tallies(round_, load_settings(round_.tournament))]
    )


@part.post("chips/agree", door=TO_DIRECT)
def agree_chips(request: HttpRequest, round_: OwnRound, body: Agreeing) -> ClosedTables:
    """Confirm that the chips of tables are right; those with nothing open are closed at the same time."""
    key = get_key(request, body)
    return _build_closed_tables(
        agree(round_, key, {table.table: table.seen for table in body.tables}, find_author(request))
    )


@part.post("close-finished", door=TO_DIRECT)
def close_finished_tables(request: HttpRequest, round_: OwnRound, body: KeyOnly) -> ClosedTables:
    """Close all tables that have finished playing and whose chips are right."""
    key = get_key(request, body)
    return _build_closed_tables(services.close_finished(round_, key, find_author(request)))


@part.get("chips", door=WRITER)
def read_table_chips(request: HttpRequest, here: PhoneTable) -> TableChips:
    """Return the chips of a table, for its own phones."""
    tallies = load_tallies(here.round, load_settings(here.round.tournament), only=here.pk)
    return _build_table_chips(tallies[0])


@part.post("chips", door=WRITER)
def say_chips(request: HttpRequest, here: PhoneTable, body: SaidByTable) -> Done:
    """Submit the chips of the players of a table that has finished playing

    A second phone that submits the same (another `X-Device`) confirms it. Neither closes the table.
    """
    wanted = CountChips(chips=match_chips(here.game_table, body.chips), seen=body.seen, by_table=True)
    wanted.perform(here, get_key(request, body), find_table_actor(request))
    return Done()


def match_chips(table: GameTable, chips: Sequence[Lying]) -> dict[int, int]:
    """Return the chips by id of the sitting; ActionRefused("not_all_counted") where a place is missing or repeated."""
    sittings = dict(table.sittings.filter(to_deal=None).values_list("place", "pk"))
    matched = {sittings[lying.place]: lying.cents for lying in chips if lying.place in sittings}
    if len(matched) != len(chips):
        raise ActionRefused("not_all_counted")
    return matched


def _build_table_chips(tally: ChipTally) -> TableChips:
    row = tally.row
    return TableChips.read(
        row, table=row.number, sequence=tally.seen, players=tally.players, done=not row.is_open, open=tally.pending
    )


def _build_closed_tables(done: CloseResult) -> ClosedTables:
    left = [LeftOpen.read(why, table=table, message=format_pending([why])[0]) for table, why in done.left]
    return ClosedTables(closed=list(done.closed), left=left)
