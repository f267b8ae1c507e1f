"""Addresses of house rules."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

examples_views = LazyViews("scoring.sheets.examples.views")
house_rules_views = LazyViews("scoring.sheets.house_rules.views")

urlpatterns = [
    path("tables/<uuid:slug>/rules/", house_rules_views.show_table_rules, name="rules"),
    path("sheets/", house_rules_views.show_sheets, name="sheets"),
    path("sheets/<str:sheet_id>/", house_rules_views.show_sheet, name="sheet"),
    path("sheets/<str:sheet_id>/examples/", examples_views.show_examples, name="sheet_examples"),
    path("sheets/<str:sheet_id>/paper/", house_rules_views.show_paper, name="sheet_paper"),
    path("sheets/<str:first>/<str:second>/", house_rules_views.compare_sheets, name="two_sheets"),
]
