"""Text in boxes: whatever it is, it fits; what is cut off says so."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from tarockclub.kit.pdf.fonts import BOLD, REGULAR, compute_width, is_known
from tarockclub.kit.pdf.text_fitting import ELLIPSIS, LEAST, MISSING, fit_text, make_printable
from tarockclub.kit.text import clean_text

NAMES = st.text(st.characters(codec="utf-8"), max_size=90) | st.text("WMijl -", max_size=90)
LATIN = st.text("abcäöüßčőşŁđ „“−½⅓-&<>", max_size=90)


@given(
    NAMES, st.floats(12, 300), st.sampled_from((8, 10, 13.5, 40)), st.integers(1, 6), st.sampled_from((REGULAR, BOLD))
)
def test_no_line_is_wider_than_its_box_and_there_are_not_too_many(text, room, size, lines, font):
    found = fit_text(text, room, size, font=font, lines=lines)
    assert 1 <= len(found.lines) <= lines
    assert LEAST <= found.size <= size
    assert all(compute_width(line, found.size, font) <= room + 0.001 for line in found.lines)


@given(LATIN, st.floats(12, 300), st.integers(1, 6))
def test_nothing_is_lost_but_what_an_ellipsis_stands_for(text, room, lines):
    found = fit_text(text, room, 10, lines=lines)
    said, wanted = "".join("".join(found.lines).split()), "".join(make_printable(text).split())
    assert said == wanted or (said.endswith(ELLIPSIS) and wanted.startswith(said.removesuffix(ELLIPSIS)))


@given(NAMES)
def test_only_letters_with_a_picture_are_printed(text):
    assert all(is_known(letter) for letter in make_printable(text))
    assert not any(unicodedata.category(letter) in ("Cc", "Cf", "Zl", "Zp") for letter in make_printable(text))


@given(LATIN)
def test_what_is_written_from_the_left_is_printed_as_it_is(text):
    assert make_printable(text) == "".join(letter if is_known(letter) else MISSING for letter in clean_text(text))


def test_words_stay_whole_where_smaller_letters_help():
    assert fit_text("Maximilian Hohenstaufen", 80, 12, lines=2).lines == ("Maximilian", "Hohenstaufen")


def test_words_from_the_right_are_turned_and_numbers_are_not():
    assert make_printable("שלום 12") == "12 םולש"
    assert make_printable("(אב) x") == "x (בא)"


def test_arabic_letters_are_joined():
    assert unicodedata.normalize("NFKC", make_printable("محمد"))[::-1] == "محمد"
    assert make_printable("محمد")[::-1] != "محمد"  # the forms that they have beside each other
