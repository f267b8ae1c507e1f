"""The search for everybody: house rules with their paragraphs, and pages by their names."""

from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.book.sheet_library import find_rules, list_readable_ids
from scoring.engine.house_rules.loader import Rules
from scoring.sheets.house_rules.speiszettel.build import build_rules_zettel
from tarockclub.kit.tables.search import has_words
from tarockclub.kit.words import fold
from tarockclub.office.search.selectors import MOST, Hit, HitGroup, choose_best
from tarockclub.platform.accounts.rights import Rights
from tarockclub.platform.handbook.search import find_passages
from tarockclub.platform.navigation.pages import load_pages
from tarockclub.platform.navigation.rows import PLACES
from tarockclub.platform.navigation.trail import may_open


class RuleText(NamedTuple):
    """A rule of a sheet, or the sheet itself, as it is looked for."""

    name: str
    anchor: str
    about: str  # the section
    folded: str


def find_rules_texts(words: tuple[str, ...], club: int | None, language: str) -> HitGroup:
    """Return the sheets and rules that people of a club may read (None: of no club)."""
    sheets, hits, many = [], [], 0
    for sheet_id in list_readable_ids(club):
        rules = find_rules(sheet_id)
        if rules is None:
            continue
        href = reverse("sheet", kwargs={"sheet_id": sheet_id})
        whole, *texts = _list_texts(rules, language)
        if has_words(whole.folded, words):
            sheets.append(Hit(whole.name, href))
        found = [text for text in texts if has_words(text.folded, words)]
        many += len(found)
        hits += [Hit(text.name, f"{href}#{text.anchor}", text.about) for text in found[:MOST]]
    best, _is_more = choose_best(hits, words, lambda hit: f"{hit.text} {hit.about}", MOST)
    found_all = (*sheets[:MOST], *best)
    return HitGroup(_("House rules"), found_all, reverse("sheets") if len(sheets) + many > len(found_all) else "")


@lru_cache(maxsize=128)
def _list_texts(rules: Rules, language: str) -> tuple[RuleText, ...]:
    """Return a sheet and its rules in words, with what is looked for; each sheet once."""
    zettel = build_rules_zettel(rules, {}, language)
    whole = RuleText(zettel.name, "", "", fold(f"{zettel.name} {zettel.source}"))
    return (
        whole,
        *(
            RuleText(
                row.name,
                row.anchor,
                " · ".join(filter(None, (zettel.name, section.title, row.ref))),
                fold(f"{zettel.name} {section.title} {row.name} {row.aside} {row.ref}"),
            )
            for section in zettel.sections
            for row in section.rows
        ),
    )


def find_help(typed: str, language: str) -> HitGroup:
    """Return the passages of the handbook that say something about the words."""
    finds, contents = find_passages(typed, language), reverse("help")
    hits = (Hit(find.name, f"{contents}{find.path}", find.section.title) for find in finds[:MOST])
    further = f"{contents}?{urlencode({'q': typed})}" if len(finds) > MOST else ""
    return HitGroup(_("Help"), tuple(hits), further)


def find_pages(words: tuple[str, ...], may: Rights) -> HitGroup:
    """Return the pages that the reader may open, by their names and other words for them."""
    listed = [page for page in load_pages().values() if page.is_listed and may_open(page, may)]
    found, _is_more = choose_best(listed, words, lambda page: f"{page.label} {page.words}")
    labels = {place.name: str(place.label) for place in PLACES}
    hits = (Hit(str(page.label), reverse(page.route), labels[page.place]) for page in found)
    return HitGroup(_("Pages"), tuple(hits))
