"""The pages of examples: in the order of the sheet, by game, by words, beside another sheet."""

import re

import pytest
from django.test import Client

from scoring.engine.hand.examples import load_examples, run_examples
from scoring.engine.house_rules.library import load
from scoring.sheets.examples import page as examples_page
from scoring.sheets.examples.page import ON_A_PAGE, put_beside
from tests.scoring.engine.support.built_in import SHEETS_MOSTLY_HEAVY, rules_of
from tests.scoring.support.pages import Page

pytestmark = pytest.mark.django_db
EXAMPLE = re.compile(r'<p class="played"><strong>(.*?)</strong>')
GROUP = re.compile(r"<h2>(.*?)(?: <small.*?)?</h2>")


def html(client: Client, address: str) -> str:
    """The source of a page."""
    answer = client.get(address)
    assert answer.status_code == 200
    source = answer.content.decode()
    assert Page(source).inline == []
    return source


def text(client: Client, address: str) -> str:
    """Return the text of a page, without the gaps."""
    return " ".join(" ".join(Page(html(client, address)).texts).split())


def all_pages(client: Client, address: str) -> list[str]:
    """The source of all pages of a list."""
    first = html(client, address)
    last = max([1, *map(int, re.findall(r"[?;]page=(\d+)", first))])
    sign = "&" if "?" in address else "?"
    return [first, *(html(client, f"{address}{sign}page={number}") for number in range(2, last + 1))]


@pytest.mark.parametrize("sheet_id", SHEETS_MOSTLY_HEAVY)
def test_every_sheet_has_a_page_of_examples_in_both_languages(german, english, sheet_id):
    count = len(load_examples(sheet_id))
    assert f"Alle {count} stimmen." in text(german, f"/sheets/{sheet_id}/examples/")
    assert f"All {count} agree." in text(english, f"/sheets/{sheet_id}/examples/")
    assert f'href="/sheets/{sheet_id}/examples/"' in html(german, f"/sheets/{sheet_id}/")


def test_the_pages_show_each_example_once_in_the_order_of_the_sheet(german):
    pages = all_pages(german, "/sheets/skoty/examples/")
    shown = [len(EXAMPLE.findall(page)) for page in pages]
    assert sum(shown) == len(load_examples("skoty"))
    assert set(shown[:-1]) == {ON_A_PAGE}
    groups = list(dict.fromkeys(group for page in pages for group in GROUP.findall(page)))
    order = [contract.name for contract in rules_of("skoty").build_sheet({"zwiccolo_bei": True}).contracts.values()]
    assert groups == [*(name for name in order if name in groups), "Nicht angenommen"]
    assert "Zwiccolo" in groups  # only an option of this sheet has it


def test_an_example_says_who_played_what_and_what_it_pays(german):
    page = text(german, "/sheets/standard/examples/?game=sechserdreier")
    assert "Sechserdreier · C · verloren" in page
    card = html(german, "/sheets/standard/examples/?q=37/1").partition('class="played"')[2]
    assert Page(card).texts[1] == "Rufer · A mit C · gewonnen · 37/1"
    assert "−1" in card
    assert '<a href="/sheets/standard/#contract-rufer">Rufer gewonnen: 1.</a>' in card


def test_the_options_and_the_forehand_of_an_example_stand_beside_it(german):
    page = text(german, "/sheets/treffpunkt/examples/?game=piccolo")
    assert "Vorhand: " in page
    assert "ohne: " in text(german, "/sheets/zwanzigerrufen/examples/?q=ohne")


def test_the_reasons_are_english_and_stand_on_english_pages_only(german, english):
    why = load_examples("standard")[0].why
    assert why in text(english, "/sheets/standard/examples/")
    assert why not in text(german, "/sheets/standard/examples/")


def test_the_rule_of_each_note_is_on_the_sheet(german):
    sheet = html(german, "/sheets/karlsruhe/")
    linked = {
        anchor
        for page in all_pages(german, "/sheets/karlsruhe/examples/")
        for anchor in re.findall(r'href="/sheets/karlsruhe/#([\w-]+)"', page)
    }
    assert len(linked) > 10
    assert [anchor for anchor in linked if f'id="{anchor}"' not in sheet] == []


def test_examples_can_be_picked_by_game(german):
    pages = all_pages(german, "/sheets/treffpunkt/examples/?game=dreier")
    assert {group for page in pages for group in GROUP.findall(page)} == {"Dreier"}
    everything = html(german, "/sheets/treffpunkt/examples/")
    assert f"Dreier ({sum(len(EXAMPLE.findall(page)) for page in pages)})" in everything
    unknown = html(german, "/sheets/treffpunkt/examples/?game=nothing")
    assert EXAMPLE.findall(unknown) == EXAMPLE.findall(everything)


def test_what_is_not_accepted_says_why_and_has_the_usual_name_of_a_game_that_the_sheet_lacks(german, english):
    page = text(german, "/sheets/karlsruhe/examples/?game=-")
    assert "Piccolo · B · gewonnen Karlsruhe kennt kein Spiel „Piccolo“." in page
    assert "Four kings silent" in text(english, "/sheets/karlsruhe/examples/?game=-")
    assert "?" not in "".join(EXAMPLE.findall(html(german, "/sheets/karlsruhe/examples/?game=-")))


def test_examples_are_found_by_words_in_any_order(german):
    found = EXAMPLE.findall(html(german, "/sheets/treffpunkt/examples/?q=PAGAT dreier"))
    assert found
    assert all("Pagat" in title and "reier" in title for title in found)
    nothing = text(german, "/sheets/treffpunkt/examples/?q=hausmasta")
    assert "So ein Beispiel gibt es nicht." in nothing


def test_the_search_stays_on_the_next_pages(german):
    page = html(german, "/sheets/treffpunkt/examples/?q=gewonnen")
    assert "?q=gewonnen&amp;page=2" in page
    assert 'value="gewonnen"' in page


@pytest.mark.parametrize("number", ["٣", "0", "-1", "x", "9" * 5000, ""])
def test_a_page_that_there_is_not_is_another_one(german, number):
    assert EXAMPLE.findall(html(german, f"/sheets/standard/examples/?page={number}"))


# --- beside another sheet ---


@pytest.mark.heavy
def test_beside_another_sheet_stand_the_hands_that_pay_something_else(german):
    address = "/sheets/treffpunkt/examples/?with=standard"
    page, count = html(german, address), len(load_examples("treffpunkt"))
    differing = int(re.findall(rf"(\d+) von {count} sind anders\.", page)[0])
    assert 0 < differing < count
    assert sum(len(EXAMPLE.findall(found)) for found in all_pages(german, address)) == differing
    everything = all_pages(german, f"{address}&all=1")
    assert sum(len(EXAMPLE.findall(found)) for found in everything) == count
    assert "in beiden gleich" in everything[0]
    assert "in beiden gleich" not in page


def test_a_hand_that_does_not_exist_there_says_why(english):
    page = text(english, "/sheets/treffpunkt/examples/?with=karlsruhe&game=piccolo")
    assert "Not accepted Karlsruhe has no contract “Piccolo”." in page


def test_another_sheet_that_there_is_not_or_the_same_one_is_left_out(german):
    plain = EXAMPLE.findall(html(german, "/sheets/treffpunkt/examples/"))
    for other in ("wirtshaus", "treffpunkt", ""):
        page = html(german, f"/sheets/treffpunkt/examples/?with={other}")
        assert EXAMPLE.findall(page) == plain
        assert "sind anders" not in page


def test_a_draft_is_put_beside_its_parent():
    parent, draft = rules_of("treffpunkt"), load('id = "own"\nextends = "treffpunkt"\nsource = "x"\nradl = false')
    listed = put_beside(parent, draft, load_examples("treffpunkt"), "de")
    only = listed.keep_standing_out()
    assert 0 < listed.standing_out == len(only.scored) < len(listed.scored)
    shown = only.describe()
    assert all(len(example.outcomes) == 2 and not example.expected for example in shown)
    assert any("im Radl" in example.circumstances for example in shown)


def test_an_example_that_does_not_agree_says_what_was_expected(german, monkeypatch):
    wrong = load_examples("skoty")[0]._replace(payouts=("7", "-7", "7", "-7"))
    refused = load_examples("skoty")[1]._replace(payouts=None, errors=(("plays", "no_plays"),))

    def run_wrong(sheet_id, rules):
        return run_examples(rules, [wrong, refused, *load_examples("skoty")[2:]])

    monkeypatch.setattr(examples_page, "run_sheet_examples", run_wrong)
    page = text(german, "/sheets/skoty/examples/")
    assert f"2 von {len(load_examples('skoty'))} stimmen nicht." in page
    assert "Erwartet: A 7, B −7, C 7, D −7" in page
    assert "Erwartet: nicht angenommen" in page
