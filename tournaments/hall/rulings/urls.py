"""URLs: rulings, and calling the referee."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import ALL, Stage, form, page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.hall.rulings.views")

_TABLE = "<uuid:slug>/rounds/<int:number>/tables/<int:table>"

referee_page = partial(page, posts=True, guide="tournament-day#rulings")
urlpatterns = [
    page(
        "rulings",
        "<uuid:slug>/rulings/",
        views.show_register,
        _("Rulings"),
        under="tournament",
        needs=Right.TABLES,
        stage=Stage.PLAY,
        guide="tournament-day#rulings",
    ),
    referee_page("ruling", f"{_TABLE}/ruling/", views.handle_ruling, _("Ruling"), under="desk_table", needs=Right.RULE),
    form("no_case", f"{_TABLE}/ruling/no-case/", views.handle_no_case, of="ruling", needs=Right.RULE),
]
referee_urlpatterns = [
    referee_page(
        "call_referee", "<uuid:slug>/referee/", views.handle_referee_call, _("Referee"), under="table", needs=ALL
    )
]
