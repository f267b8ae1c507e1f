"""Addresses of house rules, and of the clubs' own ones."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import ALL, RULES, address, page
from tarockclub.platform.server.lazy_views import LazyViews

house_rules_views = LazyViews("scoring.sheets.house_rules.views")
own_views = LazyViews("scoring.sheets.own_sheets.views")
try_views = LazyViews("scoring.sheets.own_sheets.try_views")
editor_views = LazyViews("scoring.sheets.own_sheets.editor_views")

entry_page = partial(page, needs=Right.ENTER, posts=True)
sheets_page = partial(page, under="sheets", needs=ALL, guide="own-house-rules#read-and-compare")
sheet_page = partial(page, under="sheet", needs=ALL)
urlpatterns = [
    entry_page(
        "own_sheets",
        "own-sheets/",
        own_views.handle_own_sheets,
        _("Own house rules"),
        under="sheets",
        guide="own-house-rules#own-sheet",
        is_listed=True,
        words=_("edit, write, change a sheet"),
    ),
    entry_page(
        "own_sheet",
        "own-sheets/<slug:sheet_id>/",
        own_views.handle_own_sheet,
        _("Own house rules"),
        under="own_sheets",
        guide="own-house-rules#change-rules",
    ),
    address("draft_file", "own-sheets/<slug:sheet_id>/sheet.toml", own_views.download_draft, needs=Right.ENTER),
    page(
        "draft_differences",
        "own-sheets/<slug:sheet_id>/differences/",
        own_views.show_differences,
        _("Differences"),
        under="own_sheet",
        needs=Right.ENTER,
    ),
    entry_page(
        "sheet_order", "own-sheets/<slug:sheet_id>/order/", editor_views.handle_order, _("Order"), under="own_sheet"
    ),
    entry_page(
        "sheet_sentences",
        "own-sheets/<slug:sheet_id>/sentences/",
        editor_views.handle_sentences,
        _("Sentences taken over"),
        under="own_sheet",
        guide="own-house-rules#sentences",
    ),
    entry_page(
        "sheet_text",
        "own-sheets/<slug:sheet_id>/text/",
        own_views.handle_text,
        _("The sheet as text"),
        under="own_sheet",
        guide="own-house-rules#rare-rules",
    ),
    entry_page(
        "sheet_values",
        "own-sheets/<slug:sheet_id>/values/",
        editor_views.handle_values,
        _("All values"),
        under="own_sheet",
    ),
    entry_page(
        "sheet_rules",
        "own-sheets/<slug:sheet_id>/rules/",
        editor_views.handle_rules,
        _("All other rules"),
        under="own_sheet",
    ),
    entry_page(
        "try_sheet",
        "own-sheets/<slug:sheet_id>/try/",
        try_views.handle_examples,
        _("Hands to try"),
        under="own_sheet",
        guide="own-house-rules#try-it",
    ),
    entry_page(
        "uncovered_rules",
        "own-sheets/<slug:sheet_id>/try/uncovered/",
        try_views.handle_uncovered,
        _("Rules without an example"),
        under="try_sheet",
        guide="own-house-rules#try-it",
    ),
    entry_page(
        "try_hand",
        "own-sheets/<slug:sheet_id>/try/hand/",
        try_views.handle_hand,
        _("Hand"),
        under="try_sheet",
        has_bar=False,
    ),
    address(
        "try_preview", "own-sheets/<slug:sheet_id>/try/preview/", try_views.show_tried, needs=Right.ENTER, posts="only"
    ),
    page(
        "keep_example",
        "own-sheets/<slug:sheet_id>/try/keep/",
        try_views.keep_example,
        _("Hand"),
        under="try_sheet",
        needs=Right.ENTER,
        posts="only",
    ),
    address("sheet_file", "sheets/<str:sheet_id>/sheet.toml", own_views.download_sheet, needs=ALL),
    page(
        "rules",
        "tables/<uuid:slug>/rules/",
        house_rules_views.show_table_rules,
        _("Rules of this evening"),
        under="table",
        needs=ALL,
        guide="own-house-rules#read-and-compare",
    ),
    page(
        "sheets",
        "sheets/",
        house_rules_views.show_sheets,
        _("House rules"),
        needs=ALL,
        place=RULES,
        guide="own-house-rules#sheets",
        is_listed=True,
        words=_("sheets, tariff, prices"),
    ),
    page(
        "game_words",
        "words/",
        house_rules_views.show_words,
        _("Words of the game"),
        under="sheets",
        needs=ALL,
        guide="own-house-rules#read-and-compare",
        is_listed=True,
        words=_("glossary, prices, what does it pay"),
    ),
    page(
        "game_word",
        "words/<str:anchor>/",
        house_rules_views.show_word,
        _("Word of the game"),
        under="game_words",
        needs=ALL,
        guide="own-house-rules#read-and-compare",
    ),
    sheets_page("sheet", "sheets/<str:sheet_id>/", house_rules_views.show_sheet, _("Rules of the sheet")),
    sheet_page("sheet_examples", "sheets/<str:sheet_id>/examples/", house_rules_views.show_examples, _("Examples")),
    sheet_page(
        "sheet_paper", "sheets/<str:sheet_id>/paper/", house_rules_views.show_paper, _("What the printed sheet says")
    ),
    sheets_page("two_sheets", "sheets/<str:first>/<str:second>/", house_rules_views.compare_sheets, _("Side by side")),
]
