"""Two phones at one table, one of them or both without the network: nothing is overwritten, and a tap decides."""

import pytest
from playwright.sync_api import expect

from tests.offline.keeping import Book, dreier_totals, until
from tests.support.network import moods
from tests.support.network.moods import HANDS, Way

pytestmark = pytest.mark.heavy

HELD_HAND = ".held-hand"


@pytest.fixture
def book(served, pair):
    """The server's view of their table."""
    return Book(served, pair[0].page.url)


def save_online(keeper, declarer, number):
    """Save a hand with the network, as the hand with that number."""
    keeper.shows_hands(number - 1)
    keeper.enter(declarer)
    keeper.tap(keeper.page.locator("#save"))
    keeper.shows_hands(number)
    keeper.is_empty_within()


def offline(keeper, *, is_so):
    """The phone loses its network, or has it again, and knows it."""
    keeper.page.context.set_offline(is_so)


def see_held(number, *phones):
    """All phones show so many hands that somebody must decide about."""
    for phone in phones:
        expect(phone.page.locator(HELD_HAND)).to_have_count(number)


def decide(keeper, what):
    """Tap what the first of these hands is."""
    keeper.tap(keeper.page.locator(f'{HELD_HAND} >> nth=0 >> button[value="{what}"]'))


def show_the_same(book, declarers, *phones):
    """All phones show the same sheet, with these hands, and nothing is left to be decided."""
    totals = dreier_totals(declarers)
    until(lambda: [hand.declarer for hand in book.hands] == declarers, state=lambda: book.hands)
    assert book.totals == totals
    see_held(0, *phones)
    for phone in phones:
        phone.is_empty_within()
        for place in (".totals .number", ".written tfoot td"):
            expected = [str(total).replace("-", "−") for total in totals]
            expect(phone.page.locator(place)).to_have_text(expected)
        expect(phone.page.locator("#entry h2").first).to_have_text(f"Spiel {len(declarers) + 1}")
    sheets = {phone.page.locator(".written").first.inner_text() for phone in phones}
    assert len(sheets) == 1, sheets


def enter_too_late(first, second, declarer):
    """The first phone enters a hand without the network while the second one saves one; its key."""
    offline(first, is_so=True)
    key = first.keep(declarer)
    save_online(second, 0, 1)
    offline(first, is_so=False)
    see_held(1, first, second)
    return key


def test_a_deal_that_both_have_entered_is_seen_by_both_and_one_tap_decides(pair, book):
    first, second = pair
    key = enter_too_late(first, second, 1)
    assert first.waiting_states == {key: "held"}
    assert [hand.declarer for hand in book.hands] == [0]
    decide(second, "next")
    show_the_same(book, [0, 1], first, second)
    assert book.keys[1] == key


def test_a_held_hand_that_its_own_phone_puts_right_in_the_form_is_not_asked_about_any_more(pair, book):
    first, second = pair
    key = enter_too_late(first, second, 1)
    first.page.goto(f"{first.page.url.split('?')[0]}?held={key}#entry")
    first.choose(p0_declarer="2", p0_result="won")
    first.tap(first.page.locator("#save"))
    show_the_same(book, [0, 2], first, second)
    assert book.keys[1] == key


def test_the_next_hand_does_not_wait_for_the_one_that_has_to_be_decided_about(pair, book, network):
    first, second = pair
    second.enter(1)
    save_online(first, 0, 1)
    network.mood = moods.apply_only_to(HANDS, lambda _asked: Way(back=5))
    held = second.save_offline()
    see_held(1, first, second)
    assert second.waiting_states == {held: "waiting"}, "the answer came before the news"
    until(lambda: second.waiting_states == {held: "held"})
    network.mood = moods.GOOD
    key = second.keep(2)
    until(lambda: len(book.keys) == 2, state=lambda: book.held_hands)
    assert book.keys[1] == key
    assert book.held_undecided == [held]


def test_deal_seven_entered_offline_by_one_and_online_by_the_other_overwrites_nothing(pair, book):
    first, second = pair
    for number in range(1, 7):
        save_online(second, number % 3, number)
    first.shows_hands(6)
    offline(first, is_so=True)
    mine = [first.keep(declarer) for declarer in (3, 1)]
    save_online(second, 3, 7)
    theirs = book.keys
    offline(first, is_so=False)
    see_held(1, first, second)  # one after the other: the second follows the first
    assert book.keys == theirs
    until(lambda: list(first.waiting_states.values()) == ["held", "held"])
    line = first.page.locator(f"{HELD_HAND} button.primary").get_attribute("value")
    assert line.startswith("same "), "the same game of the same player is most likely the same hand"
    decide(first, line)
    show_the_same(book, [1, 2, 0, 1, 2, 0, 3, 1], first, second)
    assert book.keys == [*theirs, mine[1]]
    book.verify()


@pytest.mark.parametrize("decider", [0, 1])
def test_when_both_were_offline_with_several_hands_each_all_of_them_are_decided(pair, book, decider):
    first, second = pair
    for phone in pair:
        offline(phone, is_so=True)
    mine, theirs = [first.keep(at) for at in (0, 1, 2)], [second.keep(at) for at in (0, 3)]
    offline(first, is_so=False)
    book.has_within(mine)
    offline(second, is_so=False)
    see_held(1, first, second)
    assert set(second.waiting_states) == set(theirs)
    tapping = pair[decider]
    decide(tapping, tapping.page.locator(f'{HELD_HAND} button[value^="same"]').first.get_attribute("value"))
    until(lambda: book.held_undecided == theirs[1:])
    for phone in pair:  # not the first one any more
        expect(phone.page.locator(f'{HELD_HAND} input[value="{theirs[1]}"]')).not_to_have_count(0)
    see_held(1, first, second)
    decide(tapping, "next")
    show_the_same(book, [0, 1, 2, 3], first, second)
    assert book.keys == [*mine, theirs[1]]
    book.verify()


def test_hands_that_come_after_the_end_of_the_evening_are_kept_and_saved_once_it_is_open_again(pair, book):
    first, second = pair
    offline(first, is_so=True)
    mine = [first.keep(declarer) for declarer in (1, 2)]
    save_online(second, 0, 1)
    table = second.page.url.split("?")[0]
    second.page.goto(f"{table}settlement/")
    second.unfold(".action.end details")
    second.tap(second.page.locator("#end button"))
    expect(second.page.locator("#reopen")).to_have_count(1)
    offline(first, is_so=False)
    until(lambda: len(book.held_undecided) == len(mine), state=lambda: book.held_undecided)
    until(lambda: [hand["state"] for hand in first.outbox] == ["held", "held"])
    assert len(book.keys) == 1
    second.page.goto(f"{table}settlement/")
    second.unfold(".action.end details")
    second.page.locator("#reopen-reason").fill("Es fehlen noch zwei Spiele")
    second.tap(second.page.locator("#reopen button"))
    expect(second.page.locator("#end")).to_have_count(1)
    second.page.goto(table)
    see_held(1, second)
    decide(second, "next")
    first.page.goto(table)
    show_the_same(book, [0, 1, 2], first, second)
    assert book.keys[1:] == mine
    book.verify()
