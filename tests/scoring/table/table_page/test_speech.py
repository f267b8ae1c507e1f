"""The sentences that a phone reads aloud: the newest hand, what is left of the Radl, who deals, and disputes."""

import re

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from scoring.book.marks import MARK_DISPUTED
from tests.scoring.book.marks.test_marks import send_mark
from tests.scoring.support.evenings import end_evening, table_of
from tests.scoring.support.tables import dreier, new_table, nuller, play, rufer, strike, trischaken

pytestmark = pytest.mark.django_db


def hear(client, table, language="de"):
    """The sentences of the page."""
    client.cookies["django_language"] = language
    page = client.get(reverse("table", args=[table.slug])).content.decode()
    [piece] = re.findall(r'<div data-live="speech".*?</div>', page, re.DOTALL)
    return [" ".join(strip_tags(sentence).split()) for sentence in re.findall(r"<p.*?</p>", piece)]


def test_before_the_first_hand_there_is_nothing_to_say(client):
    assert hear(client, new_table()) == []


def test_the_side_of_the_declarer_says_all(client):
    table = table_of(rufer(0))
    assert hear(client, table) == ["Anna und Cilli plus eins. Anna gibt."]
    assert hear(client, table, "en") == ["Anna and Cilli plus one. Anna deals."]
    play(table, rufer(1, result="lost"))
    assert hear(client, table) == ["Berta und Dora minus eins. Berta gibt."]
    play(table, dreier(3))
    assert hear(client, table) == ["Dora bekommt fünf von jedem, zusammen fünfzehn. Cilli gibt."]


def test_of_a_trischaken_everybody_is_named_who_gets_or_pays(client):
    table = table_of(trischaken(0))
    [said] = hear(client, table)
    assert said.startswith("Cilli und Dora plus zwei, Anna und Berta minus zwei. ")


def test_a_hand_for_nothing_and_the_radl_that_it_begins(client):
    table = table_of(nuller(0))
    assert hear(client, table) == ["Niemand bekommt etwas. Noch vier im Radl, Anna gibt."]
    play(table, rufer(1))
    assert hear(client, table) == ["Berta und Dora plus zwei. Noch drei im Radl, Berta gibt."]
    assert hear(client, table, "en") == ["Berta and Dora plus two. Three left in the Radl, Berta deals."]


def test_a_hand_that_is_struck_out_pays_nobody(client):
    table = table_of(dreier(0))
    strike(table)
    [said] = hear(client, table)
    assert said.startswith("Spiel eins ist gestrichen.")


def test_a_dispute_is_said_beside_the_newest_hand(client):
    table = table_of(dreier(0))
    send_mark(table, table.deals.get().number, MARK_DISPUTED)
    assert hear(client, table)[1:] == ["Spiel eins ist strittig."]


def test_after_the_evening_nobody_deals(client):
    table = table_of(dreier(0))
    end_evening(table)
    assert hear(client, table) == ["Anna bekommt fünf von jedem, zusammen fünfzehn."]


def test_every_phone_hears_the_same_as_it_comes_live(client):
    table = table_of(dreier(0))
    live = client.get(reverse("live", args=[table.slug])).content.decode()
    assert "Anna bekommt fünf von jedem, zusammen fünfzehn. Anna gibt." in " ".join(strip_tags(live).split())
