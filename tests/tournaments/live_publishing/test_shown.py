"""The ordinary public pages show a received tournament as they do on the laptop."""

import re

import pytest
from django.test import Client

from tests.tournaments.live_publishing.conftest import ScriptedPeer, create_site
from tests.tournaments.public.conftest import play, publish
from tournaments.live_publishing.sending import RemoteState, send_site
from tournaments.static_site.builder import LANGUAGES, Crawl, describe_tournament

pytestmark = pytest.mark.django_db


def read(address, language="de"):
    answer = Client(headers={"Accept-Language": language}).get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def read_main(address, base=""):
    text = read(address)
    main = re.search(r"<main.*</main>", text, re.S)[0]
    main = re.sub(r'data-tag="[^"]*"', "", main)  # a digest of keys that are not sent
    return main.replace(base, "/") if base else main


def test_each_page_is_as_on_the_laptop(secret):
    cup = play("Sommercup", ("Anna", "Berta", "Cäsar", "Dora"), ended=True)
    publish(cup.tournament, 1)
    site = create_site(cup.tournament.club, secret, thing=cup.tournament.slug)
    assert send_site(site, ScriptedPeer(secret), RemoteState())
    base = site.address.removeprefix("http://testserver")
    subject = describe_tournament(cup.tournament)
    crawl = Crawl(subject, LANGUAGES[0])
    crawl.find_pages()
    assert len(crawl.addresses) > 5
    for address in crawl.addresses:
        assert read_main(base + address[1:], base) == read_main(address), address
