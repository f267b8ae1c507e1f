"""Heads on paper: the act or entry with this hash, if the chains still contain it."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.apps import apps

from scoring.book.audit.acts import list_owners
from scoring.book.audit.findings import format_finding_place, format_owner_name
from scoring.models import Entry
from tarockclub.platform.act_chain import CHAINS, format_chain_name


class HeadPlace(NamedTuple):
    """The position of a head in a chain."""

    owner: str  # as in findings: "season 0123abcd"; for a book only the beginning of its slug
    sequence: int
    at: datetime
    is_last: bool

    @property
    def name(self) -> str:
        """The act or entry, in words."""
        return format_finding_place(self.owner, self.sequence)


def parse_digits(typed: str) -> str:
    """Return the digits of a head that was typed from a paper."""
    return "".join(character for character in typed.lower() if character in "0123456789abcdef")


def list_head_places(head: str) -> Iterator[HeadPlace]:
    """Yield the acts and entries whose hash begins with these digits."""
    for chain in CHAINS.values():
        acts = apps.get_model(chain.acts)._default_manager
        for owner in list_owners(chain):
            rows = list(acts.filter(**{chain.owner: owner}).order_by("sequence").values_list("sequence", "hash", "at"))
            for sequence, digest, at in rows:
                if bytes(digest).hex().startswith(head):
                    name = format_owner_name(format_chain_name(chain, owner))
                    yield HeadPlace(name, sequence, at, sequence == rows[-1][0])
    entries = Entry.objects.order_by("table", "sequence")
    for slug, last, sequence, digest, at in entries.values_list(
        "table__slug", "table__last_sequence", "sequence", "hash", "at"
    ).iterator():
        if bytes(digest).hex().startswith(head):
            yield HeadPlace(slug.hex[:8], sequence, at, sequence == last)
