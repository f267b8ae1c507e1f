"""Two books of one table, or two chains of acts: the same, one continues the other, or both went on differently."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from enum import Enum
from typing import Any, NamedTuple

from django.apps import apps
from django.db.models import Max

from tarockclub.models import Club
from tarockclub.office.club_file.reader import ClubFile
from tarockclub.platform.act_chain import CHAINS, Chain
from tarockclub.platform.clubs.ownership import build_lookup


class Status(Enum):
    """The relation of a chain in the file to the one here."""

    NEW = "new"  # only the file has it
    SAME = "same"
    LONGER = "longer"  # the file continues the one here
    SHORTER = "shorter"  # it goes on here
    FORKED = "forked"  # both went on, differently


class End(NamedTuple):
    """The end of a chain."""

    sequence: int
    hash: str  # hexadecimal
    at: datetime | None


NOTHING = End(0, "", None)
BOOK = Chain("book", "scoring.GameTable", "slug", "scoring.Entry", "table", ())  # the book of a table, as a chain


class Compared(NamedTuple):
    """A chain of an owner in the file, compared with the one here."""

    status: Status
    there: End
    here: End


def list_continued_chains() -> list[Chain]:
    """Return the kinds of chains that a merge continues: books and acts of tables, tournaments, seasons, sheets."""
    return [BOOK, *(chain for name, chain in CHAINS.items() if name not in ("club", "log"))]  # both sides write these


def compare_chains(file: ClubFile, chain: Chain, known: Mapping[int, int], club: Club) -> dict[int, Compared]:
    """Compare the chains of owners that are on both sides (`known`: ids there and here), by the id there."""
    here = _load_ends(chain, club)
    there: dict[int, End] = {}
    meeting: set[int] = set()  # whose link with the last number of here is the same
    for owner, end in _iter_links(file, chain):
        if owner not in known:
            continue
        if end.sequence > there.get(owner, NOTHING).sequence:
            there[owner] = end
        last = here.get(known[owner], NOTHING)
        if end[:2] == last[:2]:
            meeting.add(owner)
    return {
        owner: _compare(chain, key, there.get(owner, NOTHING), here.get(key, NOTHING), is_meeting=owner in meeting)
        for owner, key in known.items()
    }


def _compare(chain: Chain, key: int, there: End, here: End, *, is_meeting: bool) -> Compared:
    if there.sequence == here.sequence:
        return Compared(Status.SAME if there.hash == here.hash else Status.FORKED, there, here)
    if there.sequence > here.sequence:
        fits = is_meeting or not here.sequence
        return Compared(Status.LONGER if fits else Status.FORKED, there, here)
    rows = apps.get_model(chain.acts)._default_manager
    met = rows.filter(**{chain.owner: key}, sequence=there.sequence).values_list("hash", flat=True).first()
    fits = not there.sequence or (met is not None and bytes(met).hex() == there.hash)
    return Compared(Status.SHORTER if fits else Status.FORKED, there, here)


def _load_ends(chain: Chain, club: Club) -> dict[int, End]:
    """Return the ends of the chains of a club here, by owner."""
    model = apps.get_model(chain.acts)
    rows: Any = model._default_manager.filter(**{build_lookup(model): club}).order_by()
    lasts = dict(rows.values_list(chain.owner).annotate(last=Max("sequence")))
    ends: dict[int, End] = {}
    for owner, last in lasts.items():
        hash_, at = rows.values_list("hash", "at").get(**{chain.owner: owner}, sequence=last)
        ends[owner] = End(last, bytes(hash_).hex(), at)
    return ends


def _iter_links(file: ClubFile, chain: Chain) -> Iterator[tuple[int, End]]:
    model = apps.get_model(chain.acts)
    for owner, sequence, hash_, at in file.iter_columns(model, chain.owner, "sequence", "hash", "at"):
        yield owner, End(sequence, hash_.hex(), at)


def join(statuses: Iterable[Status]) -> Status:
    """Return the relation of an owner with several chains."""
    some = set(statuses) - {Status.SAME}
    if len(some) > 1:
        return Status.FORKED
    return some.pop() if some else Status.SAME
