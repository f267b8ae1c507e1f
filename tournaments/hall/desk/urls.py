"""Addresses of the desk of a round."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

chips_views = LazyViews("tournaments.hall.desk.chips_views")
table_views = LazyViews("tournaments.hall.desk.table_views")
desk_views = LazyViews("tournaments.hall.desk.views")

_ROUND = "<uuid:slug>/rounds/<int:number>"

urlpatterns = [
    path(f"{_ROUND}/", desk_views.show_desk, name="desk"),
    path(f"{_ROUND}/live/", desk_views.show_live, name="desk_live"),
    path(f"{_ROUND}/clock/", desk_views.handle_clock, name="desk_clock"),
    path(f"{_ROUND}/late-hands/", table_views.show_late_hands, name="desk_late"),
    path(f"{_ROUND}/chips/", chips_views.show_chips, name="desk_chips"),
    path(f"{_ROUND}/tables/<int:table>/", table_views.show_table, name="desk_table"),
    path(f"{_ROUND}/tables/<int:table>/clock/", table_views.handle_clock, name="desk_table_clock"),
    path(f"{_ROUND}/tables/<int:table>/presence/", table_views.handle_presence, name="desk_presence"),
    path(f"{_ROUND}/tables/<int:table>/count/", table_views.count_chips, name="desk_count"),
    path(f"{_ROUND}/tables/<int:table>/done/", table_views.handle_end, name="desk_done"),
    path(f"{_ROUND}/tables/<int:table>/late/", table_views.handle_late_hand, name="desk_table_late"),
    path(f"{_ROUND}/tables/<int:table>/correct/", table_views.correct, name="desk_correct"),
]
table_urlpatterns = [path("<uuid:slug>/chips/", chips_views.handle_table_count, name="table_chips")]
