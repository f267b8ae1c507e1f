"""The addresses of what is shared of a table."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("scoring.table.sharing.views")

_TABLE = "tables/<uuid:slug>/"
_LINE = f"{_TABLE}lines/<int:line>/share/"

urlpatterns = [
    path(f"{_TABLE}share/", views.show_evening, name="share_evening"),
    path(f"{_TABLE}share/<slug:shape>.png", views.serve_evening_picture, name="evening_picture"),
    path(f"{_TABLE}settlement/share/", views.show_settlement, name="share_settlement"),
    path(f"{_TABLE}settlement/share/<slug:shape>.png", views.serve_settlement_picture, name="settlement_picture"),
    path(_LINE, views.show_hand, name="share_hand"),
    path(f"{_LINE}<slug:shape>.png", views.serve_hand_picture, name="hand_picture"),
]
