"""The practice table's pages: choose a sheet, enter hands, see what they pay; nothing is written."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.book.hand_form.fields import PostedFields
from scoring.book.item_names import get_doubling_words
from scoring.engine.hand.scorer import Result
from scoring.engine.house_rules.library import BUILT_IN, load_built_in
from scoring.engine.house_rules.sheet import Sheet
from scoring.table.entry.page import build_entry_page
from scoring.table.entry.preview import describe_score, render_preview, score_form
from scoring.table.practice.game import NAMES, PracticeGame, find_tip, replay_hands
from tarockclub.kit.words import get_current_language


def show_practice(request: HttpRequest) -> HttpResponse:
    """Show the sheets by which one can practise."""
    english = get_current_language().startswith("en")
    sheets = [(sheet_id, _load_sheet(sheet_id).labels[english]) for sheet_id in BUILT_IN]
    return render(request, "scoring/table/practice/sheets.html", {"sheets": sheets})


def handle_practice(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Show the practice table; a POST adds the hand in the form to those that the page carries."""
    sheet, posted = _load_sheet(sheet_id), request.POST
    game = replay_hands(posted.get("hands", "[]"), sheet)
    context: dict[str, Any] = {"sheet": sheet, "posted": {}}
    if "p0-contract" in posted or "key" in posted:
        result = score_form(game.evening, sheet, posted)
        context |= _describe(result, posted, sheet, game)
        if result.score is None or "preview" in posted:
            context["posted"] = posted
        else:
            context |= {"done": context.pop("scored"), "tip": "", "number": game.number}
            game = game.add_hand(result)
    return render(
        request,
        "scoring/table/practice/table.html",
        {
            "tip": find_tip(context["posted"], sheet, game.evening),
            "untouched": not context["posted"].get("p0-contract"),
            **context,
            **_build_context(game, sheet, context["posted"]),
        },
        status=400 if context.get("problems") and "preview" not in posted else 200,
    )


def show_practice_preview(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Show what the hand in the form would pay, and what to tap next; a part of the page."""
    sheet, posted = _load_sheet(sheet_id), request.POST
    game = replay_hands(posted.get("hands", "[]"), sheet)
    context = _describe(score_form(game.evening, sheet, posted), posted, sheet, game)
    return render_preview(request, context, template="scoring/table/practice/_preview.html")


def _load_sheet(sheet_id: str) -> Sheet:
    rules = load_built_in(sheet_id) if sheet_id in BUILT_IN else None
    if rules is None:
        raise Http404
    return rules.build_sheet()


def _describe(result: Result, posted: PostedFields, sheet: Sheet, game: PracticeGame) -> dict[str, Any]:
    """Return what a hand pays, or what it lacks, in words, with a tip."""
    return {
        "untouched": not posted.get("p0-contract"),
        "tip": find_tip(posted, sheet, game.evening),
        **describe_score(result, NAMES),
    }


def _build_context(game: PracticeGame, sheet: Sheet, posted: PostedFields) -> dict[str, Any]:
    """Return what the page shows beside the hand: the cards, the form, and the hands that it carries."""
    language = get_current_language()
    return {
        "name": sheet.names[language.startswith("en")],
        "totals": game.list_totals(),
        "hands": game.text,
        "is_full": game.is_full,
        "radl": game.evening.radl > 1,
        "radl_name": get_doubling_words(sheet, language).title,
        "radl_left": max(game.evening.running, default=0),
        "view": {"next_number": game.number},
        "key": f"practice-{game.number}",
        "deals": "",
        "entry": build_entry_page(
            sheet, NAMES, game.evening, posted, language, [hand["plays"][0]["contract"] for hand in game.hands]
        ),
    }
