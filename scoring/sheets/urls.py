"""Addresses of house rules."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.navigation.rows import ALL, RULES, page
from tarockclub.platform.server.lazy_views import LazyViews

examples_views = LazyViews("scoring.sheets.examples.views")
house_rules_views = LazyViews("scoring.sheets.house_rules.views")

sheets_page = partial(page, under="sheets", needs=ALL, guide="own-house-rules#read-and-compare")
sheet_page = partial(page, under="sheet", needs=ALL)
urlpatterns = [
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
    sheets_page("sheet", "sheets/<str:sheet_id>/", house_rules_views.show_sheet, _("Rules of the sheet")),
    sheet_page("sheet_examples", "sheets/<str:sheet_id>/examples/", examples_views.show_examples, _("Examples")),
    sheet_page(
        "sheet_paper", "sheets/<str:sheet_id>/paper/", house_rules_views.show_paper, _("What the printed sheet says")
    ),
    sheets_page("two_sheets", "sheets/<str:first>/<str:second>/", house_rules_views.compare_sheets, _("Side by side")),
]
