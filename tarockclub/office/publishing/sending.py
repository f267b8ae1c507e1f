"""Sending tournaments and seasons as parcels of their rows (docs/dev/parcels.md).

As long as this process knows what is there, it only adds what is new. Wherever it breaks off, all is offered again,
and what is there already is not sent again.
"""

import hashlib
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tarockclub.kit.time_source import now
from tarockclub.models import Person, SentSite
from tarockclub.office.publishing.contents import Contents
from tarockclub.office.publishing.pieces import Rows, build_pieces, compute_sign
from tarockclub.office.publishing.receiving import STATE_ENDED, STATE_OLDER, STATE_SHOWN
from tarockclub.platform.parcels.peer import Peer, PeerTrouble
from tarockclub.platform.parcels.pieces import MESSAGE_BYTES, MOST_CONTENTS, pack_content
from tarockclub.platform.parcels.sending import send_parcel
from tarockclub.platform.server.installation import compute_program_sign
from tournaments.hall.standing.progress import load_progress
from tournaments.models import Act, Season, Tournament

MOST_ROUNDS = 60  # offers for one state
MOST_CHANGES = 300  # after which all is offered anew, in fewer pieces
SHORT_DIGEST = 16
TURN_SECONDS = 30.0  # after which another site has its turn


class TurnOver(Exception):  # noqa: N818 -- no error of the program, but an answer
    """The time of a site's turn is over."""


class Moment(NamedTuple):
    """A tournament or season at a moment, without its rows."""

    sign: str  # where rows differ, it is another one
    is_live: bool  # it is being played
    name: str
    read: Callable[[Contents], Rows]


class RemoteState:
    """The rows of a site that are there, as far as this process knows, and how it has read them."""

    def __init__(self) -> None:
        self.contents = Contents()
        self.sign, self.changes = "", 0
        self.rows: Rows = {}

    def set_rows(self, sign: str, rows: Rows, changes: int) -> None:
        """Note what is there now."""
        self.sign, self.rows, self.changes = sign, rows, changes

    def forget(self) -> None:
        """Know nothing any more of what is there."""
        self.set_rows("", {}, 0)


def find_moment(site: SentSite) -> Moment | None:
    """Return what is to be sent now; None if it does not exist any more."""
    program, names = compute_program_sign(), _compute_names_sign(site.club_id)
    if site.kind == SentSite.Kind.SEASON:
        season = Season.objects.select_related("club").filter(slug=site.thing, club=site.club_id).first()
        if season is None:
            return None
        acts = Act.objects.filter(tournament__club=site.club_id).order_by("-pk").values_list("pk", flat=True).first()
        sign = f"{season.version} {acts} {names} {program}"
        return Moment(sign[-64:], False, season.name, lambda contents: contents.read_season(season))
    tournaments = Tournament.objects.select_related("club", "sheet_version")
    tournament = tournaments.filter(slug=site.thing, club=site.club_id, archived=None).first()
    if tournament is None:
        return None
    progress = load_progress(tournament)
    is_live = bool(progress.started_rounds) and tournament.ended is None
    sign = f"{progress.sign} {names} {program}"
    return Moment(sign[-64:], is_live, tournament.name, lambda contents: contents.read_tournament(tournament))


def _compute_names_sign(club: int) -> str:
    """Return a sign of a club's people as everybody sees them; not every change of them is an act."""
    persons = Person.objects.filter(club=club).order_by("pk")
    digest = hashlib.sha256()
    for row in persons.values_list("pk", "name", "shown_as", "details_public", "erased", "merged_into").iterator():
        digest.update(repr(row).encode())
    return digest.hexdigest()[:SHORT_DIGEST]


def send_site(site: SentSite, peer: Peer, remote: RemoteState) -> bool:
    """Send what has changed; return whether all is there now. What happened stands in the row.

    Without a trouble, but not all there: the time of one turn is over, and the next one goes on.
    """
    is_done = True
    try:
        if site.is_on:
            moment = find_moment(site)
            is_done = moment is not None and _send_rows(site, peer, moment, remote)
        elif site.is_there:
            is_done = _withdraw(site, peer)
            remote.forget()
    except PeerTrouble as trouble:
        remote.forget()
        save_state(site, trouble=trouble.code)
        return False
    return is_done and not site.trouble


def save_state(site: SentSite, **changes: Any) -> None:
    """Write columns that sending alone changes; whether it is on, people say meanwhile."""
    for name, value in changes.items():
        setattr(site, name, value)
    SentSite.objects.filter(pk=site.pk).update(**changes)


def _send_rows(site: SentSite, peer: Peer, moment: Moment, remote: RemoteState) -> bool:
    rows = moment.read(remote.contents)
    if remote.changes >= MOST_CHANGES:
        remote.forget()
    sequence, go_on = site.sequence + 1, _begin_turn(site)
    for _round in range(MOST_ROUNDS):
        pieces = build_pieces(rows, remote.rows)
        offer = _build_offer(site, moment, sequence, remote.sign, pieces)
        try:
            go_on(0)
            answer = send_parcel(peer, f"/{site.thing}", offer, pieces.__getitem__, tell=go_on)
        except TurnOver:  # what has arrived stays there: the next turn goes on
            save_state(site, trouble="")
            return False
        match answer.get("state"):
            case "shown":
                remote.set_rows(compute_sign(pieces, remote.sign), rows, remote.changes + 1 if remote.sign else 0)
                done = {"sequence": sequence, "sign": moment.sign, "is_there": True}
                save_state(site, **done, sent=now(), trouble="", address=str(answer.get("address", ""))[:400])
                return True
            case "ended":
                remote.forget()
                save_state(site, trouble="ended_there", is_there=False, address="")
                return True
            case "other":
                remote.forget()
            case "older":
                sequence = max(sequence, int(answer.get("sequence", 0))) + 1
            case _:
                raise PeerTrouble("no_program")
    raise PeerTrouble("trouble_there")


def _begin_turn(site: SentSite) -> Callable[[int], None]:
    """Return what is called before each message; it raises TurnOver once the time of this turn is over."""
    ends = time.monotonic() + TURN_SECONDS

    def go_on(_left: int) -> None:
        if time.monotonic() > ends:
            raise TurnOver
        if not site.is_there:
            save_state(site, is_there=True)  # from now on something of it may be there

    return go_on


def _build_offer(
    site: SentSite, moment: Moment, sequence: int, base: str, pieces: Mapping[str, bytes]
) -> dict[str, Any]:
    """Return an offer; what is added to a known state comes along, if it is small."""
    is_small = bool(base) and sum(map(len, pieces.values())) <= MESSAGE_BYTES and len(pieces) <= MOST_CONTENTS
    contents = {digest: pack_content(content) for digest, content in pieces.items()} if is_small else {}
    said = {"kind": site.kind, "name": moment.name, "live": moment.is_live, "sequence": sequence, "base": base}
    return {**said, "pieces": list(pieces), "contents": contents}


def _withdraw(site: SentSite, peer: Peer) -> bool:
    """Have the site deleted there; return whether it is."""
    sequence, ends = site.sequence + 1, time.monotonic() + TURN_SECONDS
    for _round in range(MOST_ROUNDS):
        if time.monotonic() > ends:
            return False
        answer = peer.ask(f"/{site.thing}/withdraw", {"sequence": sequence})
        state = answer.get("state")
        if state == STATE_ENDED:
            save_state(site, sequence=sequence, sign="", is_there=False, address="", trouble="")
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
