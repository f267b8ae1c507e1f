"""One German word for each thing, in all texts of the program and in the handbook."""

import re
from functools import cache

import pytest
from babel.messages.pofile import read_po

from tests.support.paths import ROOT

# Words that stand for another one; in the lists of words under which people look for a page, both may stand.
TWINS = {
    "Kennwort": "Passwort",
    "Anmeldename": "Benutzername",
    "Webseite": "Website",
    "Projektor": "Leinwand",
    "Datei holen": "Datei herunterladen",
    "erneuert sich": "aktualisiert sich",
    "Link machen": "Link erstellen",
    "Gesamtstand der": "Rangliste der",
    "in der Spielerverzeichnis": "im Spielerverzeichnis",
}
LOG_IN = re.compile(r"\blog(ged|s|ging)?[ -](in|out)", re.IGNORECASE)
TAKE_PART = re.compile("anmeld|angemeldet|abmeld|abgemeldet", re.IGNORECASE)
LISTS_OF_WORDS = re.compile(r"[^.:;]+(, [^.:;]+)+")


@cache
def read_texts():
    """All English texts with their German ones, except lists of words for the search."""
    with (ROOT / "tarockclub/locale/de/LC_MESSAGES/django.po").open("rb") as opened:
        messages = [(message.id, message.string) for message in read_po(opened)]
    pairs = [[" ".join(text) if isinstance(text, list | tuple) else text or "" for text in pair] for pair in messages]
    return [(english, german) for english, german in pairs if english and not LISTS_OF_WORDS.fullmatch(german)]


@pytest.mark.heavy_but("Anmeldename")
@pytest.mark.parametrize("twin", TWINS)
def test_one_thing_has_one_word(twin):
    assert [german for _english, german in read_texts() if twin in german] == [], TWINS[twin]
    pages = (ROOT / "docs/de").glob("*.md")
    assert [page.name for page in pages if twin in page.read_text(encoding="utf-8")] == [], TWINS[twin]


def test_one_logs_in_with_another_word_than_one_registers_for_a_tournament():
    assert [german for english, german in read_texts() if LOG_IN.search(english) and TAKE_PART.search(german)] == []
