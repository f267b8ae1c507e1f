"""One message after the other until the pages of a tournament or season are there: each content is sent once.

An offer names all pages by the digests of their content; the answer says which contents are missing; with the last of
them the offer comes again, and from then on these pages are shown. Wherever it breaks off, the next offer goes on.
"""

import base64
import hashlib
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from django.http import Http404

from tarockclub.models import Person, SentSite
from tarockclub.parcels.peer import Peer, PeerTrouble
from tarockclub.server.program_version import compute_program_sign
from tarockclub.time_source import now
from tournaments.live_publishing.pieces import PackedPage, PublishedPage, pack_page
from tournaments.live_publishing.receiving import MOST_PAGES, STATE_ENDED, STATE_OLDER, STATE_SHOWN, STATE_WAITING
from tournaments.models import Act, Season, Tournament
from tournaments.standings.progress import load_progress
from tournaments.static_site.builder import (
    SiteError,
    Subject,
    build_site,
    describe_season,
    describe_tournament,
)
from tournaments.static_site.files import locate

MOST_ROUNDS = 60  # offers for one state
BUNDLE_BYTES, BUNDLE_PIECES = 300_000, 150  # of a message, as Base64
SHORT_DIGEST = 16
TURN_SECONDS = 30.0  # after which another site has its turn
Build = Callable[[Subject], dict[str, PackedPage]]


class Moment(NamedTuple):
    """A tournament or season at a moment, without its pages."""

    sign: str  # other pages have another one
    is_live: bool  # it is being played
    subject: Callable[[], Subject]
    name: str


def find_moment(site: SentSite) -> Moment:
    """Return what is to be sent now; Http404 if it does not exist any more."""
    program = compute_program_sign()
    if site.kind == SentSite.Kind.SEASON:
        season = Season.objects.select_related("club").filter(slug=site.thing, club=site.club_id).first()
        if season is None:
            raise Http404
        acts = Act.objects.filter(tournament__club=site.club_id).order_by("-pk").values_list("pk", flat=True).first()
        names = _compute_names_sign(site.club_id)
        sign = f"{season.version} {acts} {names} {program}"
        return Moment(sign[-64:], False, lambda: describe_season(season, is_wide=False), season.name)
    tournaments = Tournament.objects.select_related("club", "sheet_version")
    tournament = tournaments.filter(slug=site.thing, club=site.club_id, archived=None).first()
    if tournament is None:
        raise Http404
    progress = load_progress(tournament)
    is_live = bool(progress.started_rounds) and tournament.ended is None
    return Moment(f"{progress.sign} {program}"[-64:], is_live, lambda: describe_tournament(tournament), tournament.name)


def _compute_names_sign(club: int) -> str:
    """Return a sign of the names of a club's people in public; not every page that has them belongs to an act."""
    persons = Person.objects.filter(club=club).order_by("pk")
    digest = hashlib.sha256()
    for row in persons.values_list("pk", "name", "shown_as", "publicity", "erased", "merged_into").iterator():
        digest.update(repr(row).encode())
    return digest.hexdigest()[:SHORT_DIGEST]


def build_pages(subject: Subject) -> dict[str, PackedPage]:
    """Return all pages of a site as they travel, by their paths."""
    found = {}
    for piece in build_site(subject):
        page = PublishedPage(piece.language, piece.title[:200], piece.style, piece.main)
        found[locate(piece.language, piece.file)] = pack_page(page)
    if len(found) > MOST_PAGES:
        raise SiteError("large")
    return found


def send_site(site: SentSite, peer: Peer, build: Build = build_pages) -> bool:
    """Send what has changed; return whether all is there now. What happened stands in the row.

    Without a trouble, but not all there: the time of one turn is over, and the next one goes on.
    """
    is_done = True
    try:
        if site.is_on:
            moment = find_moment(site)
            is_done = _send_pages(site, peer, moment, build(moment.subject()))
        elif site.is_there:
            is_done = _withdraw(site, peer)
    except PeerTrouble as trouble:
        save_state(site, trouble=trouble.code)
        return False
    except (SiteError, Http404):
        save_state(site, trouble="nothing")
        return False
    return is_done and not site.trouble


def save_state(site: SentSite, **changes: Any) -> None:
    """Write columns that sending alone changes; whether it is on, people say meanwhile."""
    for name, value in changes.items():
        setattr(site, name, value)
    SentSite.objects.filter(pk=site.pk).update(**changes)


def _send_pages(site: SentSite, peer: Peer, moment: Moment, pages: dict[str, PackedPage]) -> bool:
    digests = {path: page.digest for path, page in pages.items()}
    contents = {page.digest: page.content for page in pages.values()}
    save_state(site, waiting=count_changes(site.there, digests))
    sequence, ends = site.sequence + 1, time.monotonic() + TURN_SECONDS
    for _round in range(MOST_ROUNDS):
        if time.monotonic() > ends:
            return False
        said = {"kind": site.kind, "name": moment.name, "live": moment.is_live}
        answer = peer.ask(f"/{site.thing}/offer", {**said, "sequence": sequence, "pages": digests})
        state = answer.get("state")
        if state == STATE_SHOWN:
            there = {path: digest[:SHORT_DIGEST] for path, digest in digests.items()}
            done = {"sequence": sequence, "sign": moment.sign, "there": there, "is_there": True, "waiting": 0}
            save_state(site, **done, sent=now(), trouble="", address=str(answer.get("address", ""))[:400])
            return True
        if state == STATE_OLDER:
            sequence = max(sequence, int(answer.get("sequence", 0))) + 1
        elif state == STATE_ENDED:
            save_state(site, trouble="ended_there", there={}, is_there=False, address="")
            return True
        elif state == STATE_WAITING:
            if not site.is_there:
                save_state(site, is_there=True)  # from now on something of it may be there
            missing = [digest for digest in answer.get("missing", ()) if digest in contents]
            for bundle in _split_contents(missing, contents):
                peer.ask(f"/{site.thing}/pieces", {"pieces": bundle})
                if time.monotonic() > ends:  # what has arrived stays there: the next turn goes on
                    save_state(site, trouble="")
                    return False
        else:
            raise PeerTrouble("no_program")
    raise PeerTrouble("trouble_there")


def _split_contents(missing: list[str], contents: dict[str, bytes]) -> Iterator[dict[str, str]]:
    """Yield contents in messages that are not too large."""
    bundle: dict[str, str] = {}
    size = 0
    for digest in missing:
        text = base64.b64encode(contents[digest]).decode()
        if bundle and (size + len(text) > BUNDLE_BYTES or len(bundle) == BUNDLE_PIECES):
            yield bundle
            bundle, size = {}, 0
        bundle[digest] = text
        size += len(text)
    if bundle:
        yield bundle


def count_changes(there: dict[str, str], digests: dict[str, str]) -> int:
    """Return how many pages differ from those that are there.

    >>> count_changes({"a": "1" * 16, "b": "2" * 16}, {"a": "1" * 64, "c": "3" * 64})
    2
    """
    wanted = {path: digest[:SHORT_DIGEST] for path, digest in digests.items()}
    return sum(there.get(path) != wanted.get(path) for path in {*there, *wanted})


def _withdraw(site: SentSite, peer: Peer) -> bool:
    """Have the pages deleted there; return whether they are."""
    sequence, ends = site.sequence + 1, time.monotonic() + TURN_SECONDS
    for _round in range(MOST_ROUNDS):
        if time.monotonic() > ends:
            return False
        answer = peer.ask(f"/{site.thing}/withdraw", {"sequence": sequence})
        state = answer.get("state")
        if state == STATE_ENDED:
            gone = {"sequence": sequence, "sign": "", "there": {}, "is_there": False, "waiting": 0, "address": ""}
            save_state(site, **gone, trouble="")
            return True
        if state != STATE_OLDER:
            raise PeerTrouble("no_program")
        sequence = max(sequence, int(answer.get("sequence", 0))) + 1
    raise PeerTrouble("trouble_there")


def send_beat(site: SentSite, peer: Peer, *, is_live: bool) -> bool:
    """Say that nothing has changed; return whether that arrived and is so."""
    try:
        answer = peer.ask(f"/{site.thing}/beat", {"sequence": site.sequence, "live": is_live})
    except PeerTrouble as trouble:
        save_state(site, trouble=trouble.code)
        return False
    if answer.get("state") != STATE_SHOWN:
        save_state(site, sign="")  # the other side has something else: all is offered again
        return False
    save_state(site, sent=now(), trouble="")
    return True


def pause(seconds: float) -> None:
    """Wait; tests do not."""
    time.sleep(seconds)
