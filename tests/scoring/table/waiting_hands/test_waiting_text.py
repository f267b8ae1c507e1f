"""Waiting hands as text: what a phone prints is read, whatever messengers and people did to it."""

import re
import textwrap
import uuid
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.table.waiting_hands.services import DAMAGED_LINE, NEWER_PROGRAM, UnreadableHands, WaitingHand, read_hands
from tests.support.hand_text import add_check, build_text, encode_hand
from tests.support.paths import DEV_DOCS

DOCUMENT = DEV_DOCS / "waiting-text.md"
DREIER = WaitingHand(
    slug=uuid.UUID("0d6e4079e36703ebd37c00722f5891d2"),
    key="5ae03b4cbb5a4b9c8b5f6a3a1f0f4f1e",
    previous="",
    seats=(0, 1, 2, 3, 0, 11, 12, 13, 14),
    number=1,
    entry_time=datetime(2026, 11, 20, 20, 14, 5, tzinfo=UTC),
    fields={"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won", "p0-kontra_by": "2"},
)
SOLO = DREIER._replace(
    key="6bf14c5d", previous=DREIER.key, number=2, fields={"p0-contract": "solo", "p0-points": "35/2"}
)

printable = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=12)
keys = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=64)
hands = st.builds(
    WaitingHand,
    slug=st.uuids(),
    key=keys,
    previous=st.one_of(st.just(""), keys),
    seats=st.tuples(*[st.integers(0, 10**9)] * 9),
    number=st.integers(0, 999),
    entry_time=st.integers(10**9, 4 * 10**9).map(lambda seconds: datetime.fromtimestamp(seconds, UTC)),
    fields=st.dictionaries(printable, printable, max_size=6),
)


def list_hands(text):
    """All that is read in a text."""
    return list(read_hands(text))


@given(st.lists(hands, max_size=4))
def test_what_is_printed_is_read_as_it_was(some):
    assert list_hands(build_text(*some)) == some


def test_a_line_is_what_the_docs_say():
    [example] = re.findall(r"^    (TAROCK1/.*)$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    fields = {"p0-contract": "dreier", "p0-declarer": "1", "p0-result": "won"}
    assert example == encode_hand(DREIER._replace(fields=fields))


@pytest.mark.parametrize(
    "carried",
    [
        lambda text: f"Servus, da sind die Spiele:\n{text}\nLG Anna",
        lambda text: "\r\n\r\n".join(text.split("\n")),
        lambda text: "\n".join(textwrap.wrap(text, 60, break_on_hyphens=False)),
        lambda text: "\n".join(f"> {line}" for line in textwrap.wrap(text, 72)),
        lambda text: f"„{text}“",
        lambda text: f'"{text}"',
        lambda text: " ".join(text.split("\n")),
        lambda text: text.replace("\n", ""),
        lambda text: text.replace("/", "/\u200b").replace(",", ",\xad"),
        lambda text: "\ufeff" + text.replace("\n", "\xa0\n"),
        lambda text: "\n".join(f"[20.11., 20:14] Anna: {line}" for line in text.split("\n")),
        lambda text: "\n".join(f"* {line}" for line in text.split("\n")),
    ],
)
def test_messengers_and_people_may_add_what_they_like_between_and_around(carried):
    assert list_hands(carried(build_text(DREIER, SOLO))) == [DREIER, SOLO]


@given(hands, st.data())
def test_a_sign_that_got_lost_or_changed_is_noticed(hand, data):
    line = encode_hand(hand)
    at = data.draw(st.integers(0, len(line) - 1))
    other = data.draw(st.sampled_from(["", "a", "0", "7", "-", "%", "/", ",", "Z"]))
    spoilt = line[:at] + other + line[at + 1 :]
    assert list_hands(spoilt) == [hand] if spoilt == line else hand not in list_hands(spoilt)


@pytest.mark.parametrize("length", [9, 60, 100, 150, -9, -1])
def test_a_line_that_was_cut_off_does_not_take_the_next_one_with_it(length):
    cut, rest = encode_hand(DREIER)[:length], [SOLO]
    assert list_hands(f"{cut}\n{build_text(*rest)}") == [UnreadableHands(cut[:68], DAMAGED_LINE), *rest]


def test_what_is_not_there_at_all_is_not_found():
    assert list_hands("") == list_hands("Was ist mit den Spielen? TAROCK /Anna/") == []


def test_a_line_of_a_later_program_is_named_as_that():
    assert list_hands(encode_hand(DREIER).replace("TAROCK1", "TAROCK2")) == [
        UnreadableHands(encode_hand(DREIER).replace("TAROCK1", "TAROCK2")[:68], NEWER_PROGRAM)
    ]


@pytest.mark.parametrize(
    "parts",
    [
        ["f" * 31, "key", "", "0,1,2,3,0,1,2,3,4", "1", "20261120T201405Z", ""],  # an address that is none
        ["f" * 32, "", "", "0,1,2,3,0,1,2,3,4", "1", "20261120T201405Z", ""],  # no key
        ["f" * 32, "key", "", "0,1,2,3,0", "1", "20261120T201405Z", ""],  # nobody knows who sat there
        ["f" * 32, "key", "", "0,1,2,3,0,1,2,3,,4", "1", "20261120T201405Z", ""],
        ["f" * 32, "key", "", "0,1,2,3,0,1,2,3," + "9" * 19, "1", "20261120T201405Z", ""],
        ["f" * 32, "key", "", "0,1,2,3,0,1,2,3,4", "1", "20261320T201405Z", ""],  # a thirteenth month
        ["f" * 32, "key", "", "0,1,2,3,0,1,2,3,4", "1", "20261120T201405Z", "p0-contract"],
        ["f" * 32, "key", "", "0,1,2,3,0,1,2,3,4", "1", "20261120T201405Z", "a=b=c"],
        ["f" * 32, "key", "", "0,1,2,3,0,1,2,3,4", "1", "20261120T201405Z", "a=%FF"],
    ],
)
def test_a_line_that_fits_its_check_and_still_is_none_is_not_read(parts):
    assert [part.why for part in list_hands(add_check("/".join(["TAROCK1", *parts])))] == [DAMAGED_LINE]
