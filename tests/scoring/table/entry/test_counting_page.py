"""The counting help without script: typed cards, what they come to, what is no number; and where it is offered."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.hand.counting import PACKS
from scoring.engine.house_rules.library import load
from scoring.table.entry.counting import build_counting_page, parse_counting_page
from tests.scoring.engine.support.built_in import rules_of
from tests.scoring.support.evenings import end_evening, evening_of
from tests.scoring.support.pages import Page, open_table_page
from tests.scoring.support.tables import new_table
from tests.support.accounts import log_in

pytestmark = pytest.mark.django_db


def get_page(client: Client, **asked: str) -> Page:
    """The page with what was asked of it."""
    answer = client.get("/counting/", asked)
    assert answer.status_code == 200
    return Page(answer.content.decode())


def test_typed_cards_are_counted_with_what_the_others_have_and_whether_it_is_enough(german):
    page = get_page(german, pack="54", aims="35/2", king="4", honour="3", queen="2", jack="1", other="1")
    # 4 × 13 + 3 × 13 + 2 × 10 + 4 + 1 thirds
    found = parse_counting_page({"king": "4", "honour": "3", "queen": "2", "jack": "1", "other": "1", "aims": "35/2"})
    assert (found.own, found.others) == ("38/2", "31/1")
    assert [(aim.is_for_own, aim.is_for_others) for aim in found.aims] == [(True, False)]
    assert "Dieser Stoß\n38/2" in page.text
    assert "Alle anderen Karten\n31/1" in page.text
    assert page.sent["king"] == "4"
    assert page.inline == []


def test_before_half_the_cards_are_in_a_small_pile_is_not_called_too_small(german):
    hidden = 'data-aim="107" hidden', 'data-aim="107" data-of-others hidden'
    for typed, judged in (({}, False), ({"other": "26"}, False), ({"other": "27"}, True)):
        html = get_page(german, pack="54", aims="35/2", **typed).html
        assert [mark in html for mark in hidden] == [not judged] * 2
    assert hidden[0] not in get_page(german, pack="54", aims="35/2", king="4", honour="3", queen="4").html  # enough


def test_forty_cards_are_simply_added_up(german):
    page = get_page(german, pack="40", king="4", tarock="17", empty="4")
    assert "Dieser Stoß\n37" in page.text
    assert "empty" in page.fields
    assert "other" not in page.fields


@pytest.mark.parametrize("typed", ["5", "99999", "-1", "vier", "²", "1.0"])
def test_more_kings_than_there_are_and_nonsense_are_told_and_count_nothing(german, typed):
    page = get_page(german, king=typed)
    assert "König: davon gibt es 4" in page.text
    assert "70" in page.texts


def test_nonsense_in_the_address_is_no_fault(german):
    for asked in ({"pack": "7"}, {"aims": "x,99/9,9999,0,35/2,1,2,3,4,5"}, {"king": "\0"}, {"aims": "," * 500}):
        get_page(german, **asked)


@given(st.dictionaries(st.sampled_from(["pack", "aims", "king", "other", "empty"]), st.text(max_size=9)))
def test_whatever_is_typed_there_is_a_page_that_adds_up(asked):
    found = parse_counting_page(asked)
    assert found.pack in PACKS
    assert bool(found.problems) <= (found.own == "0")


def test_the_aims_are_those_of_the_sheet_with_kontra_where_that_is_another():
    printed = {}
    for name in ("treffpunkt", "karlsruhe", "zwanzigerrufen"):
        rules = rules_of(name)
        counting = build_counting_page(rules.build_sheet())
        assert counting is not None
        printed[name] = [aim.printed for aim in counting.aims]
    assert printed == {"treffpunkt": ["35/2"], "karlsruhe": ["35/1"], "zwanzigerrufen": ["45", "44"]}
    rules = rules_of("zwanzigerrufen")
    without = build_counting_page(rules.build_sheet({"kontra_limit_44": False}))
    assert without is not None
    assert [aim.printed for aim in without.aims] == ["45"]


def test_a_sheet_that_rounds_writes_a_pile_as_it_does_and_says_it_to_the_blatt_too(german):
    # 2 kings, 1 honour, 2 queens, 3 cavaliers, 2 jacks, 18 others: 28 cards, one left over (standard §1, Gezählt)
    pile = {"king": "2", "honour": "1", "queen": "2", "cavalier": "3", "jack": "2", "other": "18"}
    page = get_page(german, pack="54", aims="35/2", rounded="1", **pile)
    exact = "blattgenau:"
    assert f"Dieser Stoß\n35\n{exact}\n35/1\n36:" in page.text
    assert f"Alle anderen Karten\n35\n{exact}\n34/2\n36:" in page.text
    assert page.sent["rounded"] == "1"
    assert "blattgenau" not in get_page(Client(), pack="40", rounded="1").text


@pytest.mark.heavy_but("treffpunkt-False")
@pytest.mark.parametrize(("sheet", "rounded"), [("standard", True), ("skoty", True), ("treffpunkt", False)])
def test_the_counting_help_of_a_table_counts_like_its_sheet(german, sheet, rounded):
    page = open_table_page(log_in(headers={"accept-language": "de"}), new_table(sheet))
    assert ("&amp;rounded=1" in page.html, "data-rounded" in page.html) == (rounded, rounded)


def test_a_sheet_of_a_pack_that_nobody_knows_has_no_counting_help():
    own = load('id = "mine"\nextends = "zwanzigerrufen"\nsource = "club"\n[points]\ntotal = 100\n')
    assert build_counting_page(own.build_sheet()) is None


def test_the_table_page_leads_to_it_with_its_pack_and_its_aim():
    german = log_in(headers={"accept-language": "de"})
    page = open_table_page(german, new_table("zwanzigerrufen"))
    assert "/counting/?pack=40&amp;aims=45%2C44" in page.html
    assert "/counting/?pack=54&amp;aims=35%2F2" in open_table_page(german, evening_of()).html
    assert "/counting/" not in open_table_page(german, end_evening(evening_of())).html


def test_the_page_asks_the_database_nothing(german):
    with CaptureQueriesContext(connection) as queries:
        get_page(german)
    assert len(queries) == 0
