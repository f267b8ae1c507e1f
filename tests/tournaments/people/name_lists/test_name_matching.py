"""Names that may be one person's are noticed, with the reason; others are left alone."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tarockclub.kit.lists.names import fold_name
from tournaments.people.name_lists.name_matching import (
    NameIndex,
    find_likeness,
    is_one_off,
    list_similar_names,
)

NAMES = st.text(alphabet="abeimnrsüß -", min_size=1, max_size=14).map(str.strip).filter(bool)


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("Anna Maier", "Anna Maier", "same"),
        ("Anna Maier", "ANNA MAIER", "spelt"),
        ("Jörg Müller", "Joerg Mueller", "spelt"),
        ("Renée Weiß", "Renee Weiss", "spelt"),
        ("Mag. Anna Maier", "Anna Maier", "spelt"),
        ("Anna-Maria Huber", "Annamaria Huber", "spelt"),
        ("Maier, Anna", "Anna Maier", "swapped"),
        ("Müller Jörg", "Joerg Mueller", "swapped"),
        ("Jürgen Müller", "Jurgen Muller", "umlauts"),
        ("Jürgen Öhler", "OHLER JURGEN", "umlauts"),
        ("Anna Maier", "Anna Meier", "one_letter"),
        ("Anna Maier", "Ana Maier", "one_letter"),
        ("Maier Anna", "Anna Mayer", "one_letter"),
        ("Karl Huber", "Kalr Huber", "one_letter"),
        ("Ada", "Ida", ""),
        ("Spieler 17", "Spieler 18", ""),
        ("Spieler 1", "Spieler 12", ""),
        ("Anna Maier", "Anna Huber", ""),
        ("Anna Maier", "Hanna Meier", ""),
        ("…", "…!", ""),
    ],
)
def test_two_names_are_alike_for_a_reason(one, other, why):
    assert find_likeness(one, other) == find_likeness(other, one) == why


@given(NAMES, NAMES)
@settings(max_examples=50)
def test_being_alike_does_not_depend_on_who_is_asked_first(one, other):
    assert find_likeness(one, other) == find_likeness(other, one)


@given(st.lists(NAMES, max_size=8), NAMES)
@settings(max_examples=50)
def test_the_index_finds_whatever_is_found_one_by_one(names, name):
    found = {at for at, _why in NameIndex(names).find_similar(name)}
    assert found == {at for at, other in enumerate(names) if find_likeness(name, other)}


@given(NAMES.filter(lambda name: len(fold_name(name).text) > 5), st.data())
@settings(max_examples=50)
def test_one_letter_more_is_noticed(name, data):
    text = fold_name(name).text
    at = data.draw(st.integers(0, len(text)))
    assert is_one_off(text, text[:at] + "q" + text[at:])


def test_all_pairs_of_a_list_are_found_once():
    names = ["Anna Maier", "Berta Huber", "Maier Anna", "Anna Mayer"]
    assert [pair[:2] for pair in list_similar_names(names)] == [(0, 2), (0, 3), (2, 3)]
