"""The practice table, and the hands by chance of the demo: as right as at any table, and nothing of them is written."""

import html
import json
import random
import re

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scoring.book.hand_form import fill_form
from scoring.book.ledger.services import score_table_hand
from scoring.engine.evening.state import apply_hand, begin
from scoring.engine.hand.examples import load_examples
from scoring.engine.house_rules.library import BUILT_IN
from scoring.table.practice import MOST_HANDS, PracticeGame, find_tip, make_hand, replay_hands
from tests.scoring.engine.support.built_in import sheet_of
from tests.scoring.support.pages import Page
from tests.scoring.support.tables import dreier, rufer

GERMAN = {"accept-language": "de"}
RUFER = {"p0-contract": "rufer", "p0-partner": "2", "p0-result": "won"}


TREFFPUNKT = sheet_of("treffpunkt")


def list_playable(sheet_id):
    """The records of a sheet's own examples that its usual options accept, without forehand and Radl."""
    sheet = sheet_of(sheet_id)
    left_out = ("forehand", "radl", "options", "sheet", "id")
    raws = [
        {name: value for name, value in example.record.items() if name not in left_out}
        for example in load_examples(sheet_id)
    ]
    return [raw for raw in raws if score_table_hand(begin(), sheet, raw).score is not None]


PLAYABLE = {sheet_id: list_playable(sheet_id) for sheet_id in BUILT_IN}


def post(sheet_id="treffpunkt", hands="[]", **fields):
    """The page after a form was sent."""
    sent = {"key": "practice-1", "hands": hands, **fields}
    return Client(headers=GERMAN).post(reverse("practise", args=[sheet_id]), sent)


def get_hands(response):
    """The hands that a page carries."""
    [found] = re.findall(r'name="hands" value="([^"]*)"', response.content.decode())
    return html.unescape(found)


def list_totals(response):
    """The numbers on the cards."""
    text = response.content.decode()
    return [
        cell.replace("−", "-") for cell in re.findall(r'<span class="number[^"]*"><b[^>]*>([^<]*)</b></span>', text)
    ][:4]


def test_the_first_page_leads_there_without_an_account(db):
    page = Client(headers=GERMAN).get(reverse("practice"))
    assert page.status_code == 200
    for sheet_id in BUILT_IN:
        assert reverse("practise", args=[sheet_id]) in page.content.decode()
        assert Client(headers=GERMAN).get(reverse("practise", args=[sheet_id])).status_code == 200


def test_no_database_is_asked():
    """Without the fixture of the database any query fails."""
    hands = get_hands(post(**RUFER))
    assert post(hands=hands, **{**RUFER, "p0-partner": "3"}).status_code == 200
    sent = {"hands": hands, **RUFER}
    assert Client().post(reverse("practice_preview", args=["treffpunkt"]), sent).headers["X-Piece"] == "preview"


@pytest.mark.parametrize("sheet_id", BUILT_IN)
@given(data=st.data())
def test_hands_pay_what_the_engine_pays_and_the_totals_follow(sheet_id, data):
    sheet, game, evening = sheet_of(sheet_id), PracticeGame(begin(), (), {}), begin()
    for raw in data.draw(st.lists(st.sampled_from(PLAYABLE[sheet_id]), max_size=6)):
        result = score_table_hand(evening, sheet, raw)
        if result.score is None:  # a game of the forehand, who is another one now
            continue
        game, evening = game.add_hand(result), apply_hand(evening, result.score)
        assert game.evening == evening
        assert replay_hands(game.text, sheet) == game
        assert sum(player.total for player in game.list_totals()) == sum(evening.written)


@pytest.mark.heavy_but("zwanzigerrufen")
@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_the_form_of_each_example_is_saved_and_explained(sheet_id):
    sheet = sheet_of(sheet_id)
    for raw in PLAYABLE[sheet_id][:6]:
        result = score_table_hand(begin(), sheet, raw)
        assert result.record is not None
        assert result.score is not None
        page = post(sheet_id, **fill_form(result.record, sheet))
        assert page.status_code == 200, raw
        assert replay_hands(get_hands(page), sheet).evening.written == apply_hand(begin(), result.score).written
        assert "So wird gezahlt" in page.content.decode()


def test_several_hands_in_a_row_have_totals_and_the_next_forehand():
    first = post(**RUFER)
    assert list_totals(first) == ["1", "-1", "1", "-1"]
    second = post(hands=get_hands(first), **{"p0-contract": "dreier", "p0-declarer": "3", "p0-result": "won"})
    assert list_totals(second) == ["-4", "-6", "-4", "14"]
    assert "Spiel 3" in Page(second.content.decode()).text
    assert len(json.loads(get_hands(second))) == 2


def test_what_is_missing_keeps_the_form_and_the_hands():
    hands = get_hands(post(**RUFER))
    page = post(hands=hands, **{"p0-contract": "dreier", "p0-result": "won"})
    assert page.status_code == 400
    assert get_hands(page) == hands
    assert Page(page.content.decode()).sent["p0-contract"] == "dreier"


def test_without_script_it_can_be_asked_first_what_it_pays():
    page = post(preview="1", **RUFER)
    assert page.status_code == 200
    assert get_hands(page) == "[]"
    assert "+1" in page.content.decode()


@pytest.mark.parametrize(
    "hands",
    ["", "x", "{}", "null", "[1]", '[{"plays": 3}]', "[" * 5000, '["' + "x" * 50_000 + '"]', json.dumps([{}] * 99)],
)
def test_hands_that_are_none_begin_anew(hands):
    page = post(hands=hands, **RUFER)
    assert page.status_code == 200
    assert len(json.loads(get_hands(page))) == 1


def test_after_many_hands_one_begins_anew():
    hands = json.dumps([dreier()] * MOST_HANDS)
    page = Client(headers=GERMAN).post(reverse("practise", args=["treffpunkt"]), {"hands": hands})
    assert "Fang neu an" in page.content.decode()
    assert 'id="entry"' not in page.content.decode()


def test_an_unknown_sheet_is_not_found():
    assert Client().get(reverse("practise", args=["wirtshaus"])).status_code == 404
    assert Client().post(reverse("practice_preview", args=["wirtshaus"])).status_code == 404


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({}, "Tippe auf das Spiel"),
        ({"p0-contract": "rufer"}, "Anna hat die Vorhand"),
        ({"p0-contract": "rufer", "p0-partner": "2"}, "Gewonnen oder verloren"),
        (RUFER, "Es gilt als gewonnen"),
        ({**RUFER, "p0-result": "lost"}, ""),
        ({"p0-contract": "dreier"}, "Wer hat gespielt"),
        ({"p0-contract": "dreier", "p0-declarer": "1"}, "Gewonnen oder verloren"),
        ({"p0-contract": "dreier", "p0-declarer": "1", "p0-points": "40"}, ""),
        ({"p0-contract": "solorufer", "p0-declarer": "1"}, "Karte des Partners"),
        ({"p0-contract": "trischaken"}, "Hier hat jeder für sich gespielt"),
        ({"p0-contract": "trischaken", "p0-loser-1": "1"}, ""),
        ({"p0-contract": "nichts"}, "Tippe auf das Spiel"),
    ],
)
def test_the_tip_names_the_next_tap(fields, word):
    answer = Client(headers=GERMAN).post(reverse("practice_preview", args=["treffpunkt"]), {"hands": "[]", **fields})
    tips = re.findall(r'<p class="tip">([^<]*)</p>', answer.content.decode())
    if word:
        assert word in tips[0]
    else:
        assert find_tip(fields, TREFFPUNKT, begin()) == ""


def test_the_radl_of_the_sheet_runs_there_too():
    game = PracticeGame(begin(), (), {})
    nuller = {**rufer(), "premiums": [{"premium": "pagat", "side": "declarer", "won": False}]}
    game = game.add_hand(score_table_hand(game.evening, TREFFPUNKT, nuller))
    assert game.evening.radl == 2
    page = post(hands=game.text, preview="1", **{"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won"})
    assert "+30" in page.content.decode()
    assert "Radl: noch 4" in Page(page.content.decode()).text


@pytest.mark.parametrize("players", [4, 5, 6])
@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_a_hand_is_found_in_every_deal(sheet_id, players):
    chance, sheet, evening = random.Random(1), sheet_of(sheet_id), begin(players)
    contracts = set()
    for _ in range(40):
        hand = make_hand(chance, sheet, evening)
        score = score_table_hand(evening, sheet, hand).score
        assert score is not None
        assert sum(score.payouts) == 0
        contracts.add(hand["plays"][0]["contract"])
        evening = apply_hand(evening, score)
    assert len(contracts) > 2
