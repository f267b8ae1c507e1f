"""A laptop sends its whole club to the installation on the internet: once, also over a network that breaks off."""

import uuid
from typing import Any

import pytest
from django.utils.translation import override

from tarockclub.accounts.actors import ANONYMOUS
from tarockclub.club_file import imports
from tarockclub.jobs.runner import Beat, run_jobs
from tarockclub.models import Account, Club, HostedAddress, Job, JobPart, LogEntry
from tests.scoring.support.tables import dreier, play
from tests.support.accounts import log_in, make_account
from tests.support.programs import Program
from tests.tarockclub.club_file.worlds import installation, play_evening, prove, read, settle_strangers, write
from tests.tournaments.live_publishing.conftest import AFTER, BEFORE
from tournaments.live_publishing import club_receiving, whole_club
from tournaments.live_publishing.keys import create_key
from tournaments.live_publishing.peer import PeerTrouble

pytestmark = pytest.mark.django_db


class Host:
    """The other installation, whose process reads as soon as a file is there; the network breaks off as a test says."""

    def __init__(self, secret: str, cuts: set[tuple[int, str]] | None = None) -> None:
        self._program, self.cuts = Program(secret), cuts or set()
        self.asked: list[str] = []

    def ask(self, path: str, body: Any = None) -> dict[str, Any]:
        """Pass a message on, unless the network breaks off."""
        number = len(self.asked)
        self.asked.append(path.rpartition("/")[2])
        if (number, BEFORE) in self.cuts:
            raise PeerTrouble("no_answer")
        answer = self._program.send(f"publishing{path}", body)
        run_jobs(Job.Kind.IMPORT, imports.run_import)
        if (number, AFTER) in self.cuts:
            raise PeerTrouble("timeout")
        if answer.status_code == 403:
            raise PeerTrouble("not_allowed")
        assert answer.status_code == 200, answer.content
        return dict(answer.json())


@pytest.fixture(autouse=True)
def _no_process(monkeypatch):
    monkeypatch.setattr(imports, "start_runner", lambda _kind: None)
    monkeypatch.setattr(whole_club, "start_runner", lambda _kind: None)
    monkeypatch.setattr(whole_club, "pause", lambda _seconds: None)
    monkeypatch.setattr(club_receiving, "PIECE_BYTES", 2000)
    monkeypatch.setattr(whole_club, "PIECE_BYTES", 2000)


@pytest.fixture
def files(tmp_path):
    """The file that both sides have, and the later one of the laptop."""
    with installation():
        play_evening()
        first = write(tmp_path / "first.zip")
    with installation():
        settle_strangers(2)
        club = read(first)
        play(club.gametable_set.get(), dreier(1))
        play_evening()
        later = write(tmp_path / "later.zip", club)
    return first, later


def take_over(first) -> tuple[Club, str]:
    """The club on the host, and the secret of a key that may send all of it."""
    club = read(first)
    director = make_account("director", club, login="dort")
    return club, create_key(director, "Laptop", ANONYMOUS, may_import=True)[1]


def send(path, monkeypatch, peer) -> dict[str, Any]:
    """Send a file as the laptop does: its process has written it."""
    monkeypatch.setattr(whole_club, "_write", lambda _club, target, _beat: target.write_bytes(path.read_bytes()))
    target = path.with_suffix(".sent")
    return whole_club.send_club(Club.objects.earliest("pk"), target, peer, Beat(Job(kind=Job.Kind.SEND)))


@pytest.mark.heavy
@pytest.mark.parametrize("moment", [BEFORE, AFTER])
def test_wherever_the_network_breaks_off_each_piece_arrives_once(moment, files, monkeypatch):
    club, secret = take_over(files[0])
    peer = Host(secret, {(number, moment) for number in range(1, 40, 2)})
    answer = send(files[1], monkeypatch, peer)
    assert (answer["state"], answer["numbers"]) == ("joined", [0, 1, 0, 0])
    assert peer.asked.count("piece") > 3
    again = Host(secret)
    assert send(files[1], monkeypatch, again)["numbers"] == [0, 1, 0, 0]  # the same file: what came of it
    assert again.asked == ["offer"]
    assert LogEntry.objects.filter(kind="club_merged", log__club=club).count() == 1
    assert not JobPart.objects.filter(job__kind=Job.Kind.UPLOAD).exists()
    prove()


def test_what_both_sides_continued_is_decided_on_the_host_and_the_laptop_says_so(files, monkeypatch):
    club, secret = take_over(files[0])
    play(club.gametable_set.get(), dreier(0))
    answer = send(files[1], monkeypatch, Host(secret))
    assert (answer["state"], answer["numbers"]) == ("choose", [1])
    with override("de"):
        assert "entscheiden" in whole_club.format_answer(answer)
    page = answer["address"].removeprefix("http://testserver")
    director = log_in(Account.objects.get(login="dort"))
    assert "Laptop" in director.get(page).content.decode()
    said = {"key": str(uuid.uuid4()), f"book-{club.gametable_set.get().slug.hex}": "file"}
    anew = director.post(page, said).headers["Location"]
    run_jobs(Job.Kind.IMPORT, imports.run_import)
    assert [found.state for found in imports.list_imports(club)] == [imports.AS_JOINED, imports.CHOOSE]
    assert anew != page
    assert send(files[1], monkeypatch, Host(secret))["state"] == "joined"
    prove()


def test_a_key_that_may_only_publish_sends_no_club(files, monkeypatch):
    club, _secret = take_over(files[0])
    publishing = create_key(Account.objects.get(login="dort"), "Laptop", ANONYMOUS)[1]
    with pytest.raises(PeerTrouble, match="not_allowed"):
        whole_club.send_club(club, files[1], Host(publishing), Beat(Job(kind=Job.Kind.SEND)))
    for path, body in (
        ("offer", {"digest": "0" * 64, "size": 9, "rows": 1}),
        ("piece", {"digest": "0" * 64, "number": 0, "content": "QQ=="}),
    ):
        assert Program(publishing).send(f"publishing/club/{path}", body).json()["code"] == "may_not_import"
    assert not Job.objects.filter(kind__in=[Job.Kind.UPLOAD, Job.Kind.IMPORT]).exists()


def test_what_arrives_is_what_was_offered(files):
    _club, secret = take_over(files[0])
    program = Program(secret)
    offer = {"digest": "0" * 64, "size": 3, "rows": 1}
    assert program.send("publishing/club/offer", offer).json()["pieces"] == [0]
    piece = {"digest": "0" * 64, "number": 0}
    assert program.send("publishing/club/piece", {**piece, "content": "QUJDRA=="}).status_code == 400  # too long
    assert program.send("publishing/club/piece", {**piece, "number": 1, "content": "QUJD"}).status_code == 400
    assert program.send("publishing/club/piece", {**piece, "content": "QUJD"}).status_code == 200
    assert program.send("publishing/club/offer", offer).json()["pieces"] == [0]  # another digest: all anew
    unknown = {**piece, "digest": "1" * 64, "content": "QUJD"}
    assert program.send("publishing/club/piece", unknown).status_code == 404


def test_the_laptop_s_page_asks_for_the_password_and_says_what_came_of_it(files, monkeypatch, settings):
    club = read(files[0])
    client = log_in(make_account("director", club))
    HostedAddress.objects.create(club=club, url="https://tarock.example", secret="s")
    page = "/club/internet/"
    assert "Ganzen Verein" in client.get(page).content.decode()
    monkeypatch.setattr(whole_club, "HttpPeer", lambda _url, _secret: Host("tarockinn_none"))
    monkeypatch.setattr(whole_club, "PATIENCE_SECONDS", 0.0)
    said = {"what": "whole", "key": str(uuid.uuid4())}
    assert client.post(page, said).headers["Location"] == f"{page}#whole"
    client.post(page, said)
    assert "Refresh" in client.get(page).headers
    run_jobs(Job.Kind.SEND, whole_club.run_sending)
    shown = client.get(page)
    assert "Refresh" not in shown.headers
    sending = whole_club.find_sending(club)
    assert sending is not None
    assert sending.trouble in shown.content.decode()
    assert LogEntry.objects.filter(kind="club_sent", log__club=club).count() == 1
    settings.CONFIRMED_SECONDS = 0
    assert client.post(page, {"what": "whole", "key": str(uuid.uuid4())}).status_code == 403
