"""The page of the examples of a sheet."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.book.sheet_library import find_readable_rules
from scoring.sheets.examples.page import build_page_context, list_others
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.permissions import find_club_id


def show_examples(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Show the examples of a sheet; beside another sheet if the address names one."""
    club = find_club_id(request)
    rules, other = find_readable_rules(sheet_id, club), find_readable_rules(request.GET.get("with", ""), club)
    if rules is None:
        raise Http404
    context = build_page_context(request, rules, None if other is rules else other, get_current_language())
    context |= {"word": sheet_id, "others": list_others(rules, club, get_current_language())}
    return render(request, "scoring/sheets/examples/examples.html", context)
