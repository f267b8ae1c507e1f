"""The director's desk: tables of a round, clocks, chips, sheets, links of phones; draws; new tournaments and rounds."""

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from scoring.book.access.links import get_site_address
from scoring.models import GameTable
from tarockclub.kit.text import clean_text
from tarockclub.office.api.scoring.common import compute_link_key
from tarockclub.office.api.tournaments.common import FAILS, OwnRound, OwnTable, add_operations, load_numbers, perform
from tarockclub.platform.api.authentication import TO_DIRECT, TO_RULE, find_author
from tarockclub.platform.api.errors import build_input_error
from tarockclub.platform.api.operations import OwnClub, Part
from tarockclub.platform.api.schemas import Day, Done, In, Keyed, Name, Number, Out, Place, Whole, get_key
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core.actions.targets import ROUND
from tournaments.core.acts import ActionRefused, parse_content
from tournaments.core.selectors import has_been_played, load_settings
from tournaments.core.settings import CUP, SPIELGELD, has_double_round
from tournaments.core.view_helpers import find_own_round
from tournaments.hall.clock.actions import ACTIONS as CLOCK_ACTIONS
from tournaments.hall.desk.actions import TABLE_ACTIONS, CountChips
from tournaments.hall.desk.overview import OverviewRow, list_row_pending, load_rows
from tournaments.hall.draw.actions import DrawSeats, KeepApart, MendDraft, PublishDraft, SwapPlayers
from tournaments.hall.draw.history import is_hoch_dealer
from tournaments.hall.draw.late_entries import SeatLate
from tournaments.hall.draw.services import find_made_draft
from tournaments.hall.draw.values import parse_tables
from tournaments.hall.paper_sheets.actions import EnterSheet, EnterTotals
from tournaments.hall.setup import services
from tournaments.hall.setup.actions import ArchiveTournament, ChooseColumns, OpenRound, PlanRounds
from tournaments.hall.setup.contradictions import SettingsIn, merge_settings
from tournaments.hall.setup.forms import get_usual_settings
from tournaments.hall.table_cards.services import TABLES_AT_ONCE, link_tables, list_tables_between
from tournaments.models import Act, Round, RoundTable, Tournament

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
    rows = load_rows(RoundTable.objects.filter(round=round_), INSIDE)
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


draw_part = Part("draw", "Seats: drafts, and publishing one.")


class DraftTable(Out):
    """A table of a draft."""

    number: Number
    seats: list[Number] = Field(description="Start numbers in playing order.")
    high: Number = Field(description="Index of the seat that drew the highest card.")


class DraftOut(Out):
    """A draft."""

    draft: Number = Field(validation_alias="number", description="Its number, from 1 in its round.")
    way: Literal["drawn", "swapped", "typed", "standing"]
    seed: str = Field(
        description="Hexadecimal: the same seed and players give the same tables. Empty: entered by hand."
    )
    tables: list[DraftTable]


def _build_draft(round_: Round, act: Act) -> DraftOut:
    draw, number_of = find_made_draft(act), load_numbers(round_.tournament)
    tables = [
        DraftTable.read(table, number=number, seats=[number_of[seat] for seat in table.seats])
        for number, table in enumerate(parse_tables(draw, hoch_deals=is_hoch_dealer(round_.tournament)), 1)
    ]
    return DraftOut.read(draw, tables=tables)


add_operations(draw_part, DrawSeats, SwapPlayers, MendDraft, answer=_build_draft)
add_operations(draw_part, PublishDraft, SeatLate, KeepApart)


setup_part = Part("setup", "Creating tournaments, and their rounds.")
_SHEET_OF_CUP = _("The format “cup” has no house rules of its own: name them, such as zwanzigerrufen or standard.")


class TournamentDecided(Keyed):
    """The properties of a tournament."""

    name: Name
    day: Day
    settings: SettingsIn = SettingsIn()


class Made(Out):
    """A tournament that was created."""

    slug: uuid.UUID


class OpenedRound(Out):
    """A round that was opened."""

    number: Number


class Archived(Out):
    """The result of archiving."""

    deleted: bool = Field(description="Nothing had been played: the tournament is deleted.")


@setup_part.post("tournaments", door=TO_DIRECT, fails=FAILS)
def make_tournament(request: HttpRequest, club: OwnClub, body: TournamentDecided) -> Made:
    """Prepare a tournament"""
    key, name = get_key(request, body), clean_text(body.name)
    begun = body.settings.format or SPIELGELD
    if begun == CUP and body.settings.sheet is None:
        raise build_input_error("settings/sheet", "missing_field", str(_SHEET_OF_CUP))
    if not name:
        raise build_input_error("name", "missing_field")
    settings = merge_settings(body.settings, get_usual_settings(begun), club.pk)
    return Made.read(services.create_tournament(key, club, name, body.day, settings, find_author(request)))


def _build_opened(_tournament: Tournament, act: Act) -> OpenedRound:
    return OpenedRound(number=parse_content(act)["round"])


def _build_archived(tournament: Tournament, act: Act) -> Archived:
    return Archived(deleted=parse_content(act)["archived"] and not has_been_played(tournament))


add_operations(setup_part, OpenRound, answer=_build_opened)
add_operations(setup_part, PlanRounds, ChooseColumns)
add_operations(setup_part, ArchiveTournament, answer=_build_archived)
