"""Addresses: the draw: pure, seeded, improving; drafts, changes by hand, publishing."""

from django.urls import path

from tournaments.draw import draft_views, views

_ROUND = "<uuid:slug>/rounds/<int:number>"

urlpatterns = [
    path(f"{_ROUND}/draw/", views.draw, name="draw"),
    path(f"{_ROUND}/draw/again/", draft_views.again, name="draw_again"),
    path(f"{_ROUND}/draw/swap/", draft_views.swapped, name="draw_swap"),
    path(f"{_ROUND}/draw/mend/", draft_views.mended, name="draw_mend"),
    path(f"{_ROUND}/draw/cards/", draft_views.by_cards, name="draw_by_cards"),
    path(f"{_ROUND}/draw/publish/", draft_views.published, name="draw_publish"),
    path(f"{_ROUND}/draw/apart/", views.apart, name="draw_apart"),
    path(f"{_ROUND}/draw/waits/", views.waits, name="draw_waits"),
    path(f"{_ROUND}/late/", draft_views.late, name="seat_late"),
    path(f"{_ROUND}/seats/", views.seats, name="seats"),
]
