"""Two phones, whose networks fail at random, whose tabs are closed and die: every hand they have kept is in the book
once, or people have decided that it is no hand of its own.
"""

import contextlib
import random
import time
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Error, Page, expect

from tests.offline.keeping import Book, Keeper, until
from tests.offline.test_browser_tabs import crash
from tests.scoring.support.scripts import WORDS, build_call
from tests.scoring.support.surface import find_controls
from tests.soak import IS_SOAK
from tests.support.browser import INN, PHONE, Site, open_pages
from tests.support.network import moods
from tests.support.network.inn import NO_NETWORK
from tests.support.network.moods import HANDS, Fate, Mood
from tests.support.network.poor_network import PoorNetwork, run_poor_network

pytestmark = pytest.mark.heavy
FIELDS = build_call(WORDS, "() => entryWords.fields()")
SEED = 1
SECONDS = 30 if IS_SOAK else 0  # of an evening of a thousand troubles
LONGEST = 400  # of one on a computer that is slow
ENOUGH = 16 if IS_SOAK else 5  # hands, and as many troubles as come meanwhile
CALM = 180  # seconds until all is in its place afterwards
LOOK_MS, LOOKS = 2000, 4  # how long people look for what they have chosen, and how often
GAMES = ("dreier", "piccolo", "bettler")  # anybody may play them alone
# What Chromium says of answers that are no success, of another site, and of a page that could not be loaded.
IN_THIS_EVENING = r"41[02]|409|portal\.example|net::ERR_|Page crashed"
# The choice that was tapped last, where the tap has reached the form of this page.
ARRIVED = """addEventListener("change", ({ target }) => { window.arrived = `${target.name} ${target.value}`; }, true)"""


class Phone:
    """A phone with a network of its own, on which something happens again and again."""

    def __init__(self, page: Page, network: PoorNetwork, chance: random.Random) -> None:
        self.thumb, self.network, self.chance = Keeper(page), network, chance
        self.context, self.address = page.context, ""
        self.context.add_init_script(ARRIVED)
        self.kept: dict[str, tuple[str, int]] = {}  # by key: which game, and whose
        self.replaced: set[str] = set()  # keys of hands that were changed after they had been sent
        self.did: Counter[str] = Counter()

    def act(self) -> None:
        """Do something, or let something happen to it."""
        acts: dict[Callable[[], None], int] = {
            self.play: 10, self.fade: 4, self.lose: 1, self.close: 1, self.decide: 3, self.wait: 3, self.change: 2,
        }  # fmt: skip
        act = self.chance.choices(list(acts), list(acts.values()))[0]
        self.did[act.__name__] += 1
        act()

    def play(self) -> None:
        """Enter a hand and save it."""
        if not self.thumb.page.locator("#entry").count():
            self.come_back()
        game, declarer = self.chance.choice(GAMES), self.chance.randrange(4)
        self.pick(p0_contract=game, p0_declarer=str(declarer), p0_result=self.chance.choice(("won", "lost")))
        self.save(game, declarer)

    def pick(self, **fields: str) -> None:
        """Tap on choices as people do: who does not see his choice looks again. But what has arrived must stay."""
        for name, value in fields.items():
            field = name.replace("_", "-")
            looks = 0
            while not self._tap_choice(field, value):
                arrived = self.thumb.page.evaluate("window.arrived")
                assert arrived != f"{field} {value}", f"a tap was thrown away: {arrived}"
                looks += 1
                assert looks < LOOKS, f"{field} cannot be chosen: {self.thumb.page.evaluate(FIELDS)}"
                self.did["look again"] += 1

    def _tap_choice(self, field: str, value: str) -> bool:
        """Tap on a choice, of a game in place of what stands there: a draft, or a hand that is being changed."""
        page = self.thumb.page
        page.evaluate("delete window.arrived")
        box = page.locator(f'input[name="{field}"][value="{value}"]')
        other = page.locator('[data-play="0"] [data-part=other]')
        try:
            if field == "p0-contract" and other.is_visible():
                other.tap(timeout=LOOK_MS)
            for control in find_controls(page, field, value):
                control.tap(timeout=LOOK_MS)
            expect(box).to_be_checked(timeout=LOOK_MS)
        except (Error, AssertionError):
            return False
        return True

    def save(self, game: str, declarer: int) -> None:
        """Save what stands in the form, and note under which key, and instead of which hand."""
        instead = self.thumb.page.locator("#entry").get_attribute("data-instead")
        key = self.thumb.save_offline()
        self.kept[key] = (game, declarer)
        if instead and instead != key:
            self.replaced.add(instead)

    def change(self) -> None:
        """Change a hand that waits; it gets a key of its own where the server may have it already."""
        waiting = [key for key, state in self.thumb.waiting_states.items() if state == "waiting"]
        if not waiting or not self.thumb.page.locator("#entry").count():
            return
        key = self.chance.choice(waiting)
        button = self.thumb.page.locator(f'#waiting [data-key="{key}"] [data-act="change"]')
        form = self.thumb.page.locator(f'#entry[data-instead="{key}"]')
        try:
            self.thumb.unfold("#waiting")
            button.tap(timeout=1000)
            expect(form).to_have_count(1, timeout=LOOK_MS)
        except (Error, AssertionError):
            return  # it has arrived just now
        declarer = self.chance.randrange(4)
        self.pick(p0_declarer=str(declarer))
        if not self.thumb.page.locator("[name=p0-result]:checked").count():  # another player's result is asked anew
            self.pick(p0_result="won")
        self.save(self.kept[key][0], declarer)

    def fade(self) -> None:
        """The network is another one now."""
        self.network.mood = self._mood()
        if self.chance.random() < 0.3:
            self.network.cut()

    def _mood(self) -> Mood:
        dice = random.Random(self.chance.random())
        return self.chance.choice(
            (
                *(moods.GOOD, moods.OFF, moods.CAPTIVE, moods.PORTAL),
                moods.apply_only_to(HANDS, moods.ANSWERS_LOST),
                moods.apply_only_to(HANDS, moods.apply_every_second(moods.ANSWERS_LOST)),
                moods.lose_share(dice, 0.5, moods.slow_down(0.3, 0.3, dice)),
                moods.apply_first(4, moods.HUNG),
                moods.apply_only_to(HANDS, moods.apply_first(2, moods.ANSWERS_HUNG)),
            )
        )

    def lose(self) -> None:
        """The phone itself has no network any more, or has it again."""
        self.context.set_offline(self.chance.random() < 0.5)

    def close(self) -> None:
        """The tab is closed, or dies; the phone opens the table anew."""
        if self.chance.random() < 0.5:
            crash(self.thumb.page)
        else:
            self.thumb.page.close()
        self.thumb = Keeper(self.context.new_page())
        self.come_back()

    def come_back(self) -> None:
        """Open the table where there is a network."""
        self.context.set_offline(False)
        self.network.mood = moods.GOOD
        self.thumb.page.goto(self.address)

    def decide(self) -> None:
        """Say what the first hand that waits for a decision is, if there is one."""
        first = self.thumb.page.locator(".held-hand").first
        way = 'button[value="next"]' if self.chance.random() < 0.7 else 'button[value^="same"]'
        with contextlib.suppress(Error):  # another phone was quicker
            if first.locator(way).count():
                first.locator(way).first.tap(timeout=1000)

    def leave(self) -> None:
        """Leave a hand as it is whose change was begun and not finished."""
        resume = self.thumb.page.locator('#waiting [data-act="resume"]')
        with contextlib.suppress(Error):
            if resume.count():
                self.thumb.unfold("#waiting")
                resume.first.tap(timeout=1000)

    def wait(self) -> None:
        """Time passes."""
        self.thumb.page.wait_for_timeout(self.chance.uniform(100, 1500))


def test_whatever_happens_to_two_phones_every_hand_they_kept_is_in_the_book_once_or_decided(chromium, served, faults):
    faults.expect(NO_NETWORK)
    faults.expect(IN_THIS_EVENING)
    with contextlib.ExitStack() as stack:
        phones = []
        for at in range(2):
            network = stack.enter_context(run_poor_network(served.url, INN))
            pages = stack.enter_context(open_pages(chromium, faults, Site(network.url, served.url)))
            phones.append(Phone(pages(**PHONE), network, random.Random(f"{SEED} {at}")))
        sit_down(*phones)
        book = Book(served, phones[0].address)
        spend_an_evening(phones, random.Random(SEED))
        calm_down(phones, book)
        check(phones, book)
        book.verify()


def sit_down(first: Phone, second: Phone) -> None:
    """One phone begins the evening, the other one gets its right."""
    first.address = first.thumb.start()
    rights = first.context.cookies()
    second.context.add_cookies(rights)  # type: ignore[arg-type]  # a name holds at every port
    second.address = first.address.replace(first.network.url, second.network.url)
    second.come_back()


def spend_an_evening(phones: list[Phone], chance: random.Random) -> None:
    """Let things happen, now to the one and now to the other."""
    begun = time.monotonic()

    def is_late() -> bool:
        took = time.monotonic() - begun
        is_enough = sum(len(phone.kept) for phone in phones) >= ENOUGH and has_lost_something(phones)
        return took > (SECONDS if is_enough else LONGEST)

    while not is_late():
        chance.choice(phones).act()


def count_fates(phones: list[Phone]) -> Counter[Fate]:
    """Return what became of the hands that were sent."""
    return Counter(note.way.fate for phone in phones for note in phone.network.list_sent(HANDS))


def has_lost_something(phones: list[Phone]) -> bool:
    """Tell whether a hand, or the answer to it, did not come through."""
    fates = count_fates(phones)
    return fates.total() > fates[Fate.PASSES]


def calm_down(phones: list[Phone], book: Book) -> None:
    """The network is back for good; people decide about all that waits for it."""
    for phone in phones:
        phone.come_back()

    def is_calm() -> bool:
        for phone in phones:
            phone.leave()
            phone.decide()
            phone.thumb.page.wait_for_timeout(500)
        return not book.held_undecided and not any(phone.thumb.outbox for phone in phones)

    state = "\n".join
    until(is_calm, CALM, lambda: state(f"{phone.thumb.waiting_states} {phone.did}" for phone in phones))


def check(phones: list[Phone], book: Book) -> None:
    """Every hand is where it belongs, as it was entered, and nowhere else."""
    kept, replaced = phones[0].kept | phones[1].kept, phones[0].replaced | phones[1].replaced
    hands = {hand.key: (hand.contract, hand.declarer) for hand in book.hands}
    fates = count_fates(phones)
    print(len(kept), "hands,", len(hands), "in the book,", Counter(book.held_hands.values()), dict(fates))
    print([dict(phone.did) for phone in phones])
    assert len(kept) == len(phones[0].kept) + len(phones[1].kept) >= ENOUGH
    assert hands.keys().isdisjoint(book.held_hands)
    known = hands.keys() | book.held_hands.keys()
    assert kept.keys() - replaced <= known <= kept.keys()
    assert all(kept[key] == hand for key, hand in hands.items())
    assert has_lost_something(phones), "nothing happened: nothing was tested"
    assert sum(book.totals) == 0
    for phone in phones:
        assert phone.network.list_overlapping(HANDS) == []
        expect(phone.thumb.page.locator(".held-hand")).to_have_count(0)
