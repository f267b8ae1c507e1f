"""The director's desk: all tables of a round, their clocks, chips, closing, sheets, links of phones."""

import uuid
from collections.abc import Sequence
from datetime import datetime

from django.http import HttpRequest
from pydantic import Field

from scoring.book.access.links import get_site_address
from scoring.models import GameTable
from tarockclub.office.api.scoring.common import compute_link_key
from tarockclub.office.api.tournaments.common import OwnRound, OwnTable, add_operations, perform
from tarockclub.platform.api.authentication import TO_DIRECT, TO_RULE, find_author
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Done, In, Keyed, Number, Out, Place, Whole, get_key
from tournaments.core.actions.targets import ROUND
from tournaments.core.acts import ActionRefused
from tournaments.core.selectors import load_settings
from tournaments.core.settings import has_double_round
from tournaments.core.view_helpers import find_own_round
from tournaments.hall.clock.actions import ACTIONS as CLOCK_ACTIONS
from tournaments.hall.desk.actions import TABLE_ACTIONS, CountChips
from tournaments.hall.desk.overview import OverviewRow, list_row_pending, load_rows
from tournaments.hall.paper_sheets.actions import EnterSheet, EnterTotals
from tournaments.hall.table_cards.services import TABLES_AT_ONCE, link_tables, list_tables_between
from tournaments.models import RoundTable

part = Part("desk", "The director's desk: tables of a round, their chips, paper sheets.")
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


class Counted(In):
    """The chips in front of a player."""

    place: Place
    cents: Whole = Field(description="Play money, in cents.")


class Count(Keyed):
    """The chips in front of everybody at a table."""

    chips: list[Counted] = Field(min_length=4, max_length=6)


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
    perform(request, here, CountChips(chips=_match_chips(here.game_table, body.chips)), body)
    return Done()


def _match_chips(table: GameTable, chips: Sequence[Counted]) -> dict[int, int]:
    """Return the chips by id of the sitting; ActionRefused("not_all_counted") where a place is missing or repeated."""
    sittings = dict(table.sittings.filter(to_deal=None).values_list("place", "pk"))
    matched = {sittings[lying.place]: lying.cents for lying in chips if lying.place in sittings}
    if len(matched) != len(chips):
        raise ActionRefused("not_all_counted")
    return matched


add_operations(part, *TABLE_ACTIONS, EnterTotals, EnterSheet)
add_operations(clock, *CLOCK_ACTIONS)


class TablesWanted(Keyed):
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

    With the key of an earlier request they are the same ones.
    """
    round_ = find_own_round(request, slug, number).round
    tables = list_tables_between(round_, body.first, body.last)
    seed = compute_link_key(request, get_key(request, body))
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
            for table in link_tables(tables, seed, find_author(request))
        ]
    )
