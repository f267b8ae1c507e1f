"""Tournaments and seasons that a laptop sends: all of a message at once, never older things over newer ones."""

import json
import uuid
import zlib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, Sum
from django.urls import reverse

from tarockclub.kit.time_source import now
from tarockclub.models import Club, ReceivedPiece, ReceivedSite
from tarockclub.office.publishing.mirror import delete_mirror
from tarockclub.office.publishing.pieces import compute_sign
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.parcels.arrivals import MOST_NAMED
from tarockclub.platform.parcels.sending import STATE_WAITING

MOST_SITES = 200  # of a club
MOST_PIECES = 1_000  # of a site
MOST_BYTES = 16_000_000  # of a site, packed, with what takes the place of what is shown
MOST_ROWS = 100_000
STATE_SHOWN, STATE_OLDER, STATE_OTHER, STATE_ENDED = "shown", "older", "other", "ended"
_BATCH = 200


class TooMuch(Exception):  # noqa: N818 -- no error of the program, but an answer
    """A club has as many sites, or a site as many bytes, as it may have."""


class Piece(NamedTuple):
    """A piece that has arrived, which is what its digest says."""

    content: bytes
    rows: int


class Offer(NamedTuple):
    """The state of a site, as a message of its laptop says."""

    thing: uuid.UUID
    kind: str
    name: str
    sequence: int
    is_live: bool
    base: str  # the sign of the pieces to which these are added; "": these are all
    pieces: Sequence[str]  # digests


class Outcome(NamedTuple):
    """The outcome of a message."""

    state: str
    sequence: int = 0  # of the newest message that counts
    parcel: str = ""  # of the pieces that are to be sent first
    missing: tuple[str, ...] = ()  # their digests
    slug: uuid.UUID | None = None  # of the site's address


def build_site_address(slug: uuid.UUID) -> str:
    """Return the address below which the pages of a site are found."""
    return reverse("published_site", args=[slug])


def _lock_site(club: Club, thing: uuid.UUID) -> ReceivedSite | None:
    return ReceivedSite.objects.select_for_update(no_key=True).filter(club=club, thing=thing).first()


@transaction.atomic
def take_offer(club: Club, offer: Offer, contents: Mapping[str, Piece]) -> Outcome:
    """Show the state of a message if all its pieces are here, else say what is missing; repeating it is harmless."""
    site = _lock_site(club, offer.thing) or _create_site(club, offer)
    if site.ended is not None:
        return Outcome(STATE_ENDED, site.sequence)
    _must_have_room(site)
    sign = compute_sign(offer.pieces, offer.base)
    if offer.sequence < site.sequence or (offer.sequence == site.sequence and sign != site.sign):
        return Outcome(STATE_OLDER, site.sequence)
    if offer.sequence > site.sequence:
        if offer.base not in {"", site.sign}:
            return Outcome(STATE_OTHER, site.sequence)
        pieces = [*(json.loads(site.pieces) if offer.base else ()), *offer.pieces]
        if len(pieces) > MOST_PIECES:
            raise TooMuch
        _store(site, contents)
        known = dict(ReceivedPiece.objects.filter(site=site).values_list("digest", "pk"))
        missing = [digest for digest in dict.fromkeys(pieces) if digest not in known]
        if missing:
            return Outcome(STATE_WAITING, site.sequence, str(offer.thing), tuple(missing[:MOST_NAMED]))
        wanted = set(pieces)
        _delete_pieces([pk for digest, pk in known.items() if digest not in wanted])
        site.pieces = json.dumps(pieces)
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


def _delete_pieces(pieces: list[int]) -> None:
    for start in range(0, len(pieces), _BATCH):
        ReceivedPiece.objects.filter(pk__in=pieces[start : start + _BATCH]).delete()


@transaction.atomic
def store_pieces(club: Club, thing: uuid.UUID, contents: Mapping[str, Piece]) -> int | None:
    """Store pieces that are not here yet; return how many, or None if there is no such site, or none any more."""
    site = _lock_site(club, thing)
    if site is None or site.ended is not None:
        return None
    _must_have_room(site)
    return _store(site, contents)


def _store(site: ReceivedSite, contents: Mapping[str, Piece]) -> int:
    stored = ReceivedPiece.objects.filter(site=site)
    known = set(stored.filter(digest__in=list(contents)).values_list("digest", flat=True))
    new = []
    for digest in contents.keys() - known:
        packed = zlib.compress(contents[digest].content)
        new.append(
            ReceivedPiece(site=site, digest=digest, content=packed, size=len(packed), rows=contents[digest].rows)
        )
    ReceivedPiece.objects.bulk_create(new, batch_size=_BATCH)
    sums = stored.aggregate(size=Sum("size"), rows=Sum("rows"), number=Count("pk"))
    if new and (sums["size"] > MOST_BYTES or sums["rows"] > MOST_ROWS or sums["number"] > 2 * MOST_PIECES):
        raise TooMuch
    return len(new)


@transaction.atomic
def take_beat(club: Club, thing: uuid.UUID, sequence: int, *, is_live: bool) -> Outcome:
    """Note that the state of a message is still that of the inn."""
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
    """Delete a site that its laptop no longer shows; a later message shows it again."""
    site = _lock_site(club, thing)
    if site is None:
        return Outcome(STATE_ENDED, sequence)
    if sequence < site.sequence or (sequence == site.sequence and site.stand is not None):
        return Outcome(STATE_OLDER, site.sequence)
    site.sequence = sequence
    _clear_site(site)
    return Outcome(STATE_ENDED, sequence)


def _clear_site(site: ReceivedSite) -> None:
    site.received_pieces.all().delete()
    site.stand, site.sign, site.pieces, site.is_live = None, "", "[]", False
    site.save()
    transaction.on_commit(partial(delete_mirror, site))


@transaction.atomic
def end_site(club: Club, slug: uuid.UUID, who: Actor, *, is_ended: bool) -> bool:
    """Delete a site here and accept nothing more for it, or accept it again; return whether there is such a site."""
    site = ReceivedSite.objects.select_for_update(no_key=True).filter(club=club, slug=slug).first()
    if site is not None and (site.ended is not None) != is_ended:
        site.ended = now() if is_ended else None
        if is_ended:
            _clear_site(site)
        else:
            site.save(update_fields=["ended"])
        record_event(club.pk, Kind.TAKEN_OFF, who, site=site.pk, **({} if is_ended else {"again": True}))
    return site is not None
