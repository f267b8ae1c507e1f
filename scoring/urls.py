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
    path("", front_views.home, name="home"),
    path("evenings/archive/", archive_views.archived_evenings_page, name="archived_evenings"),
    path("evenings/", evenings_views.evenings, name="evenings"),
    path("evenings/new/", front_views.start, name="start"),
    path("sw.js", offline_views.worker, name="worker"),
    path("manifest.webmanifest", offline_views.manifest, name="manifest"),
    path("offline/", offline_views.offline, name="offline"),
    path("counting/", counting.counting, name="counting"),
    path("t/<str:secret>/", enter_view.enter, name="enter"),
    path("tables/<uuid:slug>/", offline_views.kept_on_phones(views.table), name="table"),
    path("tables/<uuid:slug>/export.xlsx", exports_views.export, name="export"),
    path("tables/<uuid:slug>/live/", views.live, name="live"),
    path("tables/<uuid:slug>/held/", views.say_which, name="held"),
    path("tables/<uuid:slug>/marks/", views.say, name="mark"),
    path("tables/<uuid:slug>/link/", access_views.invite, name="invite"),
    path("tables/<uuid:slug>/preview/", views.preview, name="preview"),
    path("tables/<uuid:slug>/change/", corrections_views.change_book, name="change"),
    path("tables/<uuid:slug>/more/", corrections_views.more, name="more"),
    path("tables/<uuid:slug>/lines/<int:line>/", corrections_views.deal, name="deal"),
    path("tables/<uuid:slug>/lines/<int:line>/hand/", corrections_views.hand_form, {"what": "correct"}, name="correct"),
    path("tables/<uuid:slug>/lines/<int:line>/insert/", corrections_views.hand_form, {"what": "insert"}, name="insert"),
    path("tables/<uuid:slug>/strike/", views.strike, name="strike"),
    path("tables/<uuid:slug>/rules/", offline_views.kept_on_phones(house_rules_views.table_rules), name="rules"),
    path("hands/read-in/", waiting_hands_views.read_in_page, name="read_in"),
    path("bring-in/", brought_views.bring_in_page, name="bring_in"),
    path("bring-in/evening/", brought_views.bring_page, name="bring_evening"),
    path("sheets/", house_rules_views.sheets, name="sheets"),
    path("sheets/<slug:sheet_id>/", house_rules_views.sheet, name="sheet"),
    path("sheets/<slug:first>/<slug:second>/", house_rules_views.two_sheets, name="two_sheets"),
    path("tables/<uuid:slug>/archive/", archive_views.archive_page, name="archive_evening"),
    path("tables/<uuid:slug>/settlement/", settlement_views.settlement, name="settlement"),
    path("", include("scoring.printing.urls")),
]
