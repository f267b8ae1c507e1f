"""The pages of the rules: the sheets, one sheet, its printed original, two side by side, the rules of a table."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from scoring.book.ledger.seats import find_game_table
from scoring.book.sheet_library import find_readable_rules, find_usual_sheet
from scoring.engine.house_rules.library import BUILT_IN
from scoring.engine.house_rules.paper_facts import find_paper_of_sheet
from scoring.sheets.examples.page import build_page_context, list_others
from scoring.sheets.house_rules.game_words import GameWord, build_word_page, list_game_words, list_sheet_texts
from scoring.sheets.house_rules.page import (
    ShownSheet,
    build_comparison_context,
    build_menu,
    build_paper_context,
    build_zettel_context,
    group_summaries,
    list_sheet_switches,
    list_summaries,
    load_shown,
    load_table_shown,
)
from scoring.table.offline import keep_on_phones
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.permissions import find_club_id
from tarockclub.platform.clubs.current_club import find_current_club

EVERYTHING = "everything"  # asks for what two sheets have in common, too


def show_sheets(request: HttpRequest) -> HttpResponse:
    """Show the sheets that are offered to the visitor."""
    first, second, club = request.GET.get("first"), request.GET.get("second"), find_club_id(request)
    if first and second and find_readable_rules(first, club) and find_readable_rules(second, club):
        return redirect("two_sheets", first=first, second=second)
    sheets = list_summaries(get_current_language(), club)
    context = {"sheets": sheets, "groups": group_summaries(sheets)}
    return render(request, "scoring/sheets/house_rules/sheets.html", context)


def show_words(request: HttpRequest) -> HttpResponse:
    """Show the words of the game: games and premiums with what they pay, then the glossary's, part by part."""
    words, usual, usual_name = _load_words(request)
    priced = [[word for word in words if word.kind == kind] for kind in ("contract", "premium")]
    parts: dict[str, list[GameWord]] = {}
    for word in words:
        if word.part:
            parts.setdefault(word.part, []).append(word)
    largest_first = sorted(parts.items(), key=lambda part: -len(part[1]))
    context = {
        "count": len(words),
        "priced": [
            [(word, word.find_price(usual)) for word in of_kind if not usual or word.find_price(usual)]
            for of_kind in priced
        ],
        "elsewhere": [word for of_kind in priced for word in of_kind if usual and not word.find_price(usual)],
        "parts": (largest_first[:1], largest_first[1:]),
        "usual": usual_name,
    }
    return render(request, "scoring/sheets/house_rules/words.html", context)


def show_word(request: HttpRequest, anchor: str) -> HttpResponse:
    """Show a word of the game: what it is, what it pays by each sheet, a hand with it, and where it stands."""
    words, usual, usual_name = _load_words(request)
    page = build_word_page(words, anchor, usual, get_current_language())
    if page is None:
        if anchor.startswith(
            ("contract-", "premium-")
        ):  # a hand led here; the sheet is one that not everybody may read
            return redirect("game_words")
        raise Http404
    return render(request, "scoring/sheets/house_rules/word.html", {"page": page, "usual": usual_name})


def _load_words(request: HttpRequest) -> tuple[list[GameWord], str, str]:
    """Return the words that the reader may read, and the sheet by which the club plays, with its name ("": none)."""
    club, language = find_current_club(request), get_current_language()
    sheets = list_sheet_texts(find_club_id(request), language)
    names = {sheet: texts[0].name for sheet, texts in sheets}
    usual = find_usual_sheet(club.pk, names) if club is not None else ""
    return list_game_words(sheets, language), usual, names.get(usual, "")


def show_sheet(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Show one sheet, with its options as set by the address."""
    other, club = request.GET.get("with"), find_club_id(request)
    shown = find_shown(request, sheet_id)
    if other and find_readable_rules(other, club):
        answer = redirect("two_sheets", first=sheet_id, second=other)
        answer["Location"] += _encode_switches(request)
        return answer
    context = {
        **build_zettel_context(shown.zettel),
        "menu": build_menu(shown.zettel, shown.sheet, get_current_language()),
        "word": sheet_id,
        "is_own": sheet_id not in BUILT_IN,
        "options": list_sheet_switches(shown.sheet, shown.chosen, get_current_language()),
        "asked": bool(shown.chosen),
        "sheets": list_summaries(get_current_language(), club),
        "here": request.path,
    }
    return render(request, "scoring/sheets/house_rules/rules.html", context)


def show_paper(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Show what the printed sheet says after which a built-in sheet was written, paragraph by paragraph."""
    paper = find_paper_of_sheet(sheet_id)
    if paper is None:
        raise Http404
    if sheet_id != paper.sheets[0]:
        return redirect("sheet_paper", sheet_id=paper.sheets[0])
    context = build_paper_context(paper, get_current_language())
    return render(
        request,
        "scoring/sheets/house_rules/paper.html",
        {**context, "shows_source": "source" in request.GET},
    )


def compare_sheets(request: HttpRequest, first: str, second: str) -> HttpResponse:
    """Show two sheets side by side, or two versions of one (`beim-adler@2`)."""
    left, right = find_shown(request, first), find_shown(request, second)
    links = {"swap": f"/sheets/{second}/{first}/{_encode_switches(request)}", "back": reverse("sheet", args=[first])}
    return render_comparison(request, left, right, links)


@keep_on_phones
def show_table_rules(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the rules of a table, as they were when its evening began; beside another sheet if the address names one."""
    table = find_game_table(slug)
    shown, club = load_table_shown(table, get_current_language()), find_club_id(request)
    other = request.GET.get("with")
    if other and find_readable_rules(other, club):
        return render_comparison(request, shown, find_shown(request, other), {"back": request.path})
    context = {
        **build_zettel_context(shown.zettel),
        "menu": build_menu(shown.zettel, shown.sheet, get_current_language()),
        "table": table,
        "sheets": list_summaries(get_current_language(), club),
        "here": request.path,
    }
    return render(request, "scoring/sheets/house_rules/rules.html", context)


def find_shown(request: HttpRequest, word: str) -> ShownSheet:
    """Return the house rules that a word names, with the options as the address sets them; 404: not to be read."""
    sheet = load_shown(request.GET, word, find_club_id(request), get_current_language())
    if sheet is None:
        raise Http404
    return sheet


def render_comparison(request: HttpRequest, left: ShownSheet, right: ShownSheet, more: dict[str, Any]) -> HttpResponse:
    """Show two sheets side by side; `more`: where the page leads back."""
    query = request.GET.copy()
    only = query.pop("only", None) != [EVERYTHING]
    differences = f"?{query.urlencode()}" if query else "?"
    query["only"] = EVERYTHING
    context = {
        **build_comparison_context(left, right, only=only),
        "everything": f"?{query.urlencode()}",
        "differences": differences,
        **more,
    }
    return render(request, "scoring/sheets/house_rules/rules_compared.html", context)


def _encode_switches(request: HttpRequest) -> str:
    """Encode the options of the address for the next one."""
    query = request.GET.copy()
    query.pop("with", None)
    return f"?{query.urlencode()}" if query else ""


def show_examples(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Show the examples of a sheet; beside another sheet if the address names one."""
    club = find_club_id(request)
    rules, other = find_readable_rules(sheet_id, club), find_readable_rules(request.GET.get("with", ""), club)
    if rules is None:
        raise Http404
    context = build_page_context(request, rules, None if other is rules else other, get_current_language())
    context |= {"word": sheet_id, "others": list_others(rules, club, get_current_language())}
    return render(request, "scoring/sheets/examples/examples.html", context)
