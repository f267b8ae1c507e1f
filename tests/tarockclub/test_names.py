"""Names as people type them, and as they should not."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tarockclub.names import cleaned

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
    assert cleaned(typed) == name


@given(st.text())
@example("\u0344")  # becomes two characters in NFC
def test_a_cleaned_name_stays_as_it_is_and_can_be_stored(typed):
    name = cleaned(typed)
    assert cleaned(name) == name
    assert name == name.strip()
    assert unicodedata.is_normalized("NFC", name)
    assert not {"Cc", "Cs"} & {unicodedata.category(char) for char in name}
    name.encode()
