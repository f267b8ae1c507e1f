"""A phone that has kept hands of two tables sends both queues, whichever page of the site is opened."""

import pytest

from tests.offline.keeping import LIST_HANDS, Book, Keeper, dreier_totals, until
from tests.offline.stored_pages import path_of
from tests.support.network import moods

pytestmark = pytest.mark.heavy


def test_any_page_of_the_site_sends_the_hands_of_all_tables(inn_phone, network, served):
    first = Keeper(inn_phone)
    first.start()
    second = Keeper(inn_phone.context.new_page())
    second.start()
    books = [Book(served, thumb.page.url) for thumb in (first, second)]
    network.mood = moods.OFF
    network.cut()
    keys = []
    for thumb, declarers in ((first, (0, 1)), (second, (2, 3, 2))):
        thumb.page.bring_to_front()
        keys.append([thumb.keep(declarer) for declarer in declarers])
    for thumb in (first, second):
        thumb.page.close()
    network.mood = moods.GOOD
    home = first.page.context.new_page()
    home.goto("/")
    for book, expected in zip(books, keys, strict=True):
        book.has_within(expected)
    assert [book.totals for book in books] == [dreier_totals([0, 1]), dreier_totals([2, 3, 2])]
    until(lambda: home.evaluate(LIST_HANDS) == [])


def test_hands_of_another_table_are_told_where_one_of_them_cannot_be_sent(inn_phone, network, served):
    first, second = Keeper(inn_phone), Keeper(inn_phone.context.new_page())
    first.start()
    second.start()
    first.page.bring_to_front()
    network.mood = moods.OFF
    network.cut()
    first.keep(0)
    second.page.bring_to_front()
    second.unfold("#waiting")
    link = second.page.locator("#waiting [data-part=others] a")
    link.wait_for(state="visible")
    assert link.get_attribute("href") == path_of(first.page.url)
