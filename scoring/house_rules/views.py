"""The pages of the rules: the list of sheets, one sheet, two side by side, and the rules of a table."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from scoring.house_rules.page import (
    build_comparison_context,
    build_table_zettel,
    build_zettel_context,
    list_summaries,
    list_switches,
    parse_switches,
)
from scoring.house_rules.speiszettel.build import build_sheet_zettel
from scoring.house_rules.speiszettel.sections import Zettel
from scoring.ledger.selectors import find_game_table
from scoring.offline.views import keep_on_phones
from scoring.sheet_library import find_rules
from tarockclub.language import get_current_language


@require_safe
def show_sheets(request: HttpRequest) -> HttpResponse:
    """Show all sheets that are offered."""
    first, second = request.GET.get("first"), request.GET.get("second")
    if first and second and find_rules(first) and find_rules(second):
        return redirect("two_sheets", first=first, second=second)
    return render(request, "scoring/house_rules/sheets.html", {"sheets": list_summaries(get_current_language())})


@require_safe
def show_sheet(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Show one sheet, with its options as set by the address."""
    other = request.GET.get("with")
    if other and find_rules(other) and find_rules(sheet_id):
        answer = redirect("two_sheets", first=sheet_id, second=other)
        answer["Location"] += _encode_switches(request)
        return answer
    zettel = _load_zettel(request, sheet_id)
    chosen = parse_switches(request.GET, sheet_id)
    context = {
        **build_zettel_context(zettel),
        "options": list_switches(sheet_id, chosen, get_current_language()),
        "asked": bool(chosen),
    }
    return render(
        request,
        "scoring/house_rules/rules.html",
        {**context, "sheets": list_summaries(get_current_language()), "here": request.path},
    )


@require_safe
def compare_sheets(request: HttpRequest, first: str, second: str) -> HttpResponse:
    """Show two sheets side by side."""
    left, right = _load_zettel(request, first), _load_zettel(request, second)
    return _render_comparison(request, left, right, {"swap": f"/sheets/{second}/{first}/{_encode_switches(request)}"})


@keep_on_phones
@require_safe
def show_table_rules(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the rules of a table, as they were when its evening began; beside another sheet if the address names one."""
    table = find_game_table(slug)
    zettel = build_table_zettel(table, get_current_language())
    other = request.GET.get("with")
    if other and find_rules(other):
        return _render_comparison(request, zettel, _load_zettel(request, other), {"table": table, "other": other})
    context = {
        **build_zettel_context(zettel),
        "table": table,
        "sheets": list_summaries(get_current_language()),
        "here": request.path,
    }
    return render(request, "scoring/house_rules/rules.html", context)


def _load_zettel(request: HttpRequest, sheet_id: str) -> Zettel:
    found = build_sheet_zettel(sheet_id, parse_switches(request.GET, sheet_id), get_current_language())
    if found is None:
        raise Http404
    return found


def _render_comparison(request: HttpRequest, left: Zettel, right: Zettel, more: dict[str, Any]) -> HttpResponse:
    only = request.GET.get("only") == "differences"
    kept = request.GET.copy()
    kept.pop("only", None)
    everything = f"?{kept.urlencode()}" if kept else "?"
    kept["only"] = "differences"
    context = {
        **build_comparison_context(left, right, only=only),
        "everything": everything,
        "differences": f"?{kept.urlencode()}",
        **more,
    }
    return render(request, "scoring/house_rules/rules_compared.html", context)


def _encode_switches(request: HttpRequest) -> str:
    """Encode the options of the address for the next one."""
    kept = request.GET.copy()
    kept.pop("with", None)
    return f"?{kept.urlencode()}" if kept else ""
