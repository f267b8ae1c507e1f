"""Hands to try beside the editor: examples before and after a change, any tapped hand, entries without an example."""

import json
import uuid
from fractions import Fraction
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.book.hand_form import fill_form
from scoring.book.ledger.book import load_book
from scoring.book.ledger.seats import find_game_table
from scoring.book.sheet_library import build_version
from scoring.engine.evening.course import Hand
from scoring.engine.evening.state import Evening, begin
from scoring.engine.hand.coverage import Uncovered, find_uncovered
from scoring.engine.hand.examples import Example
from scoring.engine.hand.record import HandRecord, print_record
from scoring.engine.hand.scorer import Result, score_record
from scoring.engine.hand.trischaken import carry_record
from scoring.engine.house_rules.library import load_built_in
from scoring.engine.house_rules.loader import Rules, Variation
from scoring.engine.house_rules.schema import ENTRIES, Table, lay_over
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.points import SIXTHS
from scoring.engine.texts import pick_language
from scoring.engine.texts.sheet_keys import PLACES
from scoring.models import OwnSheet
from scoring.sheets.examples.page import (
    ON_A_PAGE,
    SEAT_NAMES,
    ScoredExample,
    ShownExample,
    build_list_context,
    count_agreeing,
    describe_example,
    describe_result,
    list_own_examples,
    list_sheet_examples,
    put_beside,
)
from scoring.sheets.own_sheets.draft import DraftPlace, build_rules, find_problems
from scoring.sheets.own_sheets.forms import ExampleForm
from scoring.sheets.own_sheets.page import Speaker, build_place_address
from scoring.sheets.own_sheets.services import SheetRefusal, add_example, find_own_sheet, load_draft, remove_example
from scoring.table.entry.page import build_entry_page
from scoring.table.entry.preview import render_preview, score_form
from tarockclub.kit.amounts import explain_readings, format_points, parse_typed_points
from tarockclub.kit.tables.table import list_page_links
from tarockclub.kit.text import parse_whole
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.permissions import get_staff_account, must_be_own


class UncoveredEntry(NamedTuple):
    """An entry in words, its page, and the hand that is offered as an example of it."""

    label: str
    href: str
    shown: ShownExample
    record: str
    amounts: tuple[tuple[str, str], ...]  # of each seat


def list_uncovered(own: OwnSheet, rules: Rules) -> list[Uncovered]:
    """Return the entries of a sheet that neither its own examples nor those of the sheets below depend on."""
    parent = load_built_in(str(rules.table.get("extends") or ""))
    below, examples = (
        lay_over(rules.vocabulary, {} if parent is None else parent.table),
        [*list_own_examples(own.sheet)],
    )
    while parent is not None:
        examples += list_sheet_examples(parent.table["id"])
        parent = load_built_in(parent.table.get("extends", ""))
    return list(find_uncovered(rules, below, examples))


def describe_uncovered(own: OwnSheet, rules: Rules, uncovered: Uncovered, speaker: Speaker) -> UncoveredEntry:
    """Return an entry with its hand in words."""
    payouts = tuple(map(format_points, uncovered.score.payouts))
    record = print_record(uncovered.record)
    result = Result(uncovered.record, [], uncovered.score)
    scored = ScoredExample(Example("", "", record, None), (result,), stands_out=False)
    return UncoveredEntry(
        _name_entry(uncovered.variation, rules.table, speaker),
        _find_address(own, uncovered.variation),
        describe_example(scored, (rules,), speaker.language),
        json.dumps(record, ensure_ascii=False),
        tuple(zip(SEAT_NAMES, payouts, strict=True)),
    )


def _find_address(own: OwnSheet, variation: Variation) -> str:
    """Return the address where an entry is typed; what an option changes, on the page of all other rules."""
    place = _find_place(variation)
    key = str(variation.path[2 if place.entry else 1])
    return build_place_address(own, place, key="" if place.section == "options" else key)


def _find_place(variation: Variation) -> DraftPlace:
    section, name, *_rest = map(str, variation.path)
    return DraftPlace(section, name if section in ENTRIES else "")


def _name_entry(variation: Variation, table: Table, speaker: Speaker) -> str:
    """Return what a sheet says in one place: "Dreier: Lost, it costs 8"."""
    place = _find_place(variation)
    title = pick_language(PLACES[place.section], speaker.language)
    if place.section == "options":
        return f"{title}: {speaker.name_entry(*place)}"
    key, *rows = variation.path[2 if place.entry else 1 :]
    value: Any = place.find_table(table)
    for step in (key, *rows[:1]):
        value = value[step]
    part = [variation.word] if variation.word else [value] if rows else value
    named = speaker.name_entry(*place) if place.entry else title
    return f"{named}: {speaker.get_label(place.section, str(key))} {speaker.say(place, str(key), part)}"


def handle_examples(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Show what the examples pay before and after the change, and whether the club's own agree; remove one of those."""
    own = find_own_sheet(get_staff_account(request).club, sheet_id)
    if request.method == "POST":
        remove_example(own, parse_whole(request.POST.get("example", "")) or 0)
        return redirect("try_sheet", sheet_id=own.sheet)
    draft = load_draft(own)
    if find_problems(draft):
        return redirect("own_sheet", sheet_id=own.sheet)
    after, before, language = build_rules(draft), _load_before(own), get_current_language()
    examples = (*list_sheet_examples(str(draft.get("extends") or "")), *list_own_examples(own.sheet))
    listed = put_beside(before, after, examples, language) if before is not None else None
    everything = "all" in request.GET
    agreeing, count = count_agreeing(after, list_own_examples(own.sheet))
    context: dict[str, Any] = {
        "own": own,
        "name": draft.get("name") or own.sheet,
        "agreeing": agreeing,
        "own_count": count,
        "own_examples": own.examples.filter(removed=None).order_by("pk"),
        "everything_shown": everything,
        "changed": own.versions.exists(),
    }
    if listed is not None:
        names = [rules.build_sheet().names[language.startswith("en")] for rules in listed.rules]
        context |= {
            "count": len(listed.scored),
            "standing_out": listed.standing_out,
            "names": [_("Before"), _("Now")] if context["changed"] else names,
            **build_list_context(request, listed if everything else listed.keep_standing_out()),
        }
    return render(request, "scoring/sheets/own_sheets/try.html", context)


def _load_before(own: OwnSheet) -> Rules | None:
    """Return the rules before the change: the newest version, or the sheet that this one extends."""
    newest = own.versions.order_by("-number").first()
    if newest is not None:
        return build_version(newest.table)
    return load_built_in(str(load_draft(own).get("extends") or ""))


def handle_hand(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Tap in a hand with the table's form, see what it pays before and after, and keep it as an example."""
    own, after = _find(request, sheet_id)
    sheet, evening = after.build_sheet(), begin()
    posted: Any = request.POST if request.method == "POST" else _fill_from_table(request, sheet)
    context: dict[str, Any] = {
        "own": own,
        "name": sheet.names[get_current_language().startswith("en")],
        "what": "try",
        "entry": build_entry_page(sheet, SEAT_NAMES, evening, posted, get_current_language()),
        "posted": posted,
        "radl": str(posted.get("radl_set") or ""),
        "key": str(uuid.uuid4()),
    }
    if request.method != "POST":
        return render(request, "scoring/sheets/own_sheets/try_hand.html", context)
    before, result = _load_before(own), _score(sheet, evening, posted)
    named = (after,) if before is None else (after, before)
    if result.score is None or result.record is None:
        context["problems"] = describe_result(result, get_current_language(), *named).problems
        return render(request, "scoring/sheets/own_sheets/try_hand.html", context, status=400)
    was = _score_before(result.record, result.score.sheet, before, evening, posted) if before is not None else None
    context |= {
        "outcome": describe_result(result, get_current_language(), *named),
        "before": describe_result(was, get_current_language(), *named) if was is not None else None,
        "record": json.dumps(print_record(result.record), ensure_ascii=False),
        "amounts": [*zip(SEAT_NAMES, map(format_points, result.score.payouts), strict=True)],
    }
    return render(request, "scoring/sheets/own_sheets/try_hand.html", context)


def show_tried(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Show what the hand in the form would pay; a part of the page."""
    _own, after = _find(request, sheet_id)
    language = get_current_language()
    result = describe_result(_score(after.build_sheet(), begin(), request.POST), language, after)
    context = {"scored": result.scored, "problems": result.problems, "untouched": not request.POST.get("p0-contract")}
    return render_preview(request, context)


def keep_example(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Keep a hand and what it shall pay as an example of the sheet."""
    own, after = _find(request, sheet_id)
    return _keep_example(request, own, after) or redirect("try_sheet", sheet_id=own.sheet)


def _keep_example(request: HttpRequest, own: OwnSheet, after: Rules) -> HttpResponse | None:
    """Keep the posted hand; return the page that says why it cannot be kept, or None."""
    values = ExampleForm(request.POST).parse()
    typed = [values[f"amount{seat}"] for seat in range(len(SEAT_NAMES))]
    points = map(parse_typed_points, typed)
    amounts = [None if sixths is None else Fraction(sixths, SIXTHS) for sixths in points]
    try:
        add_example(own, after, values["key"], values["record"], amounts, values["note"], get_staff_account(request))
    except SheetRefusal as refused:
        problem = next(filter(None, map(explain_readings, typed)), refused.sentence)
        context = {"own": own, "name": own.sheet, "problem": problem}
        return render(request, "scoring/sheets/own_sheets/refused.html", context, status=400)
    return None


def handle_uncovered(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Show the entries of the sheet that no example depends on, and keep the hand that is offered for one."""
    own, rules = _find(request, sheet_id)
    if request.method == "POST":
        return _keep_example(request, own, rules) or redirect("uncovered_rules", sheet_id=own.sheet)
    entries, language = list_uncovered(own, rules), get_current_language()
    page = Paginator(entries, ON_A_PAGE).get_page(request.GET.get("page", "1"))
    speaker = Speaker(lay_over(rules.vocabulary, rules.table), language)
    context = {
        "own": own,
        "name": rules.table.get("name") or own.sheet,
        "count": len(entries),
        "entries": [(describe_uncovered(own, rules, entry, speaker), uuid.uuid4()) for entry in page.object_list],
        "page": page,
        "pages": tuple(list_page_links(page.paginator, page.number, request, "page")),
    }
    return render(request, "scoring/sheets/own_sheets/uncovered.html", context)


def _find(request: HttpRequest, sheet_id: str) -> tuple[OwnSheet, Rules]:
    """Return an own sheet of the club and the rules of its draft; Http404 where they contradict themselves."""
    own = find_own_sheet(get_staff_account(request).club, sheet_id)
    draft = load_draft(own)
    if find_problems(draft):
        raise Http404
    return own, build_rules(draft)


def _score(sheet: Sheet, evening: Evening, posted: Any) -> Result:
    return score_form(evening, sheet, posted, {"2": 2}.get(str(posted.get("radl_set"))))


def _score_before(record: HandRecord, sheet: Sheet, before: Rules, evening: Evening, posted: Any) -> Result:
    """Score a hand under the rules before the change, which may understand its record otherwise."""
    was = before.build_sheet()
    carried, problems = carry_record(record, sheet, was)
    return _score(was, evening, posted) if carried is record else score_record(carried, problems, was)


def _fill_from_table(request: HttpRequest, sheet: Sheet) -> dict[str, str]:
    """Return the fields of a played hand that the address names; none if it names none."""
    try:
        slug = uuid.UUID(request.GET.get("table", ""))
    except ValueError:
        return {}
    table = find_game_table(slug)
    must_be_own(request, table.club_id)
    line = load_book(table).find_line(parse_whole(request.GET.get("line", "")) or 0)
    if line is None or not isinstance(line.content, Hand):
        raise Http404
    return dict(fill_form(line.content.record, sheet))
