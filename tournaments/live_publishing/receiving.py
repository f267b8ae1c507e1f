"""The pages that a laptop sends: all of a message at once, never older ones over newer ones."""

import hashlib
import json
import uuid
from collections.abc import Mapping
from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, Sum

from tarockclub.accounts.actors import Actor
from tarockclub.accounts.club_log import Kind, record_event
from tarockclub.models import Club, ReceivedPage, ReceivedPiece, ReceivedSite
from tarockclub.time_source import now

MOST_SITES = 200  # of a club
MOST_PAGES = 4000  # of a site
MOST_BYTES = 40_000_000  # of a site, packed
MOST_MISSING = 400  # digests in an answer
STATE_SHOWN, STATE_WAITING, STATE_OLDER, STATE_ENDED = "shown", "waiting", "older", "ended"
_BATCH = 200


class TooMuch(Exception):  # noqa: N818 -- no error of the program, but an answer
    """A club has as many sites, or a site as many bytes, as it may have."""


class Offer(NamedTuple):
    """The pages of a site, as a message of its laptop says."""

    thing: uuid.UUID
    kind: str
    name: str
    sequence: int
    is_live: bool
    pages: Mapping[str, str]  # digests by paths


class Outcome(NamedTuple):
    """The outcome of a message."""

    state: str
    sequence: int = 0  # of the newest message that counts
    missing: tuple[str, ...] = ()  # digests that are to be sent first
    slug: uuid.UUID | None = None  # of the site's address


def compute_sign(pages: Mapping[str, str]) -> str:
    """Return one digest for all pages."""
    return hashlib.sha256(json.dumps(pages, sort_keys=True).encode()).hexdigest()


def _lock_site(club: Club, thing: uuid.UUID) -> ReceivedSite | None:
    return ReceivedSite.objects.select_for_update(no_key=True).filter(club=club, thing=thing).first()


@transaction.atomic
def take_offer(club: Club, offer: Offer) -> Outcome:
    """Show the pages of a message if all their content is here, else say what is missing; repeating it is harmless."""
    site = _lock_site(club, offer.thing) or _create_site(club, offer)
    if site.ended is not None:
        return Outcome(STATE_ENDED, site.sequence)
    _must_have_room(site)
    sign = compute_sign(offer.pages)
    if offer.sequence < site.sequence or (offer.sequence == site.sequence and sign != site.sign):
        return Outcome(STATE_OLDER, site.sequence)
    if offer.sequence > site.sequence:
        wanted = set(offer.pages.values())
        known = dict(ReceivedPiece.objects.filter(site=site).values_list("digest", "pk"))
        missing = sorted(wanted - known.keys())
        if missing:
            return Outcome(STATE_WAITING, site.sequence, tuple(missing[:MOST_MISSING]))
        _replace_pages(site, {path: known[digest] for path, digest in offer.pages.items()})
        _delete_pieces([pk for digest, pk in known.items() if digest not in wanted])
    site.kind, site.name, site.sequence, site.sign = offer.kind, offer.name, offer.sequence, sign
    site.is_live, site.stand = offer.is_live, now()
    site.save()
    return Outcome(STATE_SHOWN, site.sequence, slug=site.slug)


def _create_site(club: Club, offer: Offer) -> ReceivedSite:
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    row = {"kind": offer.kind, "name": offer.name}
    return ReceivedSite.objects.get_or_create(club=club, thing=offer.thing, defaults=row)[0]


def _must_have_room(site: ReceivedSite) -> None:
    """Raise TooMuch for a site that is not shown yet if the club has enough that are, or may be soon."""
    if site.stand is not None:
        return
    is_coming = Q(sequence=0, ended=None) | Exists(ReceivedPiece.objects.filter(site=OuterRef("pk")))
    others = ReceivedSite.objects.filter(is_coming | Q(stand__isnull=False), club=site.club_id).exclude(pk=site.pk)
    if others.count() >= MOST_SITES:
        raise TooMuch


def _replace_pages(site: ReceivedSite, wanted: Mapping[str, int]) -> None:
    """Make the pages of a site those that are wanted; what stays is not touched."""
    known = {page.path: page for page in ReceivedPage.objects.filter(site=site)}
    gone = [page.pk for path, page in known.items() if path not in wanted]
    for start in range(0, len(gone), _BATCH):
        ReceivedPage.objects.filter(pk__in=gone[start : start + _BATCH]).delete()
    changed = []
    for path, piece in wanted.items():
        page = known.get(path)
        if page is not None and page.piece_id != piece:
            page.piece_id = piece
            changed.append(page)
    ReceivedPage.objects.bulk_update(changed, ["piece"], batch_size=_BATCH)
    new = [ReceivedPage(site=site, path=path, piece_id=pk) for path, pk in wanted.items() if path not in known]
    ReceivedPage.objects.bulk_create(new, batch_size=_BATCH)


def _delete_pieces(pieces: list[int]) -> None:
    for start in range(0, len(pieces), _BATCH):
        ReceivedPiece.objects.filter(pk__in=pieces[start : start + _BATCH]).delete()


@transaction.atomic
def store_pieces(club: Club, thing: uuid.UUID, pieces: Mapping[str, bytes]) -> int | None:
    """Store contents that are not here yet; return how many, or None if there is no such site, or none any more."""
    site = _lock_site(club, thing)
    if site is None or site.ended is not None:
        return None
    _must_have_room(site)
    known = set(ReceivedPiece.objects.filter(site=site, digest__in=list(pieces)).values_list("digest", flat=True))
    new = {digest: content for digest, content in pieces.items() if digest not in known}
    counted = ReceivedPiece.objects.filter(site=site)
    size = counted.aggregate(size=Sum("size"))["size"] or 0
    if size + sum(map(len, new.values())) > MOST_BYTES or counted.count() + len(new) > 2 * MOST_PAGES:
        raise TooMuch
    rows = [ReceivedPiece(site=site, digest=name, content=content, size=len(content)) for name, content in new.items()]
    ReceivedPiece.objects.bulk_create(rows, batch_size=_BATCH)
    return len(new)


@transaction.atomic
def take_beat(club: Club, thing: uuid.UUID, sequence: int, *, is_live: bool) -> Outcome:
    """Note that the pages of a message are still those of the inn."""
    site = _lock_site(club, thing)
    if site is None or site.ended is not None:
        return Outcome(STATE_ENDED if site is not None else STATE_OLDER, 0)
    if site.sequence != sequence or site.stand is None:
        return Outcome(STATE_OLDER, site.sequence)
    site.stand, site.is_live = now(), is_live
    site.save(update_fields=["stand", "is_live"])
    return Outcome(STATE_SHOWN, sequence, slug=site.slug)


@transaction.atomic
def withdraw_site(club: Club, thing: uuid.UUID, sequence: int) -> Outcome:
    """Delete the pages of a site whose laptop no longer shows them; a later message shows new ones."""
    site = _lock_site(club, thing)
    if site is None:
        return Outcome(STATE_ENDED, sequence)
    if sequence < site.sequence or (sequence == site.sequence and site.stand is not None):
        return Outcome(STATE_OLDER, site.sequence)
    site.sequence = sequence
    _clear_site(site)
    return Outcome(STATE_ENDED, sequence)


def _clear_site(site: ReceivedSite) -> None:
    site.pages.all().delete()
    site.pieces.all().delete()
    site.stand, site.sign, site.is_live = None, "", False
    site.save()


@transaction.atomic
def take_off(club: Club, slug: uuid.UUID, who: Actor) -> bool:
    """Delete the pages of a site here, and accept nothing more for it; return whether there is such a site."""
    site = ReceivedSite.objects.select_for_update(no_key=True).filter(club=club, slug=slug).first()
    if site is None:
        return False
    if site.ended is None:
        site.ended = now()
        _clear_site(site)
        record_event(club.pk, Kind.TAKEN_OFF, who, site=site.pk)
    return True


@transaction.atomic
def accept_again(club: Club, slug: uuid.UUID, who: Actor) -> bool:
    """Accept pages for a site again; return whether there is such a site."""
    site = ReceivedSite.objects.select_for_update(no_key=True).filter(club=club, slug=slug).first()
    if site is None:
        return False
    if site.ended is not None:
        site.ended = None
        site.save(update_fields=["ended"])
        record_event(club.pk, Kind.TAKEN_OFF, who, site=site.pk, again=True)
    return True
