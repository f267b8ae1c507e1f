"""Numbers in words: each number has its own, in either language."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.table.table_page.live import say_amount
from tarockclub.kit.words import say_number

LANGUAGES = ("de", "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_has_words_of_its_own_without_digits(language):
    words = [say_number(number, language) for number in range(3000)]
    assert len(set(words)) == len(words)
    assert not [word for word in words if any(letter.isdigit() for letter in word)]


def test_in_german_one_is_ein_before_another_word_and_eins_at_the_end():
    assert [say_number(number, "de") for number in (1, 17, 31, 100, 201, 1001, 21_000)] == [
        *("eins", "siebzehn", "einunddreißig", "hundert", "zweihunderteins", "tausendeins", "einundzwanzigtausend"),
    ]
    assert not [number for number in range(3000) if "eins" in say_number(number, "de").removesuffix("eins")]


def test_in_english_hundreds_and_what_follows_are_joined():
    assert [say_number(number, "en") for number in (40, 115, 1005, 2300)] == [
        *("forty", "one hundred and fifteen", "one thousand and five", "two thousand three hundred"),
    ]


def test_beyond_a_million_digits_will_do():
    assert say_number(1_000_000, "de") == "1000000"


@given(st.integers(-20_000, 20_000), st.sampled_from(LANGUAGES))
def test_a_gain_and_a_loss_differ_in_their_first_word_alone(sixths, language):
    gain, loss = (say_amount(Fraction(amount, 6), language) for amount in (abs(sixths), -abs(sixths)))
    if sixths == 0:
        assert gain == loss
    else:
        assert (gain.partition(" ")[0], loss.partition(" ")[0]) == ("plus", "minus")
        assert gain.partition(" ")[2] == loss.partition(" ")[2]


def test_parts_of_a_point_are_said_as_people_say_them():
    assert [say_amount(Fraction(sixths, 6), "de") for sixths in (9, 8, -4, 1, -63)] == [
        *(
            "plus eineinhalb",
            "plus eins und ein Drittel",
            "minus zwei Drittel",
            "plus ein Sechstel",
            "minus zehneinhalb",
        ),
    ]
    assert [say_amount(Fraction(sixths, 6), "en") for sixths in (3, 9, -10)] == [
        *("plus one half", "plus one and a half", "minus one and two thirds"),
    ]
