"""A phone that does not reach its server any more: its hands go from its screen onto the sheet, and count once."""

import pytest
from playwright.sync_api import Page, expect

from scoring.table.waiting_hands.services import WaitingHand, read_hands
from tests.offline.keeping import Book, Keeper, dreier_totals
from tests.support.signed_in import let_in

pytestmark = pytest.mark.heavy
DECLARERS = [0, 1, 2, 3, 1]


@pytest.fixture
def keeper(phone):
    """A phone that has begun an evening, entered a hand, and lost the server; four hands wait on it."""
    keeper = Keeper(phone)
    keeper.start()
    keeper.keep(DECLARERS[0])
    keeper.is_empty_within()
    phone.context.set_offline(True)
    for declarer in DECLARERS[1:]:
        keeper.keep(declarer)
    return keeper


@pytest.fixture
def director(page_factory, served) -> Page:
    """Somebody who is logged in on another device, and reaches the server."""
    page: Page = page_factory()
    let_in(page.context, served.url)
    page.goto("/evenings/")
    page.get_by_role("link", name="Spiele vom Handy retten").click()
    return page


def text_shown(keeper: Keeper) -> str:
    """Let the phone show its hands as text; the text."""
    keeper.unfold("#waiting")
    keeper.page.get_by_role("button", name="Als Text zeigen").tap()
    return keeper.page.get_by_label("Text der Spiele").input_value()


def read_in(director: Page, text: str) -> None:
    """Paste a text, look at it and confirm."""
    director.get_by_label("Text der Spiele").fill(text)
    director.get_by_role("button", name="Ansehen").click()
    director.get_by_role("button", name="einlesen").click()
    expect(director.get_by_role("status")).to_contain_text("eingelesen")


def test_hands_go_from_screen_to_sheet_and_the_phone_that_finds_back_forgets_them(keeper, director, served, faults):
    faults.expect("ERR_INTERNET_DISCONNECTED")
    book = Book(served, keeper.page.url)
    text = text_shown(keeper)
    kept = [hand["key"] for hand in keeper.outbox]
    assert [hand.key for hand in read_hands(text) if isinstance(hand, WaitingHand)] == kept
    read_in(director, text)
    assert book.keys[1:] == kept
    assert book.totals == dreier_totals(DECLARERS)
    keeper.page.get_by_role("button", name="Schließen").tap()
    keeper.page.context.set_offline(False)
    keeper.is_empty_within()
    keeper.shows_hands(len(DECLARERS))
    assert book.writes == len(DECLARERS)


def test_the_next_hand_on_the_phone_follows_those_that_were_read_in(keeper, director, served, faults):
    faults.expect("ERR_INTERNET_DISCONNECTED")
    book = Book(served, keeper.page.url)
    read_in(director, text_shown(keeper))
    keeper.page.get_by_role("button", name="Schließen").tap()
    keeper.tap(keeper.page.locator("#save"))  # beside the list: folds it, saves nothing
    newest = keeper.keep(2)
    keeper.page.context.set_offline(False)
    keeper.is_empty_within()
    assert book.keys[-1] == newest
    assert book.totals == dreier_totals([*DECLARERS, 2])
    assert not book.held_hands
