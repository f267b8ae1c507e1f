"""Addresses of tables and evenings."""

from django.urls import include, path

from scoring import (
    change_views,
    counting_view,
    enter_view,
    evenings_views,
    export_views,
    front_views,
    held_views,
    installed_views,
    invite_view,
    live_view,
    mark_views,
    read_in_views,
    rules_views,
    settle_views,
    views,
)
from scoring.brought import views as brought_views

urlpatterns = [
    # First, because it is the one that must be quick.
    path("tables/<uuid:slug>/hands/", views.save_hand, name="save_hand"),
    path("", front_views.home, name="home"),
    path("evenings/", evenings_views.evenings, name="evenings"),
    path("evenings/new/", front_views.start, name="start"),
    path("sw.js", installed_views.worker, name="worker"),
    path("manifest.webmanifest", installed_views.manifest, name="manifest"),
    path("offline/", installed_views.offline, name="offline"),
    path("counting/", counting_view.counting, name="counting"),
    path("t/<str:secret>/", enter_view.enter, name="enter"),
    path("tables/<uuid:slug>/", installed_views.kept_on_phones(views.table), name="table"),
    path("tables/<uuid:slug>/export.xlsx", export_views.export, name="export"),
    path("tables/<uuid:slug>/live/", live_view.live, name="live"),
    path("tables/<uuid:slug>/held/", held_views.say_which, name="held"),
    path("tables/<uuid:slug>/marks/", mark_views.say, name="mark"),
    path("tables/<uuid:slug>/link/", invite_view.invite, name="invite"),
    path("tables/<uuid:slug>/preview/", views.preview, name="preview"),
    path("tables/<uuid:slug>/change/", change_views.change_book, name="change"),
    path("tables/<uuid:slug>/more/", change_views.more, name="more"),
    path("tables/<uuid:slug>/lines/<int:line>/", change_views.deal, name="deal"),
    path("tables/<uuid:slug>/lines/<int:line>/hand/", change_views.hand_form, {"what": "correct"}, name="correct"),
    path("tables/<uuid:slug>/lines/<int:line>/insert/", change_views.hand_form, {"what": "insert"}, name="insert"),
    path("tables/<uuid:slug>/strike/", views.strike, name="strike"),
    path("tables/<uuid:slug>/rules/", installed_views.kept_on_phones(rules_views.table_rules), name="rules"),
    path("hands/read-in/", read_in_views.read_in_page, name="read_in"),
    path("bring-in/", brought_views.bring_in_page, name="bring_in"),
    path("bring-in/evening/", brought_views.bring_page, name="bring_evening"),
    path("sheets/", rules_views.sheets, name="sheets"),
    path("sheets/<slug:sheet_id>/", rules_views.sheet, name="sheet"),
    path("sheets/<slug:first>/<slug:second>/", rules_views.two_sheets, name="two_sheets"),
    path("tables/<uuid:slug>/settlement/", settle_views.settlement, name="settlement"),
    path("", include("scoring.paper.urls")),
]
