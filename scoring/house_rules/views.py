"""Pages of the rules: the sheets, one of them, two side by side, and the one that a table plays by."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from scoring.engine.house_rules.library import BUILT_IN, built_in
from scoring.house_rules.page import asked, facing, of_table, options_of, shown, summaries
from scoring.house_rules.speiszettel.build import of_built_in
from scoring.house_rules.speiszettel.sections import Zettel
from scoring.ledger.selectors import table_of
from tarockclub.language import language


@require_safe
def sheets(request: HttpRequest) -> HttpResponse:
    """All the sheets that the program brings along."""
    first, second = request.GET.get("first"), request.GET.get("second")
    if first in BUILT_IN and second in BUILT_IN:
        return redirect("two_sheets", first=first, second=second)
    return render(request, "scoring/house_rules/sheets.html", {"sheets": summaries(language())})


@require_safe
def sheet(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """One sheet, with its switches as the address says."""
    other = request.GET.get("with")
    if other in BUILT_IN and built_in(sheet_id):
        answer = redirect("two_sheets", first=sheet_id, second=other)
        answer["Location"] += _switches(request)
        return answer
    zettel = _zettel(request, sheet_id)
    chosen = asked(request.GET, sheet_id)
    context = {**shown(zettel), "options": options_of(sheet_id, chosen, language()), "asked": bool(chosen)}
    return render(
        request, "scoring/house_rules/rules.html", {**context, "sheets": summaries(language()), "here": request.path}
    )


@require_safe
def two_sheets(request: HttpRequest, first: str, second: str) -> HttpResponse:
    """Two sheets side by side."""
    left, right = _zettel(request, first), _zettel(request, second)
    return _compared(request, left, right, {"swap": f"/sheets/{second}/{first}/{_switches(request)}"})


@require_safe
def table_rules(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """The rules that a table plays by, as they were when its evening began; beside another sheet where one is named."""
    table = table_of(slug)
    zettel = of_table(table, language())
    other = request.GET.get("with")
    if other in BUILT_IN:
        return _compared(request, zettel, _zettel(request, other), {"table": table, "other": other})
    context = {**shown(zettel), "table": table, "sheets": summaries(language()), "here": request.path}
    return render(request, "scoring/house_rules/rules.html", context)


def _zettel(request: HttpRequest, sheet_id: str) -> Zettel:
    found = of_built_in(sheet_id, asked(request.GET, sheet_id), language())
    if found is None:
        raise Http404
    return found


def _compared(request: HttpRequest, left: Zettel, right: Zettel, more: dict[str, Any]) -> HttpResponse:
    only = request.GET.get("only") == "differences"
    kept = request.GET.copy()
    kept.pop("only", None)
    everything = f"?{kept.urlencode()}" if kept else "?"
    kept["only"] = "differences"
    context = {
        **facing(left, right, only=only),
        "everything": everything,
        "differences": f"?{kept.urlencode()}",
        **more,
    }
    return render(request, "scoring/house_rules/rules_compared.html", context)


def _switches(request: HttpRequest) -> str:
    """The switches in the address, for the next one."""
    kept = request.GET.copy()
    kept.pop("with", None)
    return f"?{kept.urlencode()}" if kept else ""
