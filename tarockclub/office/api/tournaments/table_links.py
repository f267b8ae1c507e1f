"""Links with which phones enter hands at the tables of a round, or watch."""

import uuid

from django.http import HttpRequest
from pydantic import Field

from scoring.book.access.qr_cards import get_site_address
from tarockclub.office.api.scoring.common import compute_link_key
from tarockclub.platform.api.authentication import TO_DIRECT, find_author
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import MayBeKeyed, Number, Out, get_optional_key
from tournaments.core.view_helpers import find_own_round
from tournaments.hall.table_cards.services import TABLES_AT_ONCE, link_tables, list_tables_between

part = Part("links", "Links with which phones enter hands at the tables of a round, or watch.")
_ROUND = "tournaments/{uuid:slug}/rounds/{int:number}"


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


@part.post(f"{_ROUND}/links", door=TO_DIRECT)
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
