"""A laptop sends its whole club to the installation on the internet: once, also over a network that breaks off."""

import json
import threading
import uuid
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

import pytest
from django.utils.translation import override

from tarockclub.models import Account, Club, HostedAddress, Job, JobPart, LogEntry
from tarockclub.office.club_file import imports, sending
from tarockclub.office.club_file.api import MOST_PIECES
from tarockclub.platform.accounts.actors import ANONYMOUS
from tarockclub.platform.jobs.runner import Beat, run_jobs
from tarockclub.platform.parcels import keys, pieces
from tarockclub.platform.parcels import sending as parcels
from tarockclub.platform.parcels.keys import create_key
from tarockclub.platform.parcels.messages import TROUBLES
from tarockclub.platform.parcels.peer import HttpPeer, PeerTrouble
from tarockclub.platform.parcels.pieces import compute_digest, pack_content
from tests.scoring.support.tables import dreier, play
from tests.support.accounts import log_in, make_account
from tests.support.programs import Program
from tests.tarockclub.office.club_file.worlds import installation, play_evening, prove, read, settle_strangers, write
from tests.tarockclub.office.publishing.conftest import AFTER, BEFORE, ScriptedPeer

pytestmark = pytest.mark.django_db


class Host(ScriptedPeer):
    """The other installation, whose process reads as soon as a file is there."""

    def ask(self, path: str, body: Any = None) -> dict[str, Any]:
        """Pass a message on, unless the network breaks off, and let the process read."""
        try:
            return super().ask(path, body)
        finally:
            run_jobs(Job.Kind.IMPORT, imports.run_import)


@pytest.fixture(autouse=True)
def _no_process(monkeypatch):
    monkeypatch.setattr(imports, "start_runner", lambda _kind: None)
    monkeypatch.setattr(sending, "start_runner", lambda _kind: None)
    for module in (sending, parcels):
        monkeypatch.setattr(module, "pause", lambda _seconds: None)
    for module in (parcels, pieces):
        monkeypatch.setattr(module, "MESSAGE_BYTES", 4000)
    for module in (sending, pieces):
        monkeypatch.setattr(module, "PIECE_BYTES", 2000)


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
    monkeypatch.setattr(sending, "_write", lambda _club, target, _beat: target.write_bytes(path.read_bytes()))
    target = path.with_suffix(".sent")
    return sending.send_club(Club.objects.earliest("pk"), target, peer, Beat(Job(kind=Job.Kind.SEND)))


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
        assert "entscheiden" in sending.format_answer(answer)
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
        sending.send_club(club, files[1], Host(publishing), Beat(Job(kind=Job.Kind.SEND)))
    for path, body in (
        ("offer", {"pieces": ["0" * 64], "rows": 1}),
        ("piece", {"parcel": str(uuid.uuid4()), "contents": {}}),
    ):
        assert Program(publishing).send(f"publishing/club/{path}", body).json()["code"] == "may_not_import"
    assert not Job.objects.filter(kind__in=[Job.Kind.UPLOAD, Job.Kind.IMPORT]).exists()


def test_what_arrives_is_what_was_offered(files):
    _club, secret = take_over(files[0])
    program = Program(secret)
    contents = {compute_digest(content): content for content in (b"ABC", b"DE")}
    offer = {"pieces": list(contents), "rows": 1}
    said = program.send("publishing/club/offer", offer).json()
    assert (said["state"], said["missing"]) == ("waiting", list(contents))
    (first, second), address = contents, "publishing/club/piece"
    piece = {"parcel": said["parcel"], "contents": {first: pack_content(b"DE")}}
    assert program.send(address, piece).status_code == 400  # another content
    for wrong in (pack_content(b"0" * 300_000_000), "%%%", pack_content(b"ABC")[:-8], ""):  # a bomb, no Base64, cut off
        assert program.send(address, {**piece, "contents": {first: wrong}}).status_code == 400
    other = {compute_digest(b"F"): pack_content(b"F")}
    assert program.send(address, {**piece, "contents": other}).status_code == 404  # nobody has offered it
    unknown = {"parcel": str(uuid.uuid4()), "contents": {first: pack_content(b"ABC")}}
    assert program.send(address, unknown).status_code == 404
    assert not JobPart.objects.exists()
    for _twice in range(2):
        assert program.send(address, {**unknown, "parcel": said["parcel"]}).status_code == 200
    assert program.send("publishing/club/offer", offer).json()["missing"] == [second]
    director = make_account("director", Club.objects.create(name="Dritter"))
    stranger = Program(create_key(director, "L", ANONYMOUS, may_import=True)[1])
    assert stranger.send(address, {**unknown, "parcel": said["parcel"]}).status_code == 404
    assert stranger.send("publishing/club/offer", offer).json()["missing"] == list(contents)


def test_no_offer_is_larger_than_a_club_and_no_message_than_it_may_be(files):
    _club, secret = take_over(files[0])
    program = Program(secret)
    digests = [f"{number:064x}" for number in range(MOST_PIECES + 1)]
    assert program.send("publishing/club/offer", {"pieces": digests, "rows": 1}).status_code == 400
    assert program.send("publishing/club/offer", {"pieces": [], "rows": 1}).status_code == 400
    contents = [bytes([letter]) * pieces.PIECE_BYTES for letter in b"abc"]
    digests = [compute_digest(content) for content in contents]
    said = program.send("publishing/club/offer", {"pieces": digests * 200, "rows": 1}).json()
    assert said["missing"] == digests  # each is sent and stored once, however often it comes
    packed = dict(zip(digests, map(pack_content, contents), strict=True))
    assert program.send("publishing/club/piece", {"parcel": said["parcel"], "contents": packed}).status_code == 400
    del packed[digests[2]]
    assert program.send("publishing/club/piece", {"parcel": said["parcel"], "contents": packed}).status_code == 200
    assert JobPart.objects.count() == len(packed)


def test_each_request_is_counted_before_it_is_read(files, monkeypatch):
    _club, secret = take_over(files[0])
    monkeypatch.setattr(keys, "MOST_BYTES", 1000)
    program = Program(secret)
    assert program.post("/api/v1/publishing/club/offer", b"x" * 900, content_type="application/json").status_code == 400
    answer = program.post("/api/v1/publishing/club/piece", b"x" * 900, content_type="application/json")
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "60")


def test_programs_of_different_age_hear_which_one_to_update(files):
    _club, secret = take_over(files[0])
    old = {"digest": "0" * 64, "size": 9, "rows": 1}  # as the first protocol had it
    for protocol, code in (("", "older_laptop"), ("1", "older_laptop"), ("3", "older_host"), ("x", "older_laptop")):
        answer = Program(secret).send("publishing/club/offer", old, tarockclub_protocol=protocol)
        assert (answer.status_code, answer.json()["code"]) == (426, code)
        assert "update" in answer.json()["message"]
    page = log_in(Account.objects.get(login="dort"))
    assert "update it there" in page.get("/club/from-the-inn/", headers={"accept-language": "en"}).content.decode()
    Program(secret).read("publishing")
    assert "update it there" not in page.get("/club/from-the-inn/").content.decode()


class Answering(BaseHTTPRequestHandler):
    """A host that answers as a test says, and closes or keeps the connection."""

    protocol_version = "HTTP/1.1"
    answers: ClassVar[list[tuple[int, dict[str, object]]]] = []
    connections: ClassVar[set[Any]] = set()

    def do_GET(self) -> None:
        status, said = self.answers.pop(0)
        body = json.dumps(said).encode()
        self.connections.add(self.client_address)
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = bool(said.get("close"))  # without saying so before, as after a while of silence

    def log_message(self, *_args: Any) -> None:
        """Say nothing."""


@pytest.fixture
def peer():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    with closing(HttpPeer(f"http://127.0.0.1:{server.server_port}", "tarockinn_")) as found:
        yield found
    server.shutdown()
    server.server_close()


def test_the_laptop_says_which_program_to_update(peer):
    Answering.answers = [(426, {"code": "older_laptop"}), (426, {"code": "older_host"}), (400, {"code": "invalid"})]
    for code in ("older_here", "older_there", "older_there"):
        with pytest.raises(PeerTrouble, match=code):
            peer.ask("")
        assert "aktualisier" in str(TROUBLES[code])


def test_a_connection_stays_open_and_is_opened_again_when_it_was_closed(peer):
    Answering.connections.clear()
    Answering.answers = [(200, {"club": "A"}), (200, {"club": "B", "close": True}), (200, {"club": "C"})]
    assert [peer.ask("")["club"] for _number in range(3)] == ["A", "B", "C"]
    assert len(Answering.connections) == 2


def test_a_host_that_asks_for_the_same_for_ever_is_given_up():
    class Greedy:
        def ask(self, _path, _body=None):
            return {"state": "waiting", "parcel": "p", "missing": ["0" * 64]}

    with pytest.raises(PeerTrouble, match="trouble_there"):
        parcels.send_parcel(Greedy(), "/club", {}, lambda _digest: b"x")


def test_the_laptop_s_page_asks_for_the_password_and_says_what_came_of_it(files, monkeypatch, settings):
    club = read(files[0])
    client = log_in(make_account("director", club))
    HostedAddress.objects.create(club=club, url="https://tarock.example", secret="s")
    page = "/club/internet/"
    assert "Ganzen Verein" in client.get(page).content.decode()
    monkeypatch.setattr(sending, "HttpPeer", lambda _url, _secret: Host("tarockinn_none"))
    monkeypatch.setattr(parcels, "PATIENCE_SECONDS", 0.0)
    said = {"what": "whole", "key": str(uuid.uuid4())}
    assert client.post(page, said).headers["Location"] == f"{page}#whole"
    client.post(page, said)
    assert "Refresh" in client.get(page).headers
    run_jobs(Job.Kind.SEND, sending.run_sending)
    shown = client.get(page)
    assert "Refresh" not in shown.headers
    found = sending.find_sending(club)
    assert found is not None
    assert found.trouble in shown.content.decode()
    assert LogEntry.objects.filter(kind="club_sent", log__club=club).count() == 1
    settings.CONFIRMED_SECONDS = 0
    assert client.post(page, {"what": "whole", "key": str(uuid.uuid4())}).status_code == 403
