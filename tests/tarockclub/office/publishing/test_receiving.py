"""Messages from whoever has a key, or none: nothing acts, nothing leaves its site, everything has a limit."""

import base64
import hashlib
import json
import time
import uuid
import zlib
from datetime import timedelta

import pytest
from django.test import Client

from tarockclub.kit.time_source import now
from tarockclub.models import Club, ClubLog, LogEntry, PublishingKey, ReceivedPiece, ReceivedSite
from tarockclub.office.publishing import receiving
from tarockclub.office.publishing.mirror import FOLDER, delete_old_mirrors
from tarockclub.office.publishing.sending import RemoteState, send_site
from tarockclub.platform.accounts.actors import ANONYMOUS
from tarockclub.platform.parcels import keys
from tests.support.accounts import log_in, make_account
from tests.support.programs import Program, create_secret
from tests.tarockclub.office.publishing.conftest import ScriptedPeer, create_site, read_shown
from tests.tournaments.around.public.conftest import play
from tests.tournaments.support import factories
from tournaments.around.public.inn_sites import OLD
from tournaments.models import Team, Tournament

pytestmark = pytest.mark.django_db
THING = uuid.UUID(int=7)


def pack(content, digest=None):
    """A piece as it travels."""
    text = content if isinstance(content, bytes) else json.dumps(content).encode()
    return {digest or hashlib.sha256(text).hexdigest(): base64.b64encode(zlib.compress(text)).decode()}


def write(name="eins", **more):
    """A piece with a team of this name."""
    return {"rows": {"tournaments.team": [{"id": 1, "name": name, **more}]}, "gone": {}}


def offer(pieces, sequence=1, **more):
    return {"kind": "tournament", "name": "Cup", "live": True, "sequence": sequence, "pieces": list(pieces), **more}


@pytest.fixture
def program(secret):
    """A laptop."""
    return Program(secret)


def send_pieces(program, contents):
    """The answer to pieces of the site."""
    return program.send(f"publishing/{THING}/pieces", {"parcel": "", "contents": contents})


def publish(program, name="eins", sequence=1):
    """Show one team; return the address."""
    contents = pack(write(name))
    answer = program.send(f"publishing/{THING}/offer", offer(contents, sequence, contents=contents)).json()
    assert answer["state"] == "shown", answer
    return answer["address"].removeprefix("http://testserver")


@pytest.mark.parametrize(
    "content",
    [
        ["x"],
        b"\xff\xfe",
        b'{"a":',
        b"[" * 100_000,
        b'{"rows":{},"gone":{},"more":' + b"9" * 5_000 + b"}",
        {"rows": {"tarockclub.account": [{"id": 1}]}, "gone": {}},
        {"rows": {"tarockclub.session": []}, "gone": {"tarockclub.account": [1]}},
        {"rows": {"tarockclub.person": [{"id": 1, "contact": "x"}]}, "gone": {}},
        {"rows": {"scoring.sheetversion": [{"id": 1, "text": "{}", "digest": "0" * 64}]}, "gone": {}},
        {"rows": [], "gone": {}},
        {"rows": {"tournaments.team": {"id": 1}}, "gone": {}},
        write(7),
        write("x" * 81),
        write("x\0"),
        write(id=0),
        write(id=True),
        write(id="1; DROP TABLE tournaments_team"),
        write(id=1 << 60),
        write(number=-1),
        write(gone="gestern"),
        {"rows": {"tournaments.team": [{"name": "x"}]}, "gone": {}},
        {"rows": {"tournaments.team": [{"id": n} for n in range(1, 5_000)]}, "gone": {}},
        {"rows": {}, "gone": {"tournaments.team": [-1]}},
    ],
    ids=lambda content: str(content)[:60],
)
def test_a_piece_without_proper_rows_is_refused(program, content):
    program.send(f"publishing/{THING}/offer", offer(["0" * 64]))
    answer = send_pieces(program, pack(content))
    assert answer.status_code == 400
    assert not ReceivedPiece.objects.exists()


def test_a_piece_must_be_what_its_digest_says_and_no_bomb(program):
    program.send(f"publishing/{THING}/offer", offer(["0" * 64]))
    bomb = base64.b64encode(zlib.compress(b"0" * 30_000_000)).decode()
    for contents in (
        pack(write(), "1" * 64),
        {"2" * 64: "%%%"},
        {"3" * 64: bomb[: len(bomb) // 2]},
        {"3" * 64: bomb},
    ):
        assert send_pieces(program, contents).status_code == 400
    assert not ReceivedPiece.objects.exists()


@pytest.mark.heavy
def test_what_took_hours_to_read_takes_no_time(program, client):
    """Unfinished tags and whatever else makes parsers slow are rows of no known form, or just a name."""
    program.send(f"publishing/{THING}/offer", offer(["0" * 64]))
    pieces = [b"<a " * 90_000, b"[" * 290_000, b'{"rows":' * 36_000, b'{"rows":{"' + b"\\u0000" * 40_000]
    pieces += [write(word * 26) for word in ("<a ", "<!--", "&#x", "{{ x")]
    pieces += [
        write(gone="9" * 250_000),
        write(gone="2026-01-01T" + "0" * 250_000),
        write(number=b"9".decode() * 4_000),
    ]
    began = time.monotonic()
    for content in pieces:
        send_pieces(program, pack(content))
    assert time.monotonic() - began < 2


def test_rows_of_others_are_out_of_reach(program, host):
    """Whatever ids, addresses and clubs the rows name: they are in a database of their own, and with this club."""
    own = factories.tournament(name="Eigenes Turnier")
    rows = {
        "tournaments.tournament": [
            {"id": own.pk, "club": host.club_id + 7, "slug": str(own.slug), "name": "<script>alert(1)</script>"}
            | {"settings": own.settings, "day": "2026-01-01", "sheet_version": 1, "made": "2026-01-01T00:00:00+00:00"}
        ],
        "scoring.sheetversion": [
            {"id": 1, "sheet": "x", "text": own.sheet_version.text, "digest": own.sheet_version.digest}
        ],
        "tarockclub.club": [{"id": 1, "categories": "Gäste"}],
    }
    contents = pack({"rows": rows, "gone": {"tournaments.tournament": [own.pk + 1], "tarockclub.club": [host.club_id]}})
    said = offer(contents, contents=contents)
    site = program.send(f"publishing/{own.slug}/offer", said).json()["address"].removeprefix("http://testserver")
    text = Client(headers={"Accept-Language": "de"}).get(site, follow=True).content.decode()
    assert "&lt;script&gt;alert(1)" in text.replace("\N{SOFT HYPHEN}", "")
    assert "<script>alert(1)" not in text
    assert "Verein im Internet" in text
    own.refresh_from_db()
    assert (own.name, Tournament.objects.count(), Team.objects.count()) == ("Eigenes Turnier", 1, 0)
    assert Club.objects.get(pk=host.club_id).categories == ""
    assert "Eigenes Turnier" in Client().get(f"/tournaments/{own.slug}/standings/").content.decode()


def test_below_the_address_there_is_nothing_but_public_pages(program, host):
    address = publish(program)
    stranger, director = Client(), log_in(host)
    for path in ("club/", "people/", f"tournaments/{THING}/desk/", "log-in/", "privacy/"):
        answer = director.get(f"{address}{path}?a=1")
        assert answer.status_code in {307, 404}
        assert answer.get("Location", f"/{path}?a=1") == f"/{path}?a=1"
    assert stranger.post(f"{address}i18n/setlang/", {"language": "en"}).status_code == 307
    assert stranger.get(f"{address}/evil.example/").status_code == 404
    assert (
        stranger.get(f"{address}en/results/1/1.html").headers["Location"] == f"{address}tournaments/{THING}/standings/"
    )
    assert stranger.get(f"{address}tournaments/{uuid.uuid4()}/standings/").status_code == 404
    Club.objects.create(name="Dritter", slug="dritter")
    assert stranger.get(f"/c/dritter{address}").status_code == 404


def test_without_a_valid_key_nothing_is_accepted(secret, host):
    for word in ("", "tarockinn_" + "0" * 32, create_secret(host), secret[:-1]):
        program = Program(word)
        assert program.read("publishing").status_code == 401
        assert program.send(f"publishing/{THING}/offer", offer([])).status_code == 401
    assert Program(secret).read("publishing").json() == {"club": host.club.name, "protocol": 2}
    assert Program(secret).read("me").status_code == 401
    keys.end_key(PublishingKey.objects.get(), ANONYMOUS)
    assert Program(secret).read("publishing").status_code == 401


def test_a_key_sends_for_its_own_club_alone(program, host):
    publish(program)
    other = make_account("director", club=Club.objects.create(name="Dritter"), login="dritter")
    secret = keys.create_key(other, "L", ANONYMOUS)[1]
    Program(secret).send(f"publishing/{THING}/withdraw", {"sequence": 99})
    publish(Program(secret), "fremd", sequence=5)
    assert sorted(ReceivedSite.objects.values_list("club__name", "sequence")) == [("Dritter", 5), (host.club.name, 1)]


def test_there_are_limits(program, monkeypatch):
    publish(program)
    program.send(f"publishing/{THING}/offer", offer(["0" * 64], 2))
    with monkeypatch.context() as patch:
        patch.setattr(receiving, "MOST_BYTES", 150)
        big = pack(write("".join(map(chr, range(300, 370)))))
        assert send_pieces(program, big).status_code == 409
    with monkeypatch.context() as patch:
        patch.setattr(receiving, "MOST_ROWS", 1)
        assert send_pieces(program, pack(write("zwei"))).status_code == 409
    assert ReceivedPiece.objects.count() == 1
    monkeypatch.setattr(receiving, "MOST_SITES", 1)
    other = f"publishing/{uuid.uuid4()}"
    assert program.send(f"{other}/offer", offer([])).status_code == 409
    program.send(f"publishing/{THING}/withdraw", {"sequence": 3})  # what is not shown does not count
    assert program.send(f"{other}/offer", offer([])).status_code == 200
    assert send_pieces(program, pack(write("zwei"))).status_code == 409
    assert program.send(f"publishing/{THING}/offer", offer(["0" * 64] * 1001)).status_code == 400
    monkeypatch.setattr(keys, "MOST_REQUESTS", 1)
    answer = program.send(f"publishing/{THING}/beat", {"sequence": 1, "live": True})
    assert (answer.status_code, answer["Retry-After"]) == (429, "60")


def test_a_director_takes_a_site_off_and_the_laptop_hears_it(program, secret, host):
    cup = play("Sommercup", ("Anna", "Berta", "Cäsar", "Dora"), ended=False)
    site = create_site(cup.tournament.club, secret, thing=cup.tournament.slug)
    assert send_site(site, ScriptedPeer(secret), RemoteState())
    address = site.address.removeprefix("http://testserver")
    director, slug = log_in(host), str(ReceivedSite.objects.get().slug)
    assert Client().get(address, follow=True).status_code == 200
    assert director.post("/club/from-the-inn/", {"what": "off", "which": slug}).status_code == 302
    assert Client().get(address).status_code == 404
    assert not ReceivedPiece.objects.exists()
    assert not send_site(site, ScriptedPeer(secret), RemoteState())
    assert (site.trouble, Client().get(address).status_code) == ("ended_there", 404)
    assert director.post("/club/from-the-inn/", {"what": "again", "which": slug}).status_code == 302
    assert "noch nicht geschickt" in Client(headers={"Accept-Language": "de"}).get(address).content.decode()
    assert send_site(site, ScriptedPeer(secret), RemoteState())
    assert Client().get(address, follow=True).status_code == 200
    stranger = log_in(make_account("director", club=Club.objects.create(name="Dritter"), login="dritter"))
    assert stranger.post("/club/from-the-inn/", {"what": "off", "which": slug}).status_code == 404
    log = ClubLog.objects.get(club=host.club)
    assert LogEntry.objects.filter(log=log, kind="taken_off").count() == 2


def test_a_stand_that_is_old_says_so(secret):
    cup = play("Sommercup", ("Anna", "Berta", "Cäsar", "Dora"), ended=False)
    site = create_site(cup.tournament.club, secret, thing=cup.tournament.slug)
    assert send_site(site, ScriptedPeer(secret), RemoteState())
    address = f"{site.address.removeprefix('http://testserver')}tournaments/{site.thing}/standings/"
    german = Client(headers={"Accept-Language": "de"})
    assert "seither keine Verbindung" not in german.get(address).content.decode()
    ReceivedSite.objects.update(stand=now() - OLD - timedelta(seconds=1))
    assert "seither keine Verbindung" in german.get(address).content.decode()
    ReceivedSite.objects.update(is_live=False)
    assert "seither keine Verbindung" not in german.get(address).content.decode()


def test_received_pages_of_an_archived_club_are_gone(program, host):
    address = publish(program)
    Club.objects.filter(pk=host.club_id).update(archived="2026-01-01T00:00:00Z")
    assert Client().get(address).status_code == 404
    assert program.read("publishing").status_code == 401


def test_files_of_what_is_gone_or_has_changed_are_cleared_away_though_nobody_looks(program, tmp_path, settings):
    settings.DATA_DIR = tmp_path
    folder = tmp_path / FOLDER

    def count_files():
        delete_old_mirrors()
        return len(list(folder.iterdir()))

    assert "tarockclub.office.publishing.mirror.delete_old_mirrors" in settings.WATCH_PARTS
    publish(program)
    assert read_shown() == {1: "eins"}
    assert count_files() == 1  # what is shown stays
    publish(program, "zwei", sequence=2)
    assert count_files() == 0  # "eins" may have been erased
    assert read_shown() == {1: "zwei"}
    of_another_machine = {file: file.read_bytes() for file in folder.iterdir()}
    assert of_another_machine
    ReceivedSite.objects.update(ended=now())
    assert count_files() == 0
    ReceivedSite.objects.all().delete()
    for file, content in of_another_machine.items():
        file.write_bytes(content)
    assert count_files() == 0
