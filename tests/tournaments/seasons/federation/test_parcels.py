"""A result that a laptop offers to the federation in pieces: the federation gets what a page of the club would give."""

import json
import uuid
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tarockclub.models import Club, HostedAddress, Job, LogEntry
from tarockclub.platform.accounts.actors import ANONYMOUS
from tarockclub.platform.parcels import keys
from tarockclub.platform.parcels.peer import HttpPeer
from tarockclub.platform.parcels.pieces import compute_digest, pack_content
from tests.support.accounts import log_in, make_account
from tests.support.programs import Program
from tests.tournaments.seasons.federation.federations import add_person, found_federation, open_season, play
from tests.tournaments.seasons.season.seasons import day, end_season, stands
from tournaments.models import SeasonOffer
from tournaments.seasons.federation.messages import SENT_STATES
from tournaments.seasons.federation.offers import accept_offer, offer, refuse_offer

pytestmark = pytest.mark.django_db
ROW = {"number": "AT1", "name": "Anna Maier", "rank": 1, "made": 6000}
RESULT = {"tournament": str(uuid.UUID(int=7)), "name": "Sommercup", "day": "2026-08-15", "edition": 1}


def write(rows=(ROW,), others=(2,), **changes) -> bytes:
    """The file of a result."""
    return json.dumps({**RESULT, "rows": list(rows), "others": list(others), **changes}).encode()


class Laptop(Program):
    """A laptop with a key of a club."""

    def __init__(self, club: Club) -> None:
        director = make_account("director", club=club, login=f"d{club.pk}")
        super().__init__(keys.create_key(director, "L", ANONYMOUS)[1])

    def offer(self, season, content: bytes):
        """The answer to a file: offered, sent, offered again."""
        address, offer_ = f"publishing/standings/{season.slug}", {"pieces": [compute_digest(content)]}
        answer = self.send(f"{address}/offer", offer_)
        if answer.status_code == 200 and (said := answer.json())["state"] == "waiting":
            contents = {compute_digest(content): pack_content(content)}
            assert self.send(f"{address}/piece", {"parcel": said["parcel"], "contents": contents}).status_code == 200
            answer = self.send(f"{address}/offer", offer_)
        return answer


@pytest.fixture
def clubs():
    return found_federation("Adler", "Post")


def test_a_laptop_offers_once_and_hears_what_the_federation_decides(clubs):
    federation, adler, _post = clubs
    cup, laptop = open_season(federation, formula="10 - place"), Laptop(adler)
    for _twice in range(2):
        assert laptop.offer(cup, write()).json()["state"] == "offered"
    waiting = SeasonOffer.objects.get()
    assert (waiting.club, waiting.name, waiting.players, waiting.counted) == (adler, "Sommercup", 2, 1)
    event = accept_offer(waiting.pk, federation)
    assert laptop.offer(cup, write()).json()["state"] == "accepted"  # its answer was lost, say
    assert stands(cup) == [(1, "Anna Maier", 9)]
    assert laptop.offer(cup, write([{**ROW, "rank": 2}], [1], edition=2)).json()["state"] == "offered"
    corrected = SeasonOffer.objects.get(state="waiting")
    assert accept_offer(corrected.pk, federation) == event
    assert stands(cup) == [(1, "Anna Maier", 8)]
    assert laptop.offer(cup, write([{**ROW, "rank": 3}], [1], edition=3)).json()["state"] == "offered"
    refuse_offer(SeasonOffer.objects.get(state="waiting").pk, federation)
    assert laptop.offer(cup, write([{**ROW, "rank": 3}], [1], edition=3)).json()["state"] == "declined"
    assert LogEntry.objects.filter(log__club=adler, kind="result_offered").count() == 3


def test_a_result_that_is_sent_is_the_one_that_a_page_offers(clubs):
    federation, adler, _post = clubs
    add_person(adler, "Anna Maier", "AT1")
    cup, tournament = open_season(federation), play(adler, ["Anna Maier", "Gast"])
    here = offer(tournament, cup)
    said = json.loads(here.rows)
    number, name, publicity, rank, made = said["rows"][0]
    row = {"number": number, "name": name, "publicity": publicity, "rank": rank, "made": made}
    facts = {"tournament": str(tournament.slug), "name": tournament.name, "day": tournament.day.isoformat()}
    assert Laptop(adler).offer(cup, write([row], said["others"], **facts)).json()["state"] == "offered"
    assert SeasonOffer.objects.get() == here


def test_a_club_offers_to_its_own_federation_alone(clubs):
    federation, adler, _post = clubs
    cup = open_season(federation)
    stranger = Club.objects.create(name="Fremd")
    assert Laptop(stranger).offer(cup, write()).status_code == 404
    assert Laptop(adler).offer(open_season(stranger), write()).status_code == 404
    assert Laptop(adler.__class__.objects.get(name="Post")).offer(cup, write([])).json()["code"] == "nobody_has_number"
    assert not SeasonOffer.objects.exists()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff",
        b"[" * 100_000,
        b"[]",
        write(edition=0),
        write(day="yesterday"),
        write(name=""),
        write(more=1),
        write(others=[0]),
        write([{**ROW, "rank": 0}]),
        write([{**ROW, "made": 10**13}]),
        write([{**ROW, "made": True}]),
        write([{**ROW, "number": "at 1"}]),
        write([{**ROW, "name": "A\x00"}]),
        write([{**ROW, "publicity": "all"}]),
        write([ROW, ROW]),
    ],
    ids=lambda content: str(content)[:30],
)
def test_a_file_that_is_no_result_is_refused(clubs, content):
    federation, adler, _post = clubs
    assert Laptop(adler).offer(open_season(federation), content).status_code == 400
    assert not SeasonOffer.objects.exists()
    assert not Job.objects.filter(kind=Job.Kind.UPLOAD, state=Job.State.DONE).exists()


class Post:
    """A secretary of a club elsewhere, who makes sealed files, and the federation, which takes them in."""

    def __init__(self, federation, adler, cup):
        self.away = Club.objects.create(name="Adler", slug="away")  # the same club, as its own installation has it
        add_person(self.away, "Anna Maier", "AT1")
        self.key, self.secret = keys.create_key(make_account("director", adler, "k"), "L", ANONYMOUS)
        self.link = f"https://verband.example/tournaments/seasons/{cup.slug}/standing/"
        self.club = log_in(make_account("director", self.away, "a"))
        self.federation = log_in(make_account("director", federation, "f"))

    def seal(self, played, **changes):
        sent = {"what": "file", "link": self.link, "secret": self.secret, **changes}
        return self.club.post(reverse("federation_elsewhere", args=[played.slug]), sent)

    def take(self, content):
        return self.federation.post(reverse("federation_file"), {"file": SimpleUploadedFile("r.json", content)})


@pytest.fixture
def post(clubs):
    federation, adler, _post = clubs
    return Post(federation, adler, open_season(federation, formula="10 - place"))


def test_a_sealed_file_waits_for_the_federation_as_if_the_club_had_offered_it_here(post, clubs):
    content = post.seal(play(post.away, ["Anna Maier", "Gast"])).content
    assert post.secret.encode() not in content
    for _twice in range(2):
        assert post.take(content).status_code == 302
    waiting = SeasonOffer.objects.get()
    assert (waiting.club, waiting.name, waiting.players, waiting.counted) == (clubs[1], "Turnier", 2, 1)
    accept_offer(waiting.pk, clubs[0])
    assert post.take(content).status_code == 302
    assert not SeasonOffer.objects.filter(state="waiting").exists()


def test_the_final_standing_of_a_season_travels_with_its_average(post):
    cup = open_season(post.away, formula="10 - place")
    day(cup, "Anna Maier", "Gast")
    end_season(cup)
    assert post.take(post.seal(cup).content).status_code == 302
    assert json.loads(SeasonOffer.objects.get().rows)["average"] == 200


def test_a_file_that_was_changed_or_has_another_key_or_season_is_refused(post, clubs):
    played = play(post.away, ["Anna Maier", "Gast"])
    content = post.seal(played).content
    said = json.loads(content)
    changed = {**said, "result": {**said["result"], "name": "Anders"}}
    other = {**said, "season": str(open_season(clubs[0]).slug)}
    more = ({**said, "seal": "0" * 64}, {**said, "more": 1}, {**said, "tarockclub": 2})
    wrongs: tuple[Any, ...] = (changed, other, *more, [], "x")
    for wrong in wrongs:
        assert post.take(json.dumps(wrong).encode()).status_code == 409
    assert post.take(b"[" * 100_000).status_code == 409
    assert post.take(content + b" " * 700_000).status_code in (409, 413)
    assert post.federation.post(reverse("federation_file")).status_code == 409
    keys.end_key(post.key, ANONYMOUS)
    assert post.take(content).status_code == 409
    assert not SeasonOffer.objects.exists()


def test_by_the_network_it_is_offered_at_once_and_the_page_says_what_the_federation_decides(post, clubs, monkeypatch):
    there = Program(post.secret)
    monkeypatch.setattr(HttpPeer, "ask", lambda _peer, path, body: there.send(f"publishing{path}", body).json())
    played = play(post.away, ["Anna Maier", "Gast"])
    assert post.seal(played, what="send").context["state"] == SENT_STATES["offered"]
    refuse_offer(SeasonOffer.objects.get().pk, clubs[0])
    assert post.seal(played, what="send").context["state"] == SENT_STATES["declined"]


@pytest.mark.parametrize(
    "changes", [{"link": "verband"}, {"link": "https://verband.example/"}, {"secret": ""}, {"secret": "tarockinn_1"}]
)
def test_without_a_link_and_a_key_no_file_is_made(post, changes):
    answer = post.seal(play(post.away, ["Anna Maier", "Gast"]), **changes)
    assert answer.status_code == 409
    assert answer.context["problem"]


def test_the_key_of_live_publishing_goes_to_its_own_address_alone(post):
    HostedAddress.objects.create(club=post.away, url="https://verband.example", secret=post.secret)
    played = play(post.away, ["Anna Maier", "Gast"])
    assert post.seal(played, secret="").status_code == 200
    assert post.seal(played, secret="", link=post.link.replace("verband", "fremd")).status_code == 409
