"""A stand-by laptop while hands are entered and both are killed: nothing lost or doubled, all that is left named."""

import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress

import pytest

from tests.soak import IS_SOAK
from tests.support.attack.load import Phone, begin_tables
from tests.support.clients import NoAnswer
from tests.support.network.laptops import Laptop, run_laptop, wait_for_copy

pytestmark = [pytest.mark.heavy, pytest.mark.sqlite]
KILLS = 20 if IS_SOAK else 4  # half of them on each side


def send_hand(phone: Phone, saved: set[str]) -> None:
    """Send the next hand until it is saved; a phone whose connection has ended opens another one."""
    hand, tries = phone.build_next_hand(), 0
    while tries < 5:
        tries += 1
        with suppress(NoAnswer):
            if phone.learn(hand, phone.client.post(phone.hands, hand)):
                saved.add(hand["key"])
                return
            hand = phone.build_next_hand()
    raise AssertionError("nothing was saved")


@pytest.fixture
def pair(migrated_data, tmp_path) -> Iterator[tuple[Laptop, Laptop]]:
    """A first laptop, and another one that follows it."""
    with ExitStack() as stack:
        first, second = (
            stack.enter_context(run_laptop(migrated_data, tmp_path / name)) for name in ("first", "second")
        )
        second.follow(first)
        yield first, second


def test_after_kills_on_both_sides_and_a_split_no_hand_is_lost_doubled_or_unnamed(pair):
    first, second = pair
    chance, saved, split = random.Random(84), set[str](), set[str]()
    with ExitStack() as clients:
        phones = [Phone(first.url, slug, chance) for slug in begin_tables(first.server.served, 3)]
        for phone in phones:
            clients.enter_context(closing(phone.client))
            phone.look()
        for kill in range(KILLS):
            victim = (first, second)[kill % 2]
            for _hand in range(2):
                for phone in phones:
                    send_hand(phone, saved)
            time.sleep(chance.random())
            victim.server.kill()
            victim.server.start()
        for phone in phones:
            send_hand(phone, saved)
        wait_for_copy(second)
        copied = set(saved)
        first.server.kill()
        page = second.act(do="take_over")
        assert "Zurückgespielt" in page
        assert copied <= set(second.read_keys())

        # The first one comes back without a network to the other one: both believe to be first.
        second.server.kill()
        first.server.start()
        for phone in phones:
            send_hand(phone, split)
        second.server.start()
        others = [Phone(second.url, phone.slug, chance) for phone in phones[:1]]
        for phone in others:
            clients.enter_context(closing(phone.client))
            phone.look()
            send_hand(phone, saved)
            send_hand(phone, saved)
        until = time.monotonic() + 20
        while "ist nicht mehr der erste" not in (page := first.act()):
            assert time.monotonic() < until, page
            time.sleep(0.2)
        before = first.read_keys()
        refused = phones[0].client.post(phones[0].hands, phones[0].build_next_hand())
        assert refused.status == 503
        assert refused.json["code"] == "not_first"
        assert first.read_keys() == before
        named = page.count("<li>")
        assert named >= len(split)
        assert phones[0].slug in page
        page = first.act(do="send")
    keys = second.read_keys()
    assert len(keys) == len(set(keys))
    assert set(saved) <= set(keys)
    with closing(sqlite3.connect(second.server.served.data / "tarockclub.sqlite3")) as book:
        held = {key for (key,) in book.execute("SELECT key FROM scoring_heldhand")}
    assert set(split) <= set(keys) | held, page
    assert "Traceback" not in first.server.served.log + second.server.served.log
    second.server.served.manage("verify_ledger")
    # Whoever says that the old one stays the first is believed: the term decides.
    first.act(do="stay")
    until = time.monotonic() + 20
    while "ist nicht mehr der erste" not in second.act():
        assert time.monotonic() < until
        time.sleep(0.2)
