"""Addresses of evenings and tables."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViewOrJson, LazyViews

access_views = LazyViews("scoring.book.access.views")
corrections_views = LazyViews("scoring.table.corrections.views")
counting = LazyViews("scoring.table.entry.counting")
evenings_views = LazyViews("scoring.table.evenings.views")
home_views = LazyViews("scoring.table.evenings.home_views")
offline_views = LazyViews("scoring.table.offline.views")
phone_views = LazyViews("scoring.table.phones.views")
settlement_views = LazyViews("scoring.table.settlement.views")
sharing_views = LazyViews("scoring.table.sharing.views")
views = LazyViews("scoring.table.table_page.views")
practice_views = LazyViews("scoring.table.practice.views")
tablet_views = LazyViews("scoring.table.table_page.tablet")
waiting_hands_views = LazyViews("scoring.table.waiting_hands.views")

urlpatterns = [
    path(
        "tables/<uuid:slug>/hands/",
        LazyViewOrJson(views.handle_saved_hand, phone_views.handle_phone_hand),
        name="save_hand",
    ),
    path("", home_views.show_home, name="home"),
    path("evenings/archive/", evenings_views.show_archived_evenings, name="archived_evenings"),
    path("evenings/", evenings_views.show_evenings, name="evenings"),
    path("evenings/new/", evenings_views.handle_start, name="start"),
    path("sw.js", offline_views.serve_worker, name="worker"),
    path("manifest.webmanifest", offline_views.serve_manifest, name="manifest"),
    path("offline/", offline_views.show_offline, name="offline"),
    path("counting/", counting.show_counting, name="counting"),
    path("practice/", practice_views.show_practice, name="practice"),
    path("practice/<slug:sheet_id>/", practice_views.handle_practice, name="practise"),
    path("practice/<slug:sheet_id>/preview/", practice_views.show_practice_preview, name="practice_preview"),
    path("t/<str:secret>/", access_views.enter_table, name="enter"),
    path("t/<str:secret>/<int:place>/", access_views.enter_table, name="enter_as"),
    path("tables/<uuid:slug>/", views.show_table, name="table"),
    path("tables/<uuid:slug>/live/", views.show_live, name="live"),
    path("tables/<uuid:slug>/tablet/", tablet_views.show_tablet, name="tablet"),
    path("tables/<uuid:slug>/tablet/live/", tablet_views.show_tablet_live, name="tablet_live"),
    path("tables/<uuid:slug>/held/", views.handle_held_decision, name="held"),
    path("tables/<uuid:slug>/marks/", views.mark_hand, name="mark"),
    path("tables/<uuid:slug>/link/", access_views.show_invite, name="invite"),
    path("tables/<uuid:slug>/link/players/", access_views.show_own_codes, name="own_codes"),
    path("tables/<uuid:slug>/link/watch/", access_views.show_watch_code, name="watch_code"),
    path("tables/<uuid:slug>/me/", access_views.handle_own_seat, name="own_seat"),
    path("tables/<uuid:slug>/preview/", views.show_preview, name="preview"),
    path("tables/<uuid:slug>/change/", corrections_views.handle_book_change, name="change"),
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
    path("hands/read-in/", waiting_hands_views.handle_waiting_hands, name="read_in"),
    path("tables/<uuid:slug>/archive/", evenings_views.handle_archiving, name="archive_evening"),
    path("tables/<uuid:slug>/settlement/", settlement_views.handle_settlement, name="settlement"),
    path("tables/<uuid:slug>/share/", sharing_views.show_evening, name="share_evening"),
    path("tables/<uuid:slug>/share/<slug:shape>.png", sharing_views.serve_evening_picture, name="evening_picture"),
    path("tables/<uuid:slug>/settlement/share/", sharing_views.show_settlement, name="share_settlement"),
    path(
        "tables/<uuid:slug>/settlement/share/<slug:shape>.png",
        sharing_views.serve_settlement_picture,
        name="settlement_picture",
    ),
    path("tables/<uuid:slug>/lines/<int:line>/share/", sharing_views.show_hand, name="share_hand"),
    path(
        "tables/<uuid:slug>/lines/<int:line>/share/<slug:shape>.png",
        sharing_views.serve_hand_picture,
        name="hand_picture",
    ),
]
