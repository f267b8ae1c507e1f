"""A lost table is found on the first page as long as it is any use; any page sends the hands of all tables."""

import pytest
from playwright.sync_api import expect

from tests.offline.keeping import LIST_HANDS, Book, Keeper, dreier_totals, kept_by, path_of, until, wait_until_kept
from tests.scoring.support.phone_driver import Thumb
from tests.scoring.support.scripts import STORE, build_call
from tests.support.network import moods

pytestmark = pytest.mark.heavy

SET_LAST_VISIT = build_call(
    STORE,
    """async ([path, days]) => {
  const at = new Date(Date.now() - days * 86_400_000).toISOString();
  await putTable({ path, names: "Emil, Flora", at });
}""",
)
# A hand of this table that the server has refused for good, and nobody sends any more.
WAITS = """async (path) => {
  const asked = indexedDB.open("tarockclub");
  const db = await new Promise((done) => { asked.onsuccess = () => done(asked.result); });
  const store = db.transaction("hands", "readwrite").objectStore("hands");
  const about = { said: "Dreier · Anna · gewonnen", at: new Date().toISOString() };
  store.put({ ...about, key: "waits", table: path, state: "other_body", order: 1, fields: {} });
  await new Promise((done) => { store.transaction.oncomplete = done; });
  db.close();
}"""
PATHS = build_call(STORE, "async () => (await listTables()).map((one) => one.path)")
OTHER = "/tables/00000000-0000-4000-8000-000000000000/"


def test_a_table_that_was_opened_is_on_the_first_page_until_somebody_removes_it(phone):
    phone.goto("/")
    expect(phone.locator("#tables-here")).to_be_hidden()
    path = path_of(Thumb(phone).start())
    phone.wait_for_load_state("load")
    until(lambda: phone.evaluate(PATHS) == [path])
    phone.goto("/")
    link = phone.locator("#tables-here a")
    expect(link).to_have_attribute("href", path)
    expect(link).to_contain_text("Anna, Berta, Cilli, Dora")
    phone.get_by_role("button", name="Von diesem Handy entfernen: Anna, Berta, Cilli, Dora").tap()
    expect(phone.locator("#tables-here")).to_be_hidden()
    phone.reload()
    expect(phone.locator("h1")).to_have_text("Willkommen")
    expect(phone.locator("#tables-here")).to_be_hidden()


def test_names_are_forgotten_after_thirty_days_unless_hands_wait_at_that_table(phone):
    phone.goto("/")
    phone.evaluate(SET_LAST_VISIT, ["/tables/old/", 31])
    phone.evaluate(SET_LAST_VISIT, ["/tables/recent/", 29])
    phone.evaluate(SET_LAST_VISIT, [OTHER, 400])
    phone.evaluate(WAITS, OTHER)
    phone.reload()
    until(lambda: phone.evaluate(PATHS) == ["/tables/recent/", OTHER])
    phone.reload()
    expect(phone.locator("#tables-here a")).to_have_count(2)
    expect(phone.locator("#tables-here li").last).to_contain_text("1 Spiel wartet hier")
    expect(phone.locator("#tables-here .forget:visible")).to_have_count(1)


def test_a_table_where_hands_wait_is_listed_also_when_it_was_removed(phone):
    phone.goto("/")
    phone.evaluate(WAITS, OTHER)
    phone.reload()
    expect(phone.locator("#tables-here a")).to_have_attribute("href", OTHER)
    expect(phone.locator("#tables-here li")).to_contain_text("Dreier · Anna · gewonnen")
    expect(phone.locator("#tables-here li")).to_contain_text("1 Spiel wartet hier")


def test_a_table_that_is_removed_is_not_kept_for_the_time_without_network_either(https_phone):
    address = Thumb(https_phone).start()
    wait_until_kept(https_phone, f"{address}rules/")
    https_phone.goto("/")
    https_phone.locator("#tables-here .forget").tap()
    until(lambda: kept_by(https_phone) == {})


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
