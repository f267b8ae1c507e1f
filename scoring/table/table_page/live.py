"""The parts of a table's page that change while people play, for the phones that poll every second: rendered once.

One small query shows if anything is new. The rendered parts are cached, compressed, while they are the newest, in a
cache of few entries; nothing in them is specific to one phone.
"""

import uuid
from typing import NamedTuple

from django.db import connection

from tarockclub.kit.computer_clock import get_sign
from tarockclub.platform.server.installation import compute_program_sign
from tarockclub.platform.server.page_cache import PageCache

_QUERY = (
    "SELECT t.last_sequence, (SELECT MAX(m.id) FROM scoring_mark m WHERE m.table_id = t.id), t.held, t.head, t.news"
    " FROM scoring_gametable t WHERE t.slug = %s"
)
_BYTES_OF_HEAD = 6


class PageVersion(NamedTuple):
    """The version of a table's page."""

    sequence: int  # of its last entry
    mark: int  # the id of the newest one
    held: int  # a counter of the hands that were held or decided
    head: bytes  # of its chain: after a restored backup another entry may have the same number
    news: int = 0  # a counter of other changes: clock, rulings, names

    def build_tag(self, language: str, *, writes: bool, inside: bool = False) -> str:
        """Return the ETag of what a phone displays: it differs if anything is different."""
        entry = f"{self.sequence}-{self.head[:_BYTES_OF_HEAD].hex()}"
        versions = f"{self.mark}.{self.held}.{self.news}"
        reader = "w" if writes else "i" if inside else "r"
        return f'"{entry}.{versions}.{language}.{reader}.{compute_program_sign()}{get_sign()}"'


def load_page_version(slug: uuid.UUID) -> PageVersion | None:
    """Return the page version of the table of an address; None if there is no such table."""
    with connection.cursor() as cursor:
        cursor.execute(_QUERY, [slug if connection.features.has_native_uuid_field else slug.hex])
        row = cursor.fetchone()
    return None if row is None else PageVersion(row[0], row[1] or 0, row[2], bytes(row[3]), row[4])


PAGE_CACHE = PageCache()
