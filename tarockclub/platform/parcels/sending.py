"""Sending a parcel: offer its pieces, send those that are missing, offer again, until it is there as a whole.

Wherever it breaks off, the next offer goes on: what has arrived is not asked for again.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from tarockclub.platform.parcels.peer import Peer, PeerTrouble
from tarockclub.platform.parcels.pieces import MESSAGE_BYTES, MOST_CONTENTS, pack_content

STATE_WAITING = "waiting"  # for pieces
TROUBLE_SECONDS = (2.0, 5.0, 10.0, 20.0, 30.0)
PATIENCE_SECONDS = 15 * 60.0  # without any success
# Troubles that no waiting ends.
FINAL = {
    *("unknown_token", "not_allowed", "no_program", "older_here", "older_there", "too_much"),
    *("certificate", "insecure", "forbidden_host"),
}
Load = Callable[[str], bytes]  # the content of a piece, by its digest


def send_parcel(
    peer: Peer,
    path: str,
    offer: Mapping[str, Any],
    load: Load,
    *,
    ending: str = "pieces",
    tell: Callable[[int], None] = lambda _left: None,
) -> dict[str, Any]:
    """Send what is missing of an offer; return the first answer that waits for nothing more.

    `tell` gets how many pieces are left, before each message. Raise PeerTrouble.
    """
    before: list[str] = []
    while True:
        answer = peer.ask(f"{path}/offer", offer)
        if answer.get("state") != STATE_WAITING:
            return answer
        missing = answer.get("missing", [])
        if not missing or missing == before or not isinstance(answer.get("parcel"), str):
            raise PeerTrouble("trouble_there")  # it would ask for ever
        left = len(missing)
        for contents in iter_messages(missing, load):
            tell(left)
            peer.ask(f"{path}/{ending}", {"parcel": answer["parcel"], "contents": contents})
            left -= len(contents)
        before = missing


def iter_messages(digests: Iterable[str], load: Load) -> Iterator[dict[str, str]]:
    """Yield pieces as they travel, in messages that are not too large."""
    message: dict[str, str] = {}
    size = 0
    for digest in digests:
        content = load(digest)
        if message and (size + len(content) > MESSAGE_BYTES or len(message) == MOST_CONTENTS):
            yield message
            message, size = {}, 0
        message[digest] = pack_content(content)
        size += len(content)
    if message:
        yield message


class PatientPeer:
    """A peer that is asked again while the network is away."""

    def __init__(self, peer: Peer, show_life: Callable[[], None]) -> None:
        self._peer, self._show_life = peer, show_life

    def ask(self, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the answer to a message; raise PeerTrouble once waiting makes no sense any more."""
        ends, failures = time.monotonic() + PATIENCE_SECONDS, 0
        while True:
            self._show_life()
            try:
                return self._peer.ask(path, body)
            except PeerTrouble as trouble:
                if trouble.code in FINAL or time.monotonic() > ends:
                    raise
            pause(TROUBLE_SECONDS[min(failures, len(TROUBLE_SECONDS) - 1)])
            failures += 1


def pause(seconds: float) -> None:
    """Wait; tests do not."""
    time.sleep(seconds)
