"""A laptop's club and the club that receives, in one database; between them a peer that breaks off as a test says."""

import json
import uuid
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from tarockclub.models import Club, HostedAddress, ReceivedSite, SentSite
from tarockclub.office.publishing import pieces, process
from tarockclub.office.publishing.mirror import read_mirror
from tarockclub.office.publishing.pieces import Rows
from tarockclub.office.publishing.sending import Moment
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.parcels import sending as parcel_sending
from tarockclub.platform.parcels.keys import create_key
from tarockclub.platform.parcels.peer import PeerTrouble
from tests.support.accounts import make_account
from tests.support.programs import Program
from tests.tournaments.results.conftest import _nothing_kept
from tournaments.models import Team

__all__ = ["_nothing_kept"]
BEFORE, AFTER = "before", "after"


MOMENT = Moment("s", True, "Cup", lambda _contents: {})  # of a site whose rows the test writes


@pytest.fixture(autouse=True)
def _no_process(monkeypatch):
    monkeypatch.setattr(process, "start_process", lambda _kind: None)


class ScriptedPeer:
    """The other installation, with a network that breaks off before or after some messages arrive."""

    def __init__(self, secret: str, cuts: Iterable[tuple[int, str]] = ()) -> None:
        self._program, self.cuts = Program(secret), set(cuts)
        self.asked: list[str] = []
        self.bodies: list[Any] = []
        self.arrived: Counter[str] = Counter()  # contents, by digest

    def close(self) -> None:
        """There is nothing to close."""

    def ask(self, path: str, body: Any = None) -> dict[str, Any]:
        """Pass a message on, unless the network breaks off."""
        number = len(self.asked)
        self.asked.append(path.rpartition("/")[2])
        self.bodies.append(body)
        if (number, BEFORE) in self.cuts:
            raise PeerTrouble("no_answer")
        answer = self._program.read("publishing") if body is None else self._program.send(f"publishing{path}", body)
        if answer.status_code == 200:
            self.arrived.update(list((body or {}).get("contents", ())))
        if (number, AFTER) in self.cuts:
            raise PeerTrouble("timeout")
        if answer.status_code != 200:
            raise PeerTrouble("not_allowed" if answer.status_code == 403 else f"status {answer.status_code}")
        said: dict[str, Any] = answer.json()
        return said


@pytest.fixture
def host():
    """The club that receives, with its director."""
    club = Club.objects.create(name="Verein im Internet")
    return make_account("director", club=club, login="dort")


@pytest.fixture
def secret(host):
    """The secret of a laptop that may send for it."""
    return create_key(host, "Laptop", Actor(None, ""))[1]


@pytest.fixture
def small_bundles(monkeypatch):
    """Two pieces in a message, and one row in a piece."""
    monkeypatch.setattr(parcel_sending, "MOST_CONTENTS", 2)
    monkeypatch.setattr(pieces, "MOST_PIECE_ROWS", 1)


def create_site(club: Club, secret: str, kind: str = "tournament", thing: uuid.UUID | None = None) -> SentSite:
    """A tournament of the laptop that is sent."""
    HostedAddress.objects.get_or_create(club=club, defaults={"url": "https://tarock.example", "secret": secret})
    return SentSite.objects.create(club=club, kind=kind, thing=thing or uuid.uuid4())


def write_rows(**names: str) -> Rows:
    """The rows of a site: names of teams, by their ids behind a letter."""
    rows = {("tournaments.team", int(key[1:])): {"id": int(key[1:]), "name": name} for key, name in names.items()}
    return {key: json.dumps(row) for key, row in rows.items()}


def read_shown() -> dict[int, str]:
    """The teams that are shown, by their ids."""
    site = ReceivedSite.objects.filter(stand__isnull=False).first()
    if site is None:
        return {}
    with read_mirror(site, ""):
        return dict(Team.objects.values_list("pk", "name"))
