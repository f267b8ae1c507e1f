"""URLs: quick entry of results written on paper."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import Stage, address, page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.hall.paper_sheets.views")

_TABLE = "<uuid:slug>/rounds/<int:number>/tables/<int:table>"

entry_page = partial(page, needs=Right.ENTER, posts=True)
urlpatterns = [
    entry_page(
        "quick_round",
        "<uuid:slug>/rounds/<int:number>/quick/",
        views.handle_round_totals,
        _("Paper sheets of the round"),
        under="tournament",
        stage=Stage.PLAY,
        guide="tournament-day#paper-tables",
    ),
    entry_page("quick_table", f"{_TABLE}/quick/", views.handle_table_sheet, _("Table %(table)s"), under="quick_round"),
    address("quick_preview", f"{_TABLE}/quick/preview/", views.show_preview, needs=Right.ENTER, posts="only"),
]
