"""The index of the words of the game: what each pays by which sheet, and where that stands."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.engine.house_rules.library import BUILT_IN, load_built_in
from scoring.sheets.house_rules.page import GameWord, list_game_words, list_sheet_texts
from tarockclub.kit.words import compute_german_key
from tests.scoring.support.evenings import evening_of

pytestmark = pytest.mark.django_db


def list_words(language: str = "de") -> dict[str, GameWord]:
    return {word.anchor: word for word in list_game_words(list_sheet_texts(None, language), language)}


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_game_and_premium_of_every_sheet_is_there_once_with_its_price(language):
    words = list_words(language)
    assert list(words.values()) == sorted(words.values(), key=lambda word: compute_german_key(word.name))
    for sheet_id in BUILT_IN:
        rules = load_built_in(sheet_id)
        assert rules is not None
        sheet = rules.build_sheet()
        anchors = [f"contract-{item}" for item in sheet.contracts] + [f"premium-{item}" for item in sheet.premiums]
        for anchor in anchors:
            price = words[anchor].find_price(sheet_id)
            assert price is not None
            assert price.text.price
            assert words[anchor].text


def test_a_price_is_a_span_over_the_sheets_from_the_least_to_the_most():
    words = list_words()
    dreier = {price.text.price for price in words["contract-dreier"].prices}
    assert words["contract-dreier"].span == f"{min(dreier, key=int)} bis {max(dreier, key=int)}"
    assert words["contract-pagatrufer"].span == "3"
    assert re.fullmatch(r"still \d+ bis \d+ · ang\. \d+ bis \d+", words["premium-pagat"].span)


def test_the_glossary_adds_the_words_that_pay_nothing_and_none_twice():
    words = list_words()
    assert words["word-vorhand"].text == "Wer nach ihm sitzt und zuerst spricht."
    assert words["word-re"].text == words["word-kontra"].text == "Jedes verdoppelt."
    assert "Quapil (IIII)" in words["word-vogel"].text
    assert "word-trischaken" not in words
    assert not any("*" in word.text + word.name or (word.prices == () and word.span) for word in words.values())
    assert "word-leitung" not in words  # a word of the program
    assert list_words("en")["word-dealer-geber"].name == "Dealer (Geber)"


def test_everybody_reads_the_index_and_each_link_of_a_tapped_word_leads_to_its_place():
    client = Client()
    page = client.get(reverse("game_words"), {"word": "contract-trischaken"}, headers={"Accept-Language": "de"})
    html = page.content.decode()
    assert 'id="contract-trischaken"' in html
    assert 'href="/sheets/treffpunkt/#contract-trischaken"' in html
    assert "/sheets/treffpunkt/examples/?game=trischaken" in html
    assert 'id="contract-trischaken"' in client.get("/sheets/treffpunkt/").content.decode()
    assert client.get("/sheets/treffpunkt/examples/?game=trischaken").context["count"]
    assert client.get(reverse("game_words"), {"word": "<script>"}).status_code == 200


def test_the_sheet_that_was_played_by_last_comes_first():
    evening_of(sheet="standard")
    page = Client().get(reverse("game_words"), headers={"Accept-Language": "de"})
    prices = {word.anchor: price for word, price in page.context["words"]}
    assert prices["contract-dreier"].sheet == "standard"
    assert page.context["usual"] in page.content.decode()


def test_a_search_hit_of_a_rule_has_its_price():
    groups = Client().get("/search/", {"q": "trischaken"}, headers={"Accept-Language": "de"}).context["groups"]
    [rules] = [group for group in groups if group.title == "Hausregeln"]
    assert (rules.hits[0].text, rules.hits[0].price) == ("Trischaken", list_words()["contract-trischaken"].span)
    assert sum(bool(hit.price) for hit in rules.hits) > 5
    page = Client().get("/search/", {"q": "uhu"}, headers={"Accept-Language": "de"}).content.decode()
    assert f"<b>{list_words()['premium-uhu'].span}</b>" in page
