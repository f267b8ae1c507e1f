"""The ordinary public pages show a received tournament as they do on the laptop."""

import base64
import json
import re
import zlib

import pytest
from django.test import Client

from tarockclub.office.publishing.sending import RemoteState, send_site
from tarockclub.office.static_site.builder import LANGUAGES, Crawl, describe
from tests.tarockclub.office.publishing.conftest import ScriptedPeer, create_site
from tests.tarockclub.office.static_site.test_site import PRIVATE, make_cup
from tests.tournaments.around.public.conftest import play, publish
from tests.tournaments.results.standings.played_tables import paper
from tests.tournaments.support import acts
from tests.tournaments.support.factories import new_key
from tournaments.models import SeasonEvent
from tournaments.seasons.season.services import SeasonDetails, create_season
from tournaments.seasons.season.settings import SeasonSettings

pytestmark = pytest.mark.django_db


def read(address, language="de"):
    answer = Client(headers={"Accept-Language": language}).get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def read_main(address, base=""):
    text = read(address)
    _head, _start, main = text.partition("<main")
    main = main.partition("</main>")[0]
    assert not base or '"/tournaments/' not in main, address  # no link leads out of what was received
    main = re.sub(r'data-tag="[^"]*"', "", main)  # a digest of keys that are not sent
    return main.replace(base, "/") if base else main


def test_each_page_is_as_on_the_laptop(secret):
    cup = play("Sommercup", ("Anna", "Berta", "Cäsar", "Dora"), ended=True)
    publish(cup.tournament, 1)
    site = create_site(cup.tournament.club, secret, thing=cup.tournament.slug)
    assert send_site(site, ScriptedPeer(secret), RemoteState())
    base = site.address.removeprefix("http://testserver")
    subject = describe(cup.tournament)
    crawl = Crawl(subject, LANGUAGES[0])
    crawl.find_pages()
    assert len(crawl.addresses) > 5
    for address in crawl.addresses:
        assert read_main(base + address[1:], base) == read_main(address), address


def test_a_season_is_as_on_the_laptop(secret):
    cup = make_cup()
    of = create_season(new_key(), cup.tournament.club, SeasonDetails("Jahreswertung", SeasonSettings()))
    acts.add_tournament(of, new_key(), cup.tournament, SeasonEvent.Kind.DAY)
    site = create_site(cup.tournament.club, secret, "season", of.slug)
    assert send_site(site, ScriptedPeer(secret), RemoteState())
    base = site.address.removeprefix("http://testserver")
    crawl = Crawl(describe(of), LANGUAGES[0])
    crawl.find_pages()
    pages = [address for address in crawl.addresses if "/seasons/" in address]
    assert len(pages) > 3
    for address in pages:
        shown = read(base + address[1:])
        assert f"{base}tournaments/seasons/{of.slug}/players/" in shown or "/players/" not in shown


def test_nothing_private_is_sent(secret):
    cup = make_cup()
    peer = ScriptedPeer(secret)
    site = create_site(cup.tournament.club, secret, thing=cup.tournament.slug)
    assert send_site(site, peer, RemoteState())
    packed = [text for body in peer.bodies for text in body.get("contents", {}).values()]
    sent = "".join(zlib.decompress(base64.b64decode(text)).decode() for text in packed)
    assert "Adelheid Maier" in sent
    for word in PRIVATE:
        assert word not in sent, word
    assert not {"device", "note", "by", "paid", "contact"} & set(re.findall(r'"(\w+)":', sent))


def test_a_hand_is_one_small_message(secret):
    cup = play("Sommercup", ("Anna", "Berta", "Cäsar", "Dora"), ended=False)
    site, remote = create_site(cup.tournament.club, secret, thing=cup.tournament.slug), RemoteState()
    assert send_site(site, ScriptedPeer(secret), remote)
    paper(cup.table, 31, 10, -16, -25)
    peer = ScriptedPeer(secret)
    assert send_site(site, peer, remote)
    assert peer.asked == ["offer"]
    assert len(json.dumps(peer.bodies)) < 2_000
    page = f"tournaments/{site.thing}/standings/"
    assert "+31" in read(f"{site.address.removeprefix('http://testserver')}{page}")
