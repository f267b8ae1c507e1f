"""The pages of the handbook, and its search."""

import math
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import get_script_prefix, is_valid_path, resolve
from django.views.decorators.cache import never_cache

from tarockclub.kit.tables.search import LONGEST, fold_words
from tarockclub.kit.text import clean_text
from tarockclub.kit.words import fold, get_current_language
from tarockclub.platform.accounts.sessions import BY_ITSELF
from tarockclub.platform.handbook.selectors import Passage, Section, find_section, list_sections
from tarockclub.platform.navigation.rows import find_guide
from tarockclub.platform.server.page_cache import CACHE_HEADER, WORKER_HEADER

MOST_FINDS = 12
_OF_HEADING, _OF_TITLE, _OF_TEXT = 8, 4, 1
_LEAST = 0.1  # of what the best passage is worth
_ENDINGS = ("en", "er", "es", "e", "n", "s")  # Spiele is also looked for as Spiel
_SHORTEST_STEM = 4
_SHORTEST_OF_MANY = 4  # letters: in a question the short words say nothing
_MARKS = re.compile(r"[^\w\s]+")  # what stands between words
_AROUND = 70  # letters before a find
_EXCERPT = 180


class Find(NamedTuple):
    """A passage with the words."""

    section: Section
    passage: Passage
    excerpt: str

    @property
    def path(self) -> str:
        """Return where it stands, seen from the handbook's first page."""
        return f"{self.section.name}/{f'#{self.passage.anchor}' if self.passage.anchor else ''}"

    @property
    def name(self) -> str:
        """Return the heading above it."""
        return self.passage.heading or self.section.title


class _Entry(NamedTuple):
    section: Section
    passage: Passage
    heading: str
    title: str
    text: str


def find_passages(typed: str, language: str, most: int = MOST_FINDS) -> list[Find]:
    """Return the passages that are most about the words; in a question, the rare words say most."""
    entries = _fold_passages(tuple(list_sections(language)))
    # Wi-Fi is Wifi; where nobody writes it in one, it is two words.
    for between in ("", " "):
        words = _split_words(_MARKS.sub(" ", typed.replace("-", between)))
        stems = tuple(map(_cut_ending, words))
        rarity = [math.log(1 + len(entries) / (1 + sum(stem in entry.text for entry in entries))) for stem in stems]
        worth = [_compute_worth(entry, words, stems, rarity) for entry in entries]
        least = max([0.0, *worth]) * _LEAST
        if least > 0:
            ranked = sorted((-points, index) for index, points in enumerate(worth) if points >= least)
            best = [entries[index] for _points, index in ranked[:most]]
            return [Find(row.section, row.passage, _cut_out(row.passage.text, words, stems)) for row in best]
    return []


def _split_words(typed: str) -> tuple[str, ...]:
    words = fold_words(typed)
    return tuple(word for word in words if len(word) >= _SHORTEST_OF_MANY) or words


def _compute_worth(entry: _Entry, words: Sequence[str], stems: Sequence[str], rarity: Sequence[float]) -> float:
    """Return how much a passage is about the words."""
    places = ((entry.heading, _OF_HEADING), (entry.title, _OF_TITLE), (entry.text, _OF_TEXT))
    return sum(
        rare * weight * (2 if word in place else 1)
        for word, stem, rare in zip(words, stems, rarity, strict=True)
        for place, weight in places
        if stem in place
    )


def _cut_ending(word: str) -> str:
    ending = next((ending for ending in _ENDINGS if word.endswith(ending)), "")
    return word.removesuffix(ending) if len(word) - len(ending) >= _SHORTEST_STEM else word


def _fold_text(text: str) -> str:
    """Return a text as it is compared, each word with a hyphen also without it."""
    return fold(f"{text} {' '.join(word.replace('-', '') for word in text.split() if '-' in word)}")


@lru_cache(maxsize=4)
def _fold_passages(sections: tuple[Section, ...]) -> tuple[_Entry, ...]:
    return tuple(
        _Entry(section, passage, *map(_fold_text, (passage.heading, section.title, passage.text)))
        for section in sections
        for passage in section.text.passages
    )


def _cut_out(text: str, words: tuple[str, ...], stems: tuple[str, ...]) -> str:
    """Return the part of a text around the first word that was found."""
    spoken = text.split(" ")
    index = next(
        (index for index, word in enumerate(spoken) if any(part in fold(word) for part in (*words, *stems))), 0
    )
    begin = len(" ".join(spoken[:index]))
    begin = 0 if begin <= _AROUND else text.find(" ", begin - _AROUND) + 1
    end = len(text) if len(text) <= begin + _EXCERPT else text.rfind(" ", begin, begin + _EXCERPT)
    return f"{'… ' if begin else ''}{text[begin:end]}{' …' if end < len(text) else ''}"


FREQUENT = (
    ("first-evening", "begin-an-evening"),
    ("tournament-day", "late-and-substitutes"),
    ("treasury", "count-the-cash"),
    ("when-something-fails", "phone-does-not-find-it"),
    ("when-something-fails", "forgotten-password"),
)


@never_cache
def show_handbook(request: HttpRequest) -> HttpResponse:
    """Show all sections with what stands in them; or what is found for the typed words."""
    language = get_current_language()
    typed = clean_text(request.GET.get("q", "")[:LONGEST])
    sections = list_sections(language)
    headings = {(section.name, heading.anchor): heading.text for section in sections for heading in section.headings}
    context = {
        "typed": typed,
        "finds": find_passages(typed, language) if typed else [],
        "frequent": [("/#".join(place), headings[place]) for place in FREQUENT if place in headings],
        "sections": sections,
        "came_from": _find_page_before(request),
        "first": _find_first(request, {section.name: section for section in sections}) if not typed else None,
    }
    return render(request, "tarockclub/platform/handbook/contents.html", context)


def _find_first(request: HttpRequest, sections: dict[str, Section]) -> dict[str, object] | None:
    """Return the part of the handbook that fits the page before; else how an evening begins."""
    path = urlsplit(_find_page_before(request)).path.removeprefix(get_script_prefix().rstrip("/"))
    guide = find_guide(resolve(path).url_name or "") if is_valid_path(path) else ""
    for name, _sharp, anchor in (guide.partition("#"), (FREQUENT[0][0], "#", FREQUENT[0][1])):
        for heading in sections[name].headings if name in sections else ():
            if heading.anchor == anchor:
                return {"section": sections[name], "heading": heading, "html": sections[name].cut_part(anchor)}
    return None


@never_cache
def show_section(request: HttpRequest, section: str) -> HttpResponse:
    """Show a section; phones keep some of them. No database query of its own."""
    is_kept = WORKER_HEADER in request.headers
    if is_kept:
        request.META[BY_ITSELF] = True
    sections = list_sections(get_current_language())
    shown = find_section(section, get_current_language())
    if shown is None:
        raise Http404
    context = {
        "section": shown,
        "is_kept": is_kept,  # by a phone, for days: without what runs now, and without logging out
        "sections": sections,
        "came_from": _find_page_before(request),
    }
    response = render(request, "tarockclub/platform/handbook/section.html", context)
    response[CACHE_HEADER] = "help"
    return response


def _find_page_before(request: HttpRequest) -> str:
    """Return the page of this site on which somebody has asked for help; "" where none is known."""
    before = urlsplit(request.headers.get("Referer", ""))
    if WORKER_HEADER in request.headers or before.netloc != request.get_host() or "/help/" in before.path:
        return ""
    return f"{before.path}?{before.query}" if before.query else before.path
