"""What changes on a table's page while people play, served to the phones that ask every second: rendered once.

Whether anything is new is one small read. The pieces themselves are kept, compressed, for as long as they are the
newest, in a shelf of few places; nothing in them is of one phone alone.
"""

import uuid
from typing import NamedTuple

from django.db import connection

from tarockclub.computer_clock import get_sign
from tarockclub.server.page_cache import PageCache
from tarockclub.server.program_version import compute_program_sign

_QUERY = (
    "SELECT t.last_sequence, (SELECT MAX(m.id) FROM scoring_mark m WHERE m.table_id = t.id), t.held, t.head, t.news"
    " FROM scoring_gametable t WHERE t.slug = %s"
)
_BYTES_OF_HEAD = 6


class PageVersion(NamedTuple):
    """How far a table's page has come."""

    sequence: int  # of its last entry
    mark: int  # the newest one
    held: int  # how often a hand came about which people decide, or was decided
    head: bytes  # of its chain: after coming back to a backup another entry may have the same number
    news: int = 0  # how often something changed beside its book: clock, rulings, names

    def tag(self, language: str, *, writes: bool) -> str:
        """The name of what a phone is shown: another one where anything is different."""
        entry = f"{self.sequence}-{self.head[:_BYTES_OF_HEAD].hex()}"
        seen = f"{self.mark}.{self.held}.{self.news}"
        return f'"{entry}.{seen}.{language}.{"w" if writes else "r"}.{compute_program_sign()}{get_sign()}"'


def load_page_version(slug: uuid.UUID) -> PageVersion | None:
    """How far the table of an address is; None where there is none."""
    with connection.cursor() as cursor:
        cursor.execute(_QUERY, [slug if connection.features.has_native_uuid_field else slug.hex])
        row = cursor.fetchone()
    return None if row is None else PageVersion(row[0], row[1] or 0, row[2], bytes(row[3]), row[4])


PAGE_CACHE = PageCache()
