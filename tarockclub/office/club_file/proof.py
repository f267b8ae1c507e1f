"""The proof of a club that was just read in, before anybody sees it."""

from collections.abc import Iterable
from typing import Any

from django.apps import apps
from django.db import IntegrityError, connection
from django.db.models import Max

from scoring.book.audit import prove_books
from scoring.book.audit.chains import prove_acts
from scoring.book.audit.records import Finding
from scoring.book.table_clock import PlayTime, decode_clock, encode_clock
from scoring.models import GameTable
from tarockclub.models import Club, ClubOrigin, OriginChain
from tarockclub.office.club_file.errors import FileRefused
from tarockclub.platform.act_chain import CHAINS, Chain, name_chain
from tarockclub.platform.clubs.ownership import build_lookup

BOOK = Chain("book", "scoring.GameTable", "slug", "scoring.Entry", "table", ())  # the book of a table, as a chain
_LONGEST = 1 << 40  # milliseconds that a clock may have left
_UNPROVED = ("left_access", "left_tokens", "left_links")  # sealed with secrets that stay behind


def check_keys() -> None:
    """Refuse references to rows that are not there; the database itself would do so at the end only."""
    try:
        connection.check_constraints()
    except IntegrityError as error:
        raise FileRefused("foreign", what="") from error


def note_origin(origin: ClubOrigin) -> None:
    """Note which parts of the club's chains were made with the ids of an origin: all that is not from an older one."""
    for chain in (BOOK, *CHAINS.values()):
        acts = apps.get_model(chain.acts)
        rows: Any = acts._default_manager.filter(**{build_lookup(acts): origin.club_id}).order_by()
        lasts = dict(rows.values_list(chain.owner).annotate(last=Max("sequence")))
        for owner, name in _load_names(chain, origin.club).items():
            if chain is BOOK or owner in lasts:  # the head of a book is there before its first line
                _note_piece(origin, name, lasts.get(owner, 0))


def check_chain_names(club: Club) -> None:
    """Refuse an origin for a chain that is not one of this club: it would change the proof of others."""
    names = {name for chain in (BOOK, *CHAINS.values()) for name in _load_names(chain, club).values()}
    for name in OriginChain.objects.filter(origin__club=club).values_list("name", flat=True):
        if name not in names:
            raise FileRefused("foreign", what=name)


def _note_piece(origin: ClubOrigin, name: str, until: int) -> None:
    if not OriginChain.objects.filter(name=name, until__gte=until).exists():
        OriginChain.objects.create(origin=origin, name=name, until=until)


def prove_club(club: Club) -> None:
    """Prove all books and acts of a club; FileRefused with the first thing that is wrong."""
    tables = []
    for table, slug, clock in GameTable.objects.filter(club=club).values_list("pk", "slug", "clock"):
        _check_clock(slug.hex, clock)
        tables.append(table)
    _refuse(prove_books(tables).findings if tables else [])
    for chain in CHAINS.values():
        for owner in _load_names(chain, club):
            _refuse(finding for finding in prove_acts(chain, owner).findings if finding.code not in _UNPROVED)


def _check_clock(slug: str, clock: str) -> None:
    """Refuse a clock that pages could not read."""
    try:
        if (play_time := decode_clock(clock)) is not None:
            encode_clock(play_time)
            usual = PlayTime()
            kinds = [type(value) for value in usual[1:]]  # the first one is the end of play
            is_whole = [type(value) for value in play_time[1:]] == kinds and 0 <= play_time.left <= _LONGEST
            numbers = (*play_time.settled, *play_time.hands)
            if not is_whole or len(play_time.hands) not in (0, 3) or any(type(number) is not int for number in numbers):
                raise ValueError(clock)
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, OSError, RecursionError) as error:
        raise FileRefused("text", what=f"scoring.GameTable.clock {slug[:8]}") from error


def _load_names(chain: Chain, club: Club) -> dict[int, str]:
    """Return the names of the chains of one kind of a club, by owner."""
    model = apps.get_model(chain.owners)
    rows = model._default_manager.filter(**{"pk" if model is Club else build_lookup(model): club.pk})
    owners = rows.order_by("pk").values_list("pk", chain.identity)
    return {owner: name_chain(chain, identity) for owner, identity in owners}


def _refuse(findings: Iterable[Finding]) -> None:
    for finding in findings:
        place = "/".join(str(part) for part in (finding.table, finding.sequence) if part)
        raise FileRefused("broken", what=f"{finding.code} {place}".strip())
