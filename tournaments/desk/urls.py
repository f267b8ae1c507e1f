"""Addresses: the director's desk: overview, tables, late hands, projector."""

from django.urls import path

from tournaments.desk import chips_views, late_views, table_views, views
from tournaments.projector import views as projector_views

_ROUND = "<uuid:slug>/rounds/<int:number>"

urlpatterns = [
    path(f"{_ROUND}/", views.desk, name="desk"),
    path(f"{_ROUND}/live/", views.live, name="desk_live"),
    path(f"{_ROUND}/clock/", views.clock, name="desk_clock"),
    path(f"{_ROUND}/late-hands/", late_views.late, name="desk_late"),
    path(f"{_ROUND}/chips/", chips_views.chips, name="desk_chips"),
    path(f"{_ROUND}/tables/<int:table>/", table_views.table, name="desk_table"),
    path(f"{_ROUND}/tables/<int:table>/clock/", table_views.clock, name="desk_table_clock"),
    path(f"{_ROUND}/tables/<int:table>/presence/", table_views.presence, name="desk_presence"),
    path(f"{_ROUND}/tables/<int:table>/count/", table_views.count_chips, name="desk_count"),
    path(f"{_ROUND}/tables/<int:table>/done/", table_views.done, name="desk_done"),
    path(f"{_ROUND}/tables/<int:table>/late/", table_views.late, name="desk_table_late"),
    path(f"{_ROUND}/tables/<int:table>/correct/", table_views.correct, name="desk_correct"),
    path("<uuid:slug>/projector/", projector_views.projector, name="projector"),
    path("<uuid:slug>/projector/live/", projector_views.live, name="projector_live"),
]
at_the_table = [path("<uuid:slug>/chips/", chips_views.at_table, name="table_chips")]
