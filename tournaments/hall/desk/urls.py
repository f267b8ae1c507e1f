"""Addresses of the desk of a round."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import ALL, Stage, address, form, page
from tarockclub.platform.server.lazy_views import LazyViews

chips_views = LazyViews("tournaments.hall.desk.views")
move_views = LazyViews("tournaments.hall.desk.move_views")
table_views = LazyViews("tournaments.hall.desk.table_views")

_ROUND = "<uuid:slug>/rounds/<int:number>"

closing_form = partial(form, of="desk_table", needs=Right.DIRECT, guide="tournament-day#close-tables")
desk_page = partial(page, under="desk", needs=Right.RULE)
chips_page = partial(page, posts=True, guide="tournament-day#close-tables")
table_form = partial(form, of="desk_table")
urlpatterns = [
    page(
        "desk",
        f"{_ROUND}/",
        chips_views.show_desk,
        _("Round %(number)s"),
        under="tournament",
        needs=Right.RULE,
        stage=Stage.PLAY,
        guide="tournament-day#running-the-round",
        words=_("clock, gong, pause, tables"),
    ),
    address("desk_live", f"{_ROUND}/live/", chips_views.show_live, needs=Right.RULE),
    desk_page("desk_clock", f"{_ROUND}/clock/", chips_views.handle_clock, _("Clock"), posts=True),
    form(
        "desk_close",
        f"{_ROUND}/close/",
        chips_views.handle_close,
        of="desk",
        needs=Right.DIRECT,
        guide="tournament-day#close-tables",
    ),
    desk_page(
        "desk_late",
        f"{_ROUND}/late-hands/",
        table_views.show_late_hands,
        _("Late hands"),
        posts=True,
        guide="tournament-day#late-hands",
    ),
    chips_page("desk_chips", f"{_ROUND}/chips/", chips_views.show_chips, _("Chips"), under="desk", needs=Right.DIRECT),
    page(
        "desk_moves",
        f"{_ROUND}/moves/",
        move_views.handle_moves,
        _("Move players"),
        under="desk",
        needs=Right.DIRECT,
        posts=True,
        guide="tournament-day#late-and-substitutes",
    ),
    desk_page("desk_table", f"{_ROUND}/tables/<int:table>/", table_views.show_table, _("Table %(table)s")),
    table_form("desk_table_clock", f"{_ROUND}/tables/<int:table>/clock/", table_views.handle_clock, needs=Right.RULE),
    table_form(
        "desk_presence",
        f"{_ROUND}/tables/<int:table>/presence/",
        table_views.handle_presence,
        needs=Right.DIRECT,
        guide="tournament-day#late-and-substitutes",
    ),
    closing_form("desk_count", f"{_ROUND}/tables/<int:table>/count/", table_views.count_chips),
    closing_form("desk_done", f"{_ROUND}/tables/<int:table>/done/", table_views.handle_end),
    table_form(
        "desk_table_late",
        f"{_ROUND}/tables/<int:table>/late/",
        table_views.handle_late_hand,
        needs=Right.RULE,
        guide="tournament-day#late-hands",
    ),
]
table_urlpatterns = [
    chips_page(
        "table_chips", "<uuid:slug>/chips/", chips_views.handle_table_count, _("Chips"), under="table", needs=ALL
    ),
    form(
        "still_playing",
        "<uuid:slug>/still-playing/",
        chips_views.handle_still_playing,
        of="table",
        needs=ALL,
        posts="only",
    ),
]
