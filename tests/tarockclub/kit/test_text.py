"""Names as people type them, and as they should not."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tarockclub.kit.text import clean_text, compute_sort_form, compute_surname_key, format_surname_first

NFD = unicodedata.normalize("NFD", "Jürgen Ößl")


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Anna   Maria ", "Anna Maria"),
        ("Anna\tMaria\n", "Anna Maria"),
        (NFD, "Jürgen Ößl"),
        ("An\x00na\x1b[1m", "Anna[1m"),
        ("Anna\ud800", "Anna"),
        ("\u202eannA\u202c", "annA"),
        ("Anna\u200b\ufeff", "Anna"),
        ("Anna\u2028Maria", "Anna Maria"),
        ("Anna\u200d", "Anna"),
        ("\u200d \u200c", ""),
        ("   ", ""),
        ("\x00\x01", ""),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("=1+1", "=1+1"),
        ("O'Hara <b>", "O'Hara <b>"),
    ],
)
def test_a_name_is_kept_as_it_reads(typed, name):
    assert clean_text(typed) == name


@given(st.text())
@example("\u0344")  # becomes two characters in NFC
def test_a_cleaned_name_stays_as_it_is_and_can_be_stored(typed):
    name = clean_text(typed)
    assert clean_text(name) == name
    assert name == name.strip()
    assert unicodedata.is_normalized("NFC", name)
    assert not {"Cc", "Cs"} & {unicodedata.category(char) for char in name}
    name.encode()


@pytest.mark.parametrize(
    ("name", "in_lists"),
    [
        ("Franz Huber", "Huber, Franz"),
        ("Anna Maria Huber", "Huber, Anna Maria"),
        ("Berta Mayrhofer-Schmidhuber", "Mayrhofer-Schmidhuber, Berta"),
        ("Georg von Trapp", "von Trapp, Georg"),
        ("Alexander Van der Bellen", "Van der Bellen, Alexander"),
        ("Franz von und zu Stein", "von und zu Stein, Franz"),
        ("Maria de Luca", "de Luca, Maria"),
        ("Dr. Franz Huber", "Huber, Dr. Franz"),
        ("Mag. Dr. Anna Huber, MSc", "Huber, Mag. Dr. Anna, MSc"),
        ("Franz Huber jun.", "Huber, Franz jun."),
        ("Hans sen. Pichler", "Pichler, Hans sen."),
        ("Franz Huber (Linz)", "Huber, Franz (Linz)"),
        ("Franz Huber 2", "Huber, Franz 2"),
        ("Dr. Huber", "Huber, Dr."),
        ("J. R. Ewing", "Ewing, J. R."),
        ("Huber, Franz", "Huber, Franz"),
        ("Huber", "Huber"),
        ("Spieler 1", "Spieler 1"),
        ("Anna (Linz)", "Anna (Linz)"),
        ("Anna B.", "B., Anna"),
        ("", ""),
    ],
)
def test_lists_have_the_surname_first(name, in_lists):
    assert format_surname_first(name) == in_lists


def test_people_stand_in_german_order_of_surnames():
    names = ["Huber", "Anna Huber", "Dr. Berta Huber", "Franz Huberin", "Ö. Oman", "Emil Öz", "Ivo Sass", "Eva Saß"]
    assert sorted({*names}, key=compute_surname_key) == [*names[:5], "Emil Öz", "Eva Saß", "Ivo Sass"]


@given(st.text(max_size=40).map(clean_text))
def test_no_letter_of_a_name_is_lost_in_a_list(name):
    letters = sorted(name.replace(" ", ""))
    assert sorted(compute_sort_form(name).replace(" ", "")) == letters
    assert sorted(format_surname_first(name).replace(" ", "")) in (letters, sorted([*letters, ","]))
