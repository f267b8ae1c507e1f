"""A head from a paper: the act or entry that it is the hash of, if the chains still hold it."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS

from scoring.audit.acts import list_owners
from scoring.audit.findings import format_place
from scoring.models import Entry
from tarockclub.act_chain import CHAINS, format_chain_name


class HeadPlace(NamedTuple):
    """Where a head stands in a chain."""

    owner: str  # as findings name it: "season 0123abcd"; the beginning of its slug alone for a book
    sequence: int
    at: datetime
    is_last: bool

    @property
    def name(self) -> str:
        """Which act or entry it is, for people."""
        return format_place(self.owner, self.sequence)


def parse_digits(typed: str) -> str:
    """The digits of a head as somebody types it from a paper."""
    return "".join(sign for sign in typed.lower() if sign in "0123456789abcdef")


def list_head_places(head: str, using: str = DEFAULT_DB_ALIAS) -> Iterator[HeadPlace]:
    """The acts and entries whose hash begins with these digits."""
    for chain in CHAINS.values():
        acts = apps.get_model(chain.acts)._default_manager.using(using)
        for owner in list_owners(chain, using):
            rows = list(acts.filter(**{chain.owner: owner}).order_by("sequence").values_list("sequence", "hash", "at"))
            for sequence, digest, at in rows:
                if bytes(digest).hex().startswith(head):
                    kind, name = format_chain_name(chain, owner, using).split()
                    yield HeadPlace(f"{kind} {name[:8]}", sequence, at, sequence == rows[-1][0])
    entries = Entry.objects.using(using).order_by("table", "sequence")
    for slug, last, sequence, digest, at in entries.values_list(
        "table__slug", "table__last_sequence", "sequence", "hash", "at"
    ).iterator():
        if bytes(digest).hex().startswith(head):
            yield HeadPlace(slug.hex[:8], sequence, at, sequence == last)
