"""Addresses of tables and evenings."""

from django.urls import include, path

from scoring.access import views as access_views
from scoring.access import views as enter_view
from scoring.corrections import views as corrections_views
from scoring.entry import counting
from scoring.evenings import archive_views
from scoring.evenings import views as evenings_views
from scoring.evenings import views as front_views
from scoring.exports import views as exports_views
from scoring.house_rules import views as house_rules_views
from scoring.imports import views as brought_views
from scoring.offline import views as offline_views
from scoring.settlement import views as settlement_views
from scoring.table import views
from scoring.waiting_hands import views as waiting_hands_views

urlpatterns = [
    # First, because it is the one that must be quick.
    path("tables/<uuid:slug>/hands/", views.save_hand, name="save_hand"),
    path("", front_views.show_home, name="home"),
    path("evenings/archive/", archive_views.show_archived_evenings, name="archived_evenings"),
    path("evenings/", evenings_views.show_evenings, name="evenings"),
    path("evenings/new/", front_views.handle_start, name="start"),
    path("sw.js", offline_views.serve_worker, name="worker"),
    path("manifest.webmanifest", offline_views.serve_manifest, name="manifest"),
    path("offline/", offline_views.show_offline, name="offline"),
    path("counting/", counting.show_counting, name="counting"),
    path("t/<str:secret>/", enter_view.enter_table, name="enter"),
    path("tables/<uuid:slug>/", offline_views.keep_on_phones(views.show_table), name="table"),
    path("tables/<uuid:slug>/export.xlsx", exports_views.export_evening, name="export"),
    path("tables/<uuid:slug>/live/", views.show_live, name="live"),
    path("tables/<uuid:slug>/held/", views.decide_held_hand, name="held"),
    path("tables/<uuid:slug>/marks/", views.mark_hand, name="mark"),
    path("tables/<uuid:slug>/link/", access_views.show_invite, name="invite"),
    path("tables/<uuid:slug>/preview/", views.show_preview, name="preview"),
    path("tables/<uuid:slug>/change/", corrections_views.change_book, name="change"),
    path("tables/<uuid:slug>/more/", corrections_views.show_more, name="more"),
    path("tables/<uuid:slug>/lines/<int:line>/", corrections_views.show_deal, name="deal"),
    path(
        "tables/<uuid:slug>/lines/<int:line>/hand/",
        corrections_views.show_hand_form,
        {"what": "correct"},
        name="correct",
    ),
    path(
        "tables/<uuid:slug>/lines/<int:line>/insert/",
        corrections_views.show_hand_form,
        {"what": "insert"},
        name="insert",
    ),
    path("tables/<uuid:slug>/strike/", views.strike_hand, name="strike"),
    path("tables/<uuid:slug>/rules/", offline_views.keep_on_phones(house_rules_views.show_table_rules), name="rules"),
    path("hands/read-in/", waiting_hands_views.handle_waiting_hands, name="read_in"),
    path("bring-in/", brought_views.show_imports, name="bring_in"),
    path("bring-in/evening/", brought_views.handle_import, name="bring_evening"),
    path("sheets/", house_rules_views.show_sheets, name="sheets"),
    path("sheets/<slug:sheet_id>/", house_rules_views.show_sheet, name="sheet"),
    path("sheets/<slug:first>/<slug:second>/", house_rules_views.compare_sheets, name="two_sheets"),
    path("tables/<uuid:slug>/archive/", archive_views.handle_archiving, name="archive_evening"),
    path("tables/<uuid:slug>/settlement/", settlement_views.handle_settlement, name="settlement"),
    path("", include("scoring.printing.urls")),
]
