"""Messages from whoever has a key, or none: nothing acts, nothing leaves its club, everything has a limit."""

import base64
import hashlib
import json
import uuid
import zlib
from datetime import timedelta

import pytest
from django.test import Client

from tarockclub.accounts.actors import ANONYMOUS
from tarockclub.accounts.persons import load_first_club
from tarockclub.models import Club, ClubLog, LogEntry, PublishingKey, ReceivedPiece, ReceivedSite
from tarockclub.parcels import keys
from tarockclub.time_source import now
from tests.support.accounts import log_in, make_account
from tests.support.programs import Program, create_secret
from tests.tournaments.live_publishing.conftest import MOMENT, ScriptedPeer, create_site, write_pages
from tournaments.live_publishing import receiving, sending
from tournaments.live_publishing.sending import send_site
from tournaments.public.inn_sites import OLD

pytestmark = pytest.mark.django_db
THING = uuid.UUID(int=7)


def pack(page, digest=None):
    """A content as it travels."""
    text = page if isinstance(page, bytes) else json.dumps(page).encode()
    return {digest or hashlib.sha256(text).hexdigest(): base64.b64encode(zlib.compress(text)).decode()}


def write_page(**changes):
    return {"language": "de", "title": "Stand", "style": "public", "main": "<p>x</p>", **changes}


def offer(pages, sequence=1, **more):
    return {"kind": "tournament", "name": "Cup", "live": True, "sequence": sequence, "pages": pages, **more}


@pytest.fixture
def program(secret):
    """A laptop."""
    return Program(secret)


def publish(program, main="<p>x</p>", path="index.html", sequence=1):
    """Show one page; return its address."""
    pieces = pack(write_page(main=main))
    said = offer({path: next(iter(pieces))}, sequence)
    program.send(f"publishing/{THING}/offer", said)
    assert program.send(f"publishing/{THING}/pieces", {"pieces": pieces}).status_code == 200
    answer = program.send(f"publishing/{THING}/offer", said).json()
    assert answer["state"] == "shown", answer
    return answer["address"].removeprefix("http://testserver")


def test_a_page_comes_without_cookie_script_and_origin(program):
    address = publish(program, "<p>Hallo<script>alert(1)</script><a href='https://x.example/'>dort</a></p>")
    answer = Client(headers={"Accept-Language": "de"}).get(address)
    text = answer.content.decode()
    assert "<p>Hallo<span>dort</span></p>" in text
    assert "Vom Wirtshaus, Stand" in text
    for word in ("<script", "<form", "x.example", "csrf"):
        assert word not in text
    policy = answer["Content-Security-Policy"]
    assert policy.startswith("sandbox; default-src 'none'; ")
    assert "script" not in policy
    assert "allow" not in policy
    assert answer["Cross-Origin-Opener-Policy"] == "unsafe-none"
    assert not answer.cookies
    assert Client(headers={"If-None-Match": answer["ETag"], "Accept-Language": "de"}).get(address).status_code == 304


@pytest.mark.parametrize(
    "piece",
    [
        write_page(language="fr"),
        write_page(style="../../x"),
        write_page(title="x" * 300),
        write_page(main=7),
        {**write_page(), "more": "x"},
        ["x"],
        b"\xff\xfe",
        b'{"a":',
        b"[" * 100_000,
        write_page(main="<p>" * 500),
        write_page(main="x" * 2_100_000),
    ],
    ids=lambda piece: str(piece)[:20],
)
def test_a_piece_that_is_no_page_is_refused(program, piece):
    program.send(f"publishing/{THING}/offer", offer({"index.html": "0" * 64}))
    answer = program.send(f"publishing/{THING}/pieces", {"pieces": pack(piece)})
    assert answer.status_code in {400, 413}
    assert not ReceivedPiece.objects.exists()


@pytest.mark.heavy
def test_a_piece_must_be_what_its_digest_says_and_no_bomb(program):
    program.send(f"publishing/{THING}/offer", offer({"index.html": "0" * 64}))
    bomb = base64.b64encode(zlib.compress(b"0" * 300_000_000)).decode()
    for pieces in (
        pack(write_page(), "1" * 64),
        {"2" * 64: "%%%"},
        {"3" * 64: bomb[: len(bomb) // 2]},
        {"3" * 64: bomb},
    ):
        assert program.send(f"publishing/{THING}/pieces", {"pieces": pieces}).status_code == 400
    assert not ReceivedPiece.objects.exists()


@pytest.mark.parametrize(
    "path",
    ["../x.html", "/x.html", "a//b.html", "a/../b.html", "x.php", "x.html\n", "A.html", ".x.html", "a\\b.html", ""],
)
def test_a_path_is_a_simple_one(program, path):
    assert program.send(f"publishing/{THING}/offer", offer({path: "0" * 64})).status_code == 400
    assert not ReceivedSite.objects.exists()


def test_without_a_valid_key_nothing_is_accepted(secret, host):
    for word in ("", "tarockinn_" + "0" * 32, create_secret(host), secret[:-1]):
        program = Program(word)
        assert program.read("publishing").status_code == 401
        assert program.send(f"publishing/{THING}/offer", offer({})).status_code == 401
    assert Program(secret).read("publishing").json() == {"club": host.club.name, "protocol": 2}
    assert Program(secret).read("me").status_code == 401
    keys.end_key(PublishingKey.objects.get(), ANONYMOUS)
    assert Program(secret).read("publishing").status_code == 401


def test_a_key_sends_for_its_own_club_alone(program, host):
    publish(program)
    other = make_account("director", club=Club.objects.create(name="Dritter"), login="dritter")
    secret = keys.create_key(other, "L", ANONYMOUS)[1]
    Program(secret).send(f"publishing/{THING}/withdraw", {"sequence": 99})
    publish(Program(secret), "<p>fremd</p>", sequence=5)
    assert sorted(ReceivedSite.objects.values_list("club__name", "sequence")) == [("Dritter", 5), (host.club.name, 1)]


def test_there_are_limits(program, monkeypatch):
    publish(program)
    monkeypatch.setattr(receiving, "MOST_BYTES", 150)
    program.send(f"publishing/{THING}/offer", offer({"index.html": "0" * 64}, 2))
    big = pack(write_page(main="".join(f"<p>{number}</p>" for number in range(90))))
    assert program.send(f"publishing/{THING}/pieces", {"pieces": big}).status_code == 409
    monkeypatch.setattr(receiving, "MOST_SITES", 1)
    other = f"publishing/{uuid.uuid4()}"
    assert program.send(f"{other}/offer", offer({})).status_code == 409
    program.send(f"publishing/{THING}/withdraw", {"sequence": 3})  # what is not shown does not count
    assert program.send(f"{other}/offer", offer({})).status_code == 200
    assert program.send(f"publishing/{THING}/pieces", {"pieces": pack(write_page())}).status_code == 409
    assert (
        program.send(f"publishing/{THING}/offer", offer({f"{n}.html": "0" * 64 for n in range(4001)})).status_code
        == 400
    )
    monkeypatch.setattr(keys, "MOST_REQUESTS", 1)
    answer = program.send(f"publishing/{THING}/beat", {"sequence": 1, "live": True})
    assert (answer.status_code, answer["Retry-After"]) == (429, "60")


def test_a_director_takes_pages_off_and_the_laptop_hears_it(program, secret, host, monkeypatch):
    monkeypatch.setattr(sending, "find_moment", lambda _site: MOMENT)
    site = create_site(load_first_club(), secret)
    assert send_site(site, ScriptedPeer(secret), write_pages(index="eins"))
    address = site.address.removeprefix("http://testserver")
    director = log_in(host)
    slug = str(ReceivedSite.objects.get().slug)
    assert director.post("/club/from-the-inn/", {"what": "off", "which": slug}).status_code == 302
    assert Client().get(address).status_code == 404
    assert not ReceivedPiece.objects.exists()
    assert not send_site(site, ScriptedPeer(secret), write_pages(index="zwei"))
    assert (site.trouble, Client().get(address).status_code) == ("ended_there", 404)
    assert director.post("/club/from-the-inn/", {"what": "again", "which": slug}).status_code == 302
    assert send_site(site, ScriptedPeer(secret), write_pages(index="drei"))
    assert "drei" in Client().get(address).content.decode()
    stranger = log_in(make_account("director", club=Club.objects.create(name="Dritter"), login="dritter"))
    assert stranger.post("/club/from-the-inn/", {"what": "off", "which": slug}).status_code == 404
    log = ClubLog.objects.get(club=host.club)
    assert LogEntry.objects.filter(log=log, kind="taken_off").count() == 2


def test_a_stand_that_is_old_says_so(program):
    address = publish(program)
    ReceivedSite.objects.update(stand=now() - OLD - timedelta(seconds=1))
    german = Client(headers={"Accept-Language": "de"})
    assert "seither keine Verbindung" in german.get(address).content.decode()
    ReceivedSite.objects.update(is_live=False)
    assert "seither keine Verbindung" not in german.get(address).content.decode()


def test_received_pages_of_an_archived_club_are_gone(program, host):
    address = publish(program)
    Club.objects.filter(pk=host.club_id).update(archived="2026-01-01T00:00:00Z")
    assert Client().get(address).status_code == 404
    assert program.read("publishing").status_code == 401
