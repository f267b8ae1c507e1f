"""The director's desk: all tables of a round, their clocks, chips, closing, late hands, sheets, links of phones."""

import uuid
from datetime import datetime

from django.http import HttpRequest
from pydantic import Field

from scoring.book.access.qr_cards import get_site_address
from tarockclub.kit.words import get_current_language
from tarockclub.office.api.scoring.common import compute_link_key
from tarockclub.office.api.tournaments.chips import Lying, match_chips
from tarockclub.office.api.tournaments.common import OwnRound, OwnTable, add_operations, perform
from tarockclub.platform.api.authentication import TO_DIRECT, TO_RULE, find_author
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import (
    Done,
    Keyed,
    MayBeKeyed,
    Number,
    Out,
    Reason,
    Whole,
    get_optional_key,
)
from tournaments.core.actions.targets import ROUND
from tournaments.core.selectors import load_settings
from tournaments.core.settings import has_double_round
from tournaments.core.view_helpers import find_own_round
from tournaments.hall.clock.actions import ACTIONS as CLOCK_ACTIONS
from tournaments.hall.desk.actions import TABLE_ACTIONS, CountChips
from tournaments.hall.desk.late_actions import DecideLateHand
from tournaments.hall.desk.late_hands import LateHand, load_round_late_hands
from tournaments.hall.desk.overview import OverviewRow, load_rows
from tournaments.hall.desk.pending import list_row_pending
from tournaments.hall.paper_sheets.actions import EnterSheet, EnterTotals
from tournaments.hall.table_cards.services import TABLES_AT_ONCE, link_tables, list_tables_between
from tournaments.models import RoundTable

part = Part("desk", "The director's desk: tables of a round, late hands, paper sheets.")
clock = Part("clock", "The clock of a round and of each of its tables.")
links = Part("links", "Links with which phones enter hands at the tables of a round, or watch.")


class OpenAt(Out):
    """A matter still open at a table."""

    code: str
    many: Number = Field(validation_alias="number")


class DeskTable(Out):
    """A table of a round as the director sees it."""

    number: Number
    slug: uuid.UUID = Field(description="Id of the table: its own operations are below tables/{slug}.")
    names: list[str]
    missing: Number = Field(validation_alias="gone", description="Number of players who have left or did not come.")
    hands: Number
    double_hands: Number = Field(validation_alias="doubles")
    last_hand: datetime | None = Field(validation_alias="last")
    clock: str = Field(description="State of its clock: before, runs, paused, referee, up, done …")
    left: Number = Field(description="Milliseconds left; 0 without a time limit.")
    referee_called: datetime | None = Field(validation_alias="called")
    disputed: Number
    late: Number = Field(description="Hands that came after the time, for the director to decide.")
    held: Number = Field(description="Hands for the players to decide.")
    counted: bool
    differs: bool
    done: datetime | None
    counts: bool
    open: list[OpenAt]


class DeskOut(Out):
    """All tables of a round."""

    tables: list[DeskTable]


class Counted(Lying):
    """The chips in front of a player."""


class Count(Keyed):
    """The chips in front of everybody at a table."""

    chips: list[Counted] = Field(min_length=4, max_length=6)


class LateAmount(Out):
    """The amount a late hand would pay to a player."""

    name: str
    money: Whole = Field(description="Sixths of a point.")


class SameHandOut(Out):
    """The hand in the book that is most similar to a late one."""

    number: Number = Field(description="Number of the hand as on paper.")
    line: Number
    words: str
    is_equal: bool = Field(description="Everything entered is the same; otherwise only game and declarer.")


class LateHandOut(Out):
    """A hand waiting for the director."""

    table: Number
    key: str
    words: str = Field(description="Who played what and how it ended.")
    remark: str
    entered: datetime
    came: datetime
    phase: str
    formula: str
    amounts: list[LateAmount] = Field(
        description="Its payout at the place where it was played; empty: it is impossible."
    )
    problems: list[str] = Field(description="The reason why it is impossible.")
    same: SameHandOut | None = Field(description="The hand in the book that is most similar to it.")


class LateHandsOut(Out):
    """The hands of a round that are waiting for the director."""

    hands: list[LateHandOut]


@part.get("desk", door=TO_RULE)
def read_desk(request: HttpRequest, round_: OwnRound) -> DeskOut:
    """List all tables of a round, with everything still open at each."""
    double = has_double_round(load_settings(round_.tournament), round_.number)
    rows = load_rows(RoundTable.objects.filter(round=round_))
    return DeskOut(tables=[_build_table(row, double=double) for row in rows])


def _build_table(row: OverviewRow, *, double: bool) -> DeskTable:
    face = row.face
    return DeskTable.read(row, clock=face.state, left=face.left, open=list_row_pending(row, double=double))


@part.post("chips", door=TO_DIRECT)
def count_chips_at(request: HttpRequest, here: OwnTable, body: Count) -> Done:
    """Record the chips of everybody at a table."""
    perform(request, here, CountChips(chips=match_chips(here.game_table, body.chips)), body)
    return Done()


add_operations(part, *TABLE_ACTIONS)


@part.get("late-hands", door=TO_RULE)
def list_late_hands(request: HttpRequest, round_: OwnRound) -> LateHandsOut:
    """List the hands that were entered in time and arrived when the time was up."""
    return LateHandsOut(
        hands=[
            _build_late_hand(hand, at.table.number)
            for at in load_round_late_hands(round_, get_current_language())
            for hand in at.late
        ]
    )


def _build_late_hand(late: LateHand, table: int) -> LateHandOut:
    amounts = [LateAmount(name=name, money=sixths) for name, sixths in late.amounts]
    return LateHandOut.read(late, table=table, amounts=amounts)


add_operations(part, DecideLateHand, EnterTotals, EnterSheet)


class ClockWithReason(Keyed):
    """A reason."""

    reason: Reason = ""


add_operations(clock, *CLOCK_ACTIONS, with_reason=ClockWithReason)


class TablesWanted(MayBeKeyed):
    """The tables for which links are created."""

    first: int = Field(default=1, ge=1, le=9999)
    last: int = Field(default=TABLES_AT_ONCE, ge=1, le=9999, description=f"At most {TABLES_AT_ONCE} at once.")


class TableLinkOut(Out):
    """The card of a table."""

    table: Number
    slug: uuid.UUID
    players: list[str]
    secret: str = Field(description="Authorization: Bearer …; returned only once.")
    write: str = Field(description="The address for entering hands, as other devices reach it.")
    watch: str = Field(description="The address for watching.")


class TableLinksOut(Out):
    """A new link for each table; earlier ones remain valid."""

    tables: list[TableLinkOut]


@links.post(f"{ROUND.path}/links", door=TO_DIRECT)
def make_table_links(request: HttpRequest, slug: uuid.UUID, number: Number, body: TablesWanted) -> TableLinksOut:
    """Create new links for the tables of a round

    With the key of an earlier request they are the same ones; without a key, or with another, new ones.
    """
    found = find_own_round(request, slug, number)
    key = get_optional_key(request, body)
    site = get_site_address(request)
    return TableLinksOut(
        tables=[
            TableLinkOut.read(
                table,
                table=table.table.number,
                slug=table.table.game_table.slug,
                write=f"{site}{table.to_write}",
                watch=f"{site}{table.to_watch}",
            )
            for table in link_tables(
                list_tables_between(found.round, body.first, body.last),
                compute_link_key(request, key),
                find_author(request),
            )
        ]
    )
