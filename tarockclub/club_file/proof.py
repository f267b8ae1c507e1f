"""The proof of a club that was just read in, before anybody sees it."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models import Max

from scoring.audit.acts import prove_acts
from scoring.audit.findings import Finding
from scoring.audit.ledgers import prove_books
from scoring.models import GameTable
from tarockclub.act_chain import CHAINS, Chain, format_chain_name
from tarockclub.clubs.ownership import build_lookup
from tarockclub.club_file.errors import FileRefused
from tarockclub.models import Club, ClubOrigin, OriginChain

BOOK = "book"
_UNPROVED = "left_publication"  # sealed with a secret that stays behind


def format_book_name(table: GameTable) -> str:
    """Return the name of the chain of a table's book."""
    return f"{BOOK} {table.slug.hex}"


def note_origin(origin: ClubOrigin, tables: Iterable[GameTable] | None = None) -> None:
    """Note which parts of the club's chains were made with the ids of an origin: all that is not from an older one."""
    books = GameTable.objects.filter(club=origin.club_id).order_by("pk") if tables is None else tables
    for table in books.iterator() if isinstance(books, models.QuerySet) else books:
        _note_piece(origin, format_book_name(table), table.last_sequence)
    for chain, owner, last in _iter_chains(origin.club_id):
        _note_piece(origin, format_chain_name(chain, owner), last)


def _note_piece(origin: ClubOrigin, name: str, until: int) -> None:
    if not OriginChain.objects.filter(name=name, until__gte=until).exists():
        OriginChain.objects.create(origin=origin, name=name, until=until)


def _iter_chains(club: int) -> Iterator[tuple[Chain, int, int]]:
    for chain in CHAINS.values():
        acts: Any = apps.get_model(chain.acts)._default_manager
        rows = acts.filter(**{build_lookup(apps.get_model(chain.acts)): club}).order_by()
        for owner, last in rows.values_list(chain.owner).annotate(last=Max("sequence")).order_by(chain.owner):
            yield chain, owner, last


def prove_club(club: Club) -> None:
    """Prove all books and acts of a club; FileRefused with the first thing that is wrong."""
    tables = list(GameTable.objects.filter(club=club).values_list("pk", flat=True))
    _refuse(prove_books(tables).findings if tables else [])
    for chain in CHAINS.values():
        for owner in _list_owners(chain, club):
            _refuse(finding for finding in prove_acts(chain, owner).findings if finding.code != _UNPROVED)


def _list_owners(chain: Chain, club: Club) -> list[int]:
    model = apps.get_model(chain.owners)
    lookup = "pk" if model is Club else build_lookup(model)
    return list(model._default_manager.filter(**{lookup: club.pk}).order_by("pk").values_list("pk", flat=True))


def _refuse(findings: Iterable[Finding]) -> None:
    for finding in findings:
        place = "/".join(str(part) for part in (finding.table, finding.sequence) if part)
        raise FileRefused("broken", what=f"{finding.code} {place}".strip())
