"""The page of the search."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from tarockclub.kit.tables.search import LONGEST, fold_words
from tarockclub.kit.text import clean_text
from tarockclub.kit.words import get_current_language
from tarockclub.office.search.published import search_published
from tarockclub.office.search.selectors import (
    HitGroup,
    find_help,
    find_pages,
    find_rules_texts,
    search_cash_boxes,
    search_club,
)
from tarockclub.platform.accounts.permissions import find_rights
from tarockclub.platform.accounts.rights import READING, Right, Rights
from tarockclub.platform.clubs.current_club import find_current_club

SHORTEST = 2  # letters: with one, half of everything is found


@never_cache
def show_search(request: HttpRequest) -> HttpResponse:
    """Show what is found for the typed words, of what the reader may open."""
    typed = clean_text(request.GET.get("q", "")[:LONGEST])
    groups = _search(request, typed) if len("".join(fold_words(typed))) >= SHORTEST else []
    context = {"typed": typed, "groups": groups, "is_short": bool(typed) and not groups and len(typed) < SHORTEST}
    return render(request, "tarockclub/office/search/search.html", context)


def _search(request: HttpRequest, typed: str) -> list[HitGroup]:
    may, words, language = find_rights(request), fold_words(typed), get_current_language()
    groups = (find_pages(words, may), find_rules_texts(words, may.club, language), find_help(typed, language))
    return [*_search_club(request, may, typed), *(group for group in groups if group.hits)]


def _search_club(request: HttpRequest, may: Rights, typed: str) -> list[HitGroup]:
    """Return what is found of a club: all for its staff, else what it publishes, and for a cashier its cash boxes."""
    if may.club is not None and all(map(may.has_for_club, READING)):
        return search_club(may.club, typed)
    boxes = search_cash_boxes(may.club, typed) if may.club is not None and may.has_for_club(Right.CASH) else []
    club = find_current_club(request)
    return boxes if club is None else [*boxes, *search_published(club, typed)]
