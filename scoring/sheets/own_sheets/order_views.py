"""The page for the order of games and premiums: typed numbers, or one place up or down."""

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scoring.engine.house_rules.overlay import Table
from scoring.engine.texts import pick_language
from scoring.engine.texts.sheet_keys import PLACES
from scoring.sheets.own_sheets.draft import (
    ORDERED,
    Layer,
    list_entries,
    move_name,
    open_layer,
    order_entries,
    sort_typed,
)
from scoring.sheets.own_sheets.forms import OrderForm
from scoring.sheets.own_sheets.page import Speaker
from scoring.sheets.own_sheets.selectors import find_own_sheet
from scoring.sheets.own_sheets.services import SheetRefusal, change_draft, load_draft
from tarockclub.kit.text import parse_number
from tarockclub.kit.words.language import get_current_language
from tarockclub.platform.accounts.permissions import get_staff_account, require_right
from tarockclub.platform.accounts.rights import Right

STEPS = {"up": -1, "down": 1}


@require_http_methods(["GET", "HEAD", "POST"])
@require_right(Right.ENTER)
def handle_order(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Show and change the order of games and premiums on entry forms and the Speiszettel."""
    own = find_own_sheet(get_staff_account(request).club, sheet_id)
    draft, message, moved = load_draft(own), "", {}
    layer = open_layer(draft)
    if layer is None:
        raise Http404
    if request.method == "POST":
        said = OrderForm(request.POST).parse()
        moved = {way: said[way] for way in STEPS if said[way]}
        try:
            change_draft(own, said["state"], lambda before: _order_draft(request, before, moved))
        except SheetRefusal as refused:
            message = refused.sentence
        else:
            here = reverse("sheet_order", args=[own.sheet])
            return redirect(f"{here}?{urlencode(moved)}" if moved else reverse("own_sheet", args=[own.sheet]))
    context = {
        "own": own,
        "name": draft.get("name") or own.sheet,
        "message": message,
        "ordered": [_build_section(layer, section) for section in ORDERED],
        "moved": {way: request.GET.get(way, "") for way in STEPS},
    }
    return render(request, "scoring/sheets/own_sheets/order.html", context, status=409 if message else 200)


def _order_draft(request: HttpRequest, draft: Table, moved: dict[str, str]) -> Table:
    """Return the draft in the order of the posted numbers, with what a button moves one place further."""
    for section in ORDERED:
        layer = open_layer(draft)
        names = list_entries(layer, section) if layer is not None else []
        names = sort_typed(names, {name: parse_number(request.POST, f"{section}/{name}") for name in names})
        for way, field in moved.items():
            names = move_name(names, field.removeprefix(f"{section}/"), STEPS[way])
        draft = order_entries(draft, section, names)
    return draft


def _build_section(layer: Layer, section: str) -> tuple[str, str, list[tuple[str, str]]]:
    """Return the games, or the premiums, in their order, under their title: the field of each, and its name."""
    language = get_current_language()
    speaker = Speaker(layer.whole, language)
    names = list_entries(layer, section)
    entries = [(f"{section}/{name}", speaker.name_entry(section, name)) for name in names]
    return section, pick_language(PLACES[section], language), entries
