"""Addresses of the draw."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

draft_views = LazyViews("tournaments.hall.draw.draft_views")
views = LazyViews("tournaments.hall.draw.views")

_ROUND = "<uuid:slug>/rounds/<int:number>"

urlpatterns = [
    path(f"{_ROUND}/draw/", views.show_draw, name="draw"),
    path(f"{_ROUND}/draw/again/", draft_views.draw_again, name="draw_again"),
    path(f"{_ROUND}/draw/swap/", draft_views.handle_swap, name="draw_swap"),
    path(f"{_ROUND}/draw/mend/", draft_views.handle_mending, name="draw_mend"),
    path(f"{_ROUND}/draw/cards/", draft_views.type_cards, name="draw_by_cards"),
    path(f"{_ROUND}/draw/publish/", draft_views.handle_publishing, name="draw_publish"),
    path(f"{_ROUND}/draw/apart/", views.handle_apart, name="draw_apart"),
    path(f"{_ROUND}/draw/waits/", views.handle_waiting, name="draw_waits"),
    path(f"{_ROUND}/late/", draft_views.show_late_entries, name="seat_late"),
    path(f"{_ROUND}/seats/", views.show_seats, name="seats"),
]
