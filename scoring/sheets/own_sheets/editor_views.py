"""The pages of the editor: one part of a sheet at a time."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from scoring.engine.house_rules.library import SENTENCES
from scoring.engine.house_rules.overlay import Table
from scoring.engine.house_rules.schema import ENTRIES, OVERLAYS, SECTIONS
from scoring.engine.texts import pick_language
from scoring.engine.texts.sheet_keys import PLACES
from scoring.models import OwnSheet
from scoring.sheets.own_sheets.draft import (
    ORDERED,
    DraftPlace,
    Layer,
    find_problems,
    is_place,
    list_entries,
    move_name,
    open_layer,
    order_entries,
    remove_entry,
    restore_place,
    sort_typed,
    turn_option,
    write_layer,
)
from scoring.sheets.own_sheets.forms import ActionForm, OrderForm, PlaceForm
from scoring.sheets.own_sheets.page import (
    ORDER,
    TOP,
    Speaker,
    build_place_address,
    build_sheet_address,
    list_sheet_problems,
)
from scoring.sheets.own_sheets.part_page import build_parts
from scoring.sheets.own_sheets.selectors import find_own_sheet
from scoring.sheets.own_sheets.sentences import answer_sentences, list_sentences
from scoring.sheets.own_sheets.services import SheetRefusal, change_draft, load_draft
from scoring.sheets.own_sheets.values_page import build_value_forms, build_value_tables
from tarockclub.kit.text import parse_number
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.permissions import get_staff_account

CHECK = "check"  # the script asks what would be wrong, and nothing is saved
ROW = "row"  # one more empty case of Trischaken, and nothing is saved


STEPS = {"up": -1, "down": 1}


def handle_part(request: HttpRequest, sheet_id: str, section: str) -> HttpResponse:
    """Show and change the table of values, or all other rules; reminders and the like have a page each."""
    own, place = _find(request, sheet_id), DraftPlace("" if section == TOP else section)
    if place.section == "order":
        return redirect("sheet_order", sheet_id=own.sheet)
    if place.section and place.section not in (*SECTIONS, *ENTRIES):
        raise Http404
    if place.section in SENTENCES:  # each has a page of its own
        return redirect(build_sheet_address(own, place, request.GET.get("option", "")))
    return _handle(request, own, place)


def handle_entry(request: HttpRequest, sheet_id: str, section: str, entry: str) -> HttpResponse:
    """Show and change an entry of a sheet, such as a game."""
    own, place = _find(request, sheet_id), DraftPlace(section, entry)
    if not is_place(place):
        raise Http404
    return _handle(request, own, place)


def _find(request: HttpRequest, sheet_id: str) -> OwnSheet:
    return find_own_sheet(get_staff_account(request).club, sheet_id)


def _open(draft: Table, option: str) -> Layer:
    layer = open_layer(draft, option)
    if layer is None:
        raise Http404
    return layer


def _handle(request: HttpRequest, own: OwnSheet, place: DraftPlace) -> HttpResponse:
    option = request.GET.get("option", "")
    draft = load_draft(own)
    layer = _open(draft, option)
    shown = _build_forms(layer, place, option, request.POST or None)
    if request.method != "POST":
        return _render(request, own, place, layer, shown)
    action = ActionForm(request.POST).parse()
    changed = _apply(action["what"], shown, layer, place)
    if changed is None:
        return _render(request, own, place, layer, shown, status=400)
    if action["what"] in (CHECK, ROW):
        table = write_layer(draft, option, changed)
        return _render(request, own, place, layer, shown, table, is_checked=action["what"] == CHECK)
    try:
        change_draft(own, action["state"], lambda before: write_layer(before, option, changed))
    except SheetRefusal as refused:
        return _render(request, own, place, layer, shown, message=refused.sentence, status=409)
    own.refresh_from_db()
    if action["entry"] == "order":
        return redirect("sheet_order", sheet_id=own.sheet)
    section, _sign, entry = action["entry"].partition("/")
    if section in ENTRIES and entry:
        return redirect(build_place_address(own, DraftPlace(section, entry), option))
    return redirect(build_sheet_address(own, place, option))


def _build_forms(layer: Layer, place: DraftPlace, option: str, data: Any) -> list[PlaceForm]:
    """Return the forms of a page: of an entry alone, of the table of values, or of all other rules."""
    language = get_current_language()
    if place.entry:
        return [PlaceForm(layer, place, language, data)]
    if place.section in ORDERED:
        return build_value_forms(layer, language, data)
    sections = [DraftPlace(section) for section in ("", *ORDER) if section in SECTIONS or not (section or option)]
    groups = [DraftPlace("groups", name) for name in list_entries(layer, "groups")]
    return [PlaceForm(layer, part, language, data, part.path or TOP) for part in (*sections, *groups)]


def _apply(what: str, shown: list[PlaceForm], layer: Layer, place: DraftPlace) -> Table | None:
    """Return the edited table after a button of the page; None if something typed cannot be read."""
    if what == "remove" and place.entry:
        return remove_entry(layer, place, inherited=bool(place.find_table(layer.below)))
    if what == "restore":
        return restore_place(layer, place)
    if what == "turn" and place.section == "options":
        return turn_option(layer, place)
    if not all(form.is_valid() for form in shown):
        return None
    for form in shown:
        layer = layer._replace(own=form.change(layer))
    return layer.own


def _find_way(layer: Layer, place: DraftPlace) -> str:
    """Return when an option that is shown changes the sheet: switched "on" or "off"; "" for all other parts."""
    entry = place.find_table(layer.whole)
    return next((way for way in OVERLAYS if way in entry), "") if place.section == "options" else ""


def _render(
    request: HttpRequest,
    own: OwnSheet,
    place: DraftPlace,
    layer: Layer,
    shown: list[PlaceForm],
    draft: Table | None = None,
    *,
    message: str = "",
    is_checked: bool = False,
    status: int = 200,
) -> HttpResponse:
    option, language = request.GET.get("option", ""), get_current_language()
    table = load_draft(own) if draft is None else draft
    problems = find_problems(table)
    speaker = Speaker(layer.whole, language)
    context: dict[str, Any] = {
        "own": own,
        "place": place,
        "option": option,
        "option_name": speaker.name_entry("options", option),
        "name": table.get("name") or own.sheet,
        "forms": shown,
        "problems": list_sheet_problems(own, layer, problems, language),
        "message": message,
        "opened": request.GET.get("open", ""),
        "is_checked": is_checked,
        "back": build_sheet_address(own, place, option),
    }
    if place.section in ORDERED and not place.entry:
        context["tables"] = build_value_tables(layer, language, shown)
        template = "values"
    else:
        context["parts"] = build_parts(own, shown, layer, option, problems)
        context["is_on_sheet"] = place.entry in list_entries(layer, place.section) if place.entry else False
        context["option_way"] = _find_way(layer, place)
        template = "part"
    template = "_checked" if is_checked else template
    return render(request, f"scoring/sheets/own_sheets/{template}.html", context, status=status)


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


def handle_sentences(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Show all that is taken over in words, first what may no longer be true, and say what stays."""
    own, message = _find(request, sheet_id), ""
    draft = load_draft(own)
    sentences = list_sentences(draft, get_current_language())
    if request.method == "POST":
        state = ActionForm(request.POST).parse()["state"]
        try:
            change_draft(own, state, lambda before: answer_sentences(before, sentences, request.POST))
        except SheetRefusal as refused:
            message = refused.sentence
        else:
            return redirect("own_sheet", sheet_id=own.sheet)
    context = {
        "own": own,
        "name": draft.get("name") or own.sheet,
        "message": message,
        "asked": [sentence for sentence in sentences if sentence.is_asked],
        "others": [sentence for sentence in sentences if not sentence.is_asked],
    }
    return render(request, "scoring/sheets/own_sheets/sentences.html", context, status=409 if message else 200)
