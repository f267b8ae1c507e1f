"""The table on an iPhone, as near as Debian comes to one: WebKit enters, keeps, corrects and shows what others do."""

import json
import time
import urllib.request

import pytest

from scoring.book.access.permissions import COOKIE
from tests.offline.keeping import HAS_ALL, KEPT_KEY, LIST_HANDS, Book, dreier_totals, until
from tests.scoring.support.tables import NAMES
from tests.support.beginning import BegunTable, begin
from tests.support.network import moods
from tests.support.network.moods import HANDS
from tests.support.network.poor_network import run_poor_network
from tests.support.signed_in import SESSION
from tests.webkit.browser import PATIENCE, WebKitPage

KEY = "() => document.querySelector('#entry [name=key]')?.value"
# Whose cards are tapped: of who plays, who plays with him, who loses.
CARDS = ("p0-declarer", "p0-partner", "p0-loser")
SURFACE = "() => !!document.querySelector('#entry.surface')"


class WebKitThumb:
    """Taps on the page of a table."""

    def __init__(self, page: WebKitPage) -> None:
        self.page = page

    def start(self, sheet: str = "treffpunkt", names: tuple[str, ...] = NAMES, **agreed: str) -> BegunTable:
        """Be a phone that writes at the table of an evening that has just begun."""
        begun = begin(self.page.site, sheet, names, agreed)
        self.join(begun)
        return begun

    def join(self, begun: BegunTable) -> None:
        """Be a phone that writes at a table."""
        self.page.open(begun.address)
        self.page.add_cookie(COOKIE, begun.secret)
        self.open(begun.address)

    def log_in(self) -> None:
        """Be the club's director besides."""
        self.page.add_cookie("sessionid", SESSION)

    def open(self, address: str) -> None:
        """Open the page of a table, and wait for its keys."""
        self.page.open(address)
        self.page.expect(SURFACE, value=True)

    def choose(self, **fields: str) -> None:
        """Tap on choices; `p0_contract="rufer"` is the key of that game, a premium its chip."""
        for field, value in fields.items():
            name = field.replace("_", "-")
            if name in CARDS:
                self.page.tap(f'.totals li[data-seat="{value}"] .tap')
            elif name == "chip":
                self.page.tap(f'[data-chip="{value}"]')
            else:
                self.page.tap(f'label:has(input[name="{name}"][value="{value}"])')

    def save(self) -> None:
        """Tap on the button; the form of the next hand comes."""
        key = self.page.call(KEY)
        self.page.tap("#save")
        self.page.expect(
            "(key) => [undefined, key].includes(document.querySelector('#entry [name=key]')?.value)", False, key
        )

    def stands_at(self, *totals: str) -> None:
        """Wait for the totals at the top of the page, and at the foot of the sheet."""
        self.page.expect_texts(".totals .number", *totals)
        self.page.expect_texts(".written tfoot td", *totals)


pytestmark = pytest.mark.heavy
PHONES = ((320, 568), (360, 740), (412, 915), (740, 360))
MISTYPED = '.reasons label:has([value="vertippt"])'
IS_WIDE = "() => document.documentElement.scrollWidth > innerWidth"
# Whether the code is whole, above whatever lies at the lower edge.
IS_WHOLE = """() => {
  const box = document.querySelector("#write .code").getBoundingClientRect();
  const bar = document.querySelector(".places");
  const floor = bar?.checkVisibility() ? bar.getBoundingClientRect().top : innerHeight;
  return box.width >= 144 && box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= floor;
}"""
# Over HTTPS the page does that by itself.
BEGIN_TO_KEEP_PAGES = """async () => {
  await navigator.serviceWorker.register(document.querySelector("[data-worker]").dataset.worker);
  await navigator.serviceWorker.ready;
}"""
IS_ALONE = "() => !document.querySelector('.places').checkVisibility()"
CLOCK = """() => {
  const clock = document.querySelector("[data-clock][data-gong]");
  return [Number(clock.dataset.ends), clock.textContent.trim()];
}"""
ROUND = """
from tests.tournaments.support import factories
from tests.tournaments.support.acts import start_clock
tournament, first, tables = factories.whole(8)
start_clock(first, factories.new_key())
print(tournament.slug)
"""


@pytest.fixture
def thumb(webkit_pages):
    """A scorekeeper at a table that has just begun."""
    thumb = WebKitThumb(webkit_pages())
    thumb.start()
    return thumb


@pytest.fixture
def inn(served):
    """The inn's network in front of the served club."""
    with run_poor_network(served.url) as network:
        yield network


@pytest.fixture
def keeper(webkit_pages, inn):
    """A scorekeeper in the inn."""
    thumb = WebKitThumb(webkit_pages(through=inn.url))
    thumb.start()
    return thumb


def choose_dreier(thumb, declarer=0):
    """Enter a Dreier that is won, and do not save it."""
    thumb.choose(p0_contract="dreier", p0_declarer=str(declarer), p0_result="won")


def save_dreier(thumb, declarer=0):
    choose_dreier(thumb, declarer)
    thumb.save()


def keep_dreier(thumb, declarer):
    """Save a Dreier without the network; its key, which the phone keeps."""
    choose_dreier(thumb, declarer)
    before = thumb.page.call(KEY)
    thumb.page.tap("#save")
    until(lambda: thumb.page.call(KEPT_KEY, before))
    return thumb.page.call(KEPT_KEY, before)


def ask_time(served):
    """Return the server's time, milliseconds."""
    with urllib.request.urlopen(f"{served.url}/tournaments/time/") as answer:
        return json.load(answer)["now"]


def is_right(wall, served):
    """Return whether the clock shows what the server has left, within a second."""
    before = ask_time(served)
    ends, shown = wall.call(CLOCK)
    minutes, seconds = shown.split(":")
    after = ask_time(served)
    return (ends - after) / 1000 - 1 <= 60 * int(minutes) + int(seconds) <= (ends - before) / 1000 + 1


def is_empty(thumb):
    return thumb.page.call(LIST_HANDS) == []


def test_what_a_script_complains_about_is_heard(thumb):
    thumb.page.call("() => { setTimeout(() => { throw new Error('so nicht'); }); }")
    until(lambda: thumb.page.call("() => 1") and thumb.page.complaints)
    assert [complaint for complaint in thumb.page.complaints if "so nicht" not in complaint] == []
    thumb.page.complaints.clear()


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_hands_pay_what_they_pay_elsewhere_on_each_screen(webkit_pages, width, height):
    thumb = WebKitThumb(webkit_pages(width, height))
    thumb.start()
    thumb.choose(p0_contract="rufer", p0_partner="2", chip="pagat", p0_result="won")
    thumb.save()
    thumb.stands_at("2", "−2", "2", "−2")
    save_dreier(thumb)
    thumb.stands_at("17", "−7", "−3", "−7")
    thumb.page.expect(IS_WIDE, value=False)


def test_points_of_a_trischaken_are_typed_on_the_pad_of_the_table(thumb):
    thumb.choose(p0_contract="trischaken")
    thumb.page.tap('.count[data-counts="four"]')
    for digit in "202015":
        thumb.page.tap(f'//*[contains(@class, "number-pad")]//button[normalize-space() = "{digit}"]')
    thumb.save()
    thumb.stands_at("−2", "−2", "2", "2")


def test_what_was_just_saved_is_taken_back_and_saved_anew(thumb):
    save_dreier(thumb)
    thumb.page.tap(".undo button")
    thumb.page.expect("() => document.querySelector('[name=p0-declarer]:checked')?.value", "0")
    thumb.choose(p0_result="lost")
    thumb.save()
    thumb.stands_at("−15", "5", "5", "5")


def test_three_hands_later_another_declarer_is_found_by_holding_the_sheet_up_to_the_book(thumb, served):
    for declarer in range(3):
        save_dreier(thumb, declarer)
    thumb.stands_at("5", "5", "5", "−15")
    address = thumb.page.url
    thumb.page.tap(".written tbody:not(.strike) th a")
    thumb.page.tap('dialog[open] a[href$="/hand/"]')
    thumb.page.enter_frame("dialog[open] iframe")  # over the table
    thumb.page.expect("() => document.querySelector('#entry.surface') !== null", value=True)
    thumb.choose(p0_declarer="0")  # who stands there is taken back
    thumb.choose(p0_declarer="3")
    thumb.page.tap(MISTYPED)
    thumb.page.expect("() => !!document.querySelector('#preview:not(.stale) [data-part=follows]')", value=True)
    thumb.page.tap("#save")
    thumb.page.enter_frame("")
    thumb.stands_at("−15", "5", "5", "5")
    assert Book(served, address).totals == [-15, 5, 5, 5]


def test_hands_kept_without_a_network_are_stored_once_and_in_order_though_answers_are_lost(keeper, inn, served):
    book = Book(served, keeper.page.url)
    inn.mood = moods.OFF
    inn.cut()
    keys = [keep_dreier(keeper, declarer) for declarer in (0, 1, 0)]
    assert book.keys == []
    inn.mood = moods.apply_only_to(HANDS, moods.apply_every_second(moods.ANSWERS_LOST))
    book.has_within(keys)
    assert book.totals == dreier_totals([0, 1, 0])
    until(lambda: is_empty(keeper))
    keeper.stands_at("25", "5", "−15", "−15")


def test_a_cellar_adds_up_and_is_settled_before_the_server_is_back(webkit_pages, inn, served):
    keeper = WebKitThumb(webkit_pages(through=inn.url))
    keeper.start(played_for="money", rate="10")
    book = Book(served, keeper.page.url)
    save_dreier(keeper)
    keeper.stands_at("15", "−5", "−5", "−5")
    keeper.page.expect(HAS_ALL, value=True)
    inn.mood = moods.OFF
    inn.cut()
    keeper.page.expect("() => document.documentElement.matches('.no-network')", value=True)
    kept = [keep_dreier(keeper, declarer) for declarer in (1, 1)]
    keeper.stands_at("5", "25", "−15", "−15")
    keeper.page.expect("() => document.querySelectorAll('.chart polyline.is-provisional').length", 4)
    keeper.page.tap('a[data-act="settle"]')
    keeper.page.expect_texts("#settled-here dd", "+0,50 €", "+2,50 €", "−1,50 €", "−1,50 €")
    keeper.page.tap("#settled-here button")
    inn.mood = moods.GOOD
    until(lambda: book.keys[1:] == kept)
    assert book.totals == [5, 25, -15, -15]
    keeper.page.expect("() => document.querySelectorAll('.is-provisional, .of-this-phone').length", 0)


def test_a_page_that_is_opened_again_without_a_network_has_its_hands_and_sends_them(keeper, inn, served):
    address = keeper.page.url
    book = Book(served, address)
    keeper.page.call(BEGIN_TO_KEEP_PAGES)
    keeper.open(address)
    keeper.page.expect("(path) => caches.match(path).then(Boolean)", True, address)
    inn.mood = moods.OFF
    inn.cut()
    keys = [keep_dreier(keeper, 3)]
    keeper.open(address)
    keys.append(keep_dreier(keeper, 1))
    inn.mood = moods.GOOD
    book.has_within(keys)
    until(lambda: is_empty(keeper))


def test_what_one_phone_saves_the_other_shows(webkit_pages):
    first, second = (WebKitThumb(webkit_pages()) for _ in range(2))
    second.join(first.start())
    save_dreier(first)
    second.stands_at("15", "−5", "−5", "−5")
    save_dreier(second, 1)
    first.stands_at("10", "10", "−10", "−10")


def test_what_another_phone_has_saved_meanwhile_is_compared_over_the_keys(webkit_pages):
    first, second = (WebKitThumb(webkit_pages()) for _ in range(2))
    second.join(first.start())
    choose_dreier(second, 1)
    save_dreier(first)
    second.page.expect("() => document.querySelector('#live .elsewhere')?.checkVisibility()", value=True)
    second.page.tap('#live [data-part="next"]')
    second.page.expect("() => document.querySelector('[name=p0-declarer]:checked')?.value", "1")
    second.save()
    second.stands_at("10", "10", "−10", "−10")


@pytest.mark.parametrize(("width", "height"), [(320, 640), (740, 360)])
def test_the_code_is_whole_above_the_bar_of_the_places_and_alone_from_the_table(webkit_pages, width, height):
    thumb = WebKitThumb(webkit_pages(width, height))
    begun = thumb.start()
    thumb.log_in()
    thumb.page.open(f"{begun.address}link/")
    thumb.page.expect(IS_WHOLE, value=True)
    assert not thumb.page.call(IS_ALONE)
    thumb.open(begun.address)
    thumb.page.tap('.icon-row a[href*="/link/"]')
    thumb.page.expect(IS_ALONE, value=True)
    thumb.page.expect(IS_WHOLE, value=True)
    thumb.page.tap('#write a[href="#main"]')
    thumb.page.expect(IS_ALONE, value=False)


def test_the_clock_on_the_wall_shows_what_the_server_has_left(webkit_pages, served):
    wall = webkit_pages(1280, 720)
    wall.open(f"/tournaments/{served.run(ROUND)}/projector/")
    for _ in range(3):
        until(lambda: is_right(wall, served), PATIENCE)
        time.sleep(1.3)


def test_no_page_of_an_evening_is_wider_than_the_phone(webkit_pages, served):
    thumb = WebKitThumb(webkit_pages(320, 568))
    address = thumb.start().address
    save_dreier(thumb)
    thumb.stands_at("15", "−5", "−5", "−5")
    thumb.log_in()
    line = thumb.page.call("() => document.querySelector('.written tbody th a').href")
    parts = ("", "link/", "link/players/", "link/watch/", "settlement/", "share/", "more/", "rules/", "tablet/")
    wide = []
    for page in (
        *(address + part for part in parts),
        line,
        f"{line}hand/",
        served.url + "/",
        served.url + "/evenings/",
    ):
        thumb.page.open(page)
        for width, height in PHONES:
            thumb.page.change_size(width, height)
            if thumb.page.call(IS_WIDE):
                wide.append((page, width))
    assert wide == []
