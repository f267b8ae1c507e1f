"""The pages that edit the draft of a sheet: its values, its other rules, its order, and the sentences it takes over."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify

from scoring.engine.house_rules.schema import Table
from scoring.engine.texts import pick_language
from scoring.engine.texts.sheet_keys import PLACES
from scoring.models import OwnSheet
from scoring.sheets.own_sheets.draft import (
    ORDERED,
    DraftPlace,
    Layer,
    add_own_entry,
    find_problems,
    list_entries,
    open_layer,
    order_entries,
    remove_entry,
    restore_place,
    sort_typed,
    turn_option,
    write_layer,
)
from scoring.sheets.own_sheets.editor_page import (
    answer_sentences,
    build_parts,
    build_rule_forms,
    build_value_forms,
    build_value_tables,
    list_sentences,
)
from scoring.sheets.own_sheets.forms import EditForm, PlaceForm
from scoring.sheets.own_sheets.page import Speaker, build_place_address, list_sheet_problems
from scoring.sheets.own_sheets.services import LONGEST_ID, SheetRefusal, change_draft, find_own_sheet, load_draft
from tarockclub.kit.text import parse_number
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.permissions import get_staff_account

CHECK = "check"  # the script asks what would be wrong, and nothing is saved
ROW = "row"  # one more empty case of Trischaken, and nothing is saved
ADDED = {"values": ORDERED, "rules": ("options", "reminders", "readings", "gaps")}  # sections of what a club adds
BuildForms = Callable[[Layer, str, Any], list[PlaceForm]]


def handle_values(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Show and change the table of values: games and premiums."""
    return _handle(request, _find(request, sheet_id), "values", build_value_forms)


def handle_rules(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Show and change all other rules, options and sentences of the sheet's own among them."""
    return _handle(request, _find(request, sheet_id), "rules", build_rule_forms)


def _find(request: HttpRequest, sheet_id: str) -> OwnSheet:
    return find_own_sheet(get_staff_account(request).club, sheet_id)


def _handle(request: HttpRequest, own: OwnSheet, page: str, build_forms: BuildForms) -> HttpResponse:
    option, draft = request.GET.get("option", ""), load_draft(own)
    layer = open_layer(draft, option)
    if layer is None:
        raise Http404
    shown = build_forms(layer, get_current_language(), request.POST or None)
    edited = EditedPage(request, own, page, layer, shown)
    if request.method != "POST":
        return edited.render(draft)
    content = EditForm(request.POST).parse()
    pressed = _find_pressed(content, shown)
    typed = shown if content["turn"] else [form for form in shown if form is not pressed]
    if [form for form in typed if not form.is_valid()]:
        return edited.render(draft, status=400)
    try:
        for form in typed:
            layer = layer._replace(own=form.change(layer))
        changed, place = _press(content, page, pressed, layer)
        if content["what"] in (CHECK, ROW):
            return edited.render(write_layer(draft, option, changed), is_checked=content["what"] == CHECK)
        change_draft(own, content["state"], lambda before: write_layer(before, option, changed))
    except SheetRefusal as refused:
        status = 409 if refused.code == "changed_meanwhile" else 400
        return edited.render(draft, message=refused.sentence, status=status)
    if content["then"] == "order":
        return redirect("sheet_order", sheet_id=own.sheet)
    if place is not None:
        return redirect(build_place_address(own, place, option))
    return redirect(f"{reverse('own_sheet', args=[own.sheet])}#unsaved")


def _find_pressed(content: dict[str, Any], shown: list[PlaceForm]) -> PlaceForm | None:
    """Return the form of the part whose button was pressed: taken off, restored or turned."""
    path = content["remove"] or content["restore"] or content["turn"]
    return next((form for form in shown if form.place.path == path), None) if path else None


def _press(
    content: dict[str, Any], page: str, pressed: PlaceForm | None, layer: Layer
) -> tuple[Table, DraftPlace | None]:
    """Return the edited table after a button, and the part to go on with (None: none)."""
    is_added = content["what"] == "add" or (content["what"] == "set" and content["name"])  # Enter behind a new name
    if is_added and content["section"] in _list_added(page, layer):
        place = _name_entry(content["section"], content["name"])
        return add_own_entry(layer, place, content["name"]), place
    if pressed is None:
        return layer.own, None
    place = pressed.place
    if content["restore"]:
        return restore_place(layer, place), place
    if content["remove"] and place.entry:
        return remove_entry(layer, place, inherited=bool(place.find_table(layer.below))), DraftPlace(place.section)
    return (turn_option(layer, place) if place.section == "options" else layer.own), place


def _list_added(page: str, layer: Layer) -> list[str]:
    """Return the sections to which a page adds entries; an option has none."""
    return [section for section in ADDED[page] if not (layer.path and section == "options")]


def _name_entry(section: str, name: str) -> DraftPlace:
    """Return the place of a new entry: an id made of its name, which begins with a letter."""
    entry = slugify(name.replace("ß", "ss")).replace("-", "_").strip("_")
    if not entry:
        raise SheetRefusal("no_id")
    return DraftPlace(section, (entry if entry[0].isalpha() else f"{section[0]}{entry}")[:LONGEST_ID].strip("_"))


@dataclass(frozen=True)
class EditedPage:
    """A page that edits the draft, with its forms."""

    request: HttpRequest
    own: OwnSheet
    page: str
    layer: Layer
    shown: list[PlaceForm]

    def render(self, table: Table, *, message: str = "", is_checked: bool = False, status: int = 200) -> HttpResponse:
        """Render the page; `is_checked`: only what a script puts into it."""
        option, language = self.request.GET.get("option", ""), get_current_language()
        problems = find_problems(table)
        place = DraftPlace("options", option)
        context: dict[str, Any] = {
            "own": self.own,
            "option": option,
            "option_name": Speaker(self.layer.whole, language).name_entry(*place),
            "name": table.get("name") or self.own.sheet,
            "problems": list_sheet_problems(self.own, self.layer, problems, language),
            "problem": message,
            "forms": self.shown,
            "opened": self.request.GET.get("open", ""),
            "is_checked": is_checked,
            "back": build_place_address(self.own, place) if option else reverse("own_sheet", args=[self.own.sheet]),
        }
        if self.page == "values":
            context["tables"] = build_value_tables(self.layer, language, self.shown)
        else:
            context["parts"] = build_parts(self.shown, self.layer, option, problems)
            added = _list_added(self.page, self.layer)
            context["added"] = [(section, pick_language(PLACES[section], language)) for section in added]
        template = "_checked" if is_checked else self.page
        return render(self.request, f"scoring/sheets/own_sheets/{template}.html", context, status=status)


def handle_order(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Show and change the order of games and premiums on entry forms and the Speiszettel."""
    own, message = _find(request, sheet_id), ""
    draft = load_draft(own)
    layer = open_layer(draft)
    if layer is None:
        raise Http404
    if request.method == "POST":
        state = EditForm(request.POST).parse()["state"]
        try:
            change_draft(own, state, lambda before: _order_draft(request, before, layer))
        except SheetRefusal as refused:
            message = refused.sentence
        else:
            return redirect(f"{reverse('own_sheet', args=[own.sheet])}#unsaved")
    context = {
        "own": own,
        "name": draft.get("name") or own.sheet,
        "problem": message,
        "ordered": [_build_section(layer, section) for section in ORDERED],
    }
    return render(request, "scoring/sheets/own_sheets/order.html", context, status=409 if message else 200)


def _order_draft(request: HttpRequest, draft: Table, layer: Layer) -> Table:
    """Return the draft in the order of the posted numbers."""
    for section in ORDERED:
        names = list_entries(layer, section)
        numbers = {name: parse_number(request.POST, f"{section}/{name}") for name in names}
        draft = order_entries(draft, section, sort_typed(names, numbers))
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
        state = EditForm(request.POST).parse()["state"]
        try:
            change_draft(own, state, lambda before: answer_sentences(before, sentences, request.POST))
        except SheetRefusal as refused:
            message = refused.sentence
        else:
            return redirect("own_sheet", sheet_id=own.sheet)
    context = {
        "own": own,
        "name": draft.get("name") or own.sheet,
        "problem": message,
        "asked": [sentence for sentence in sentences if sentence.is_asked],
        "others": [sentence for sentence in sentences if not sentence.is_asked],
    }
    return render(request, "scoring/sheets/own_sheets/sentences.html", context, status=409 if message else 200)
