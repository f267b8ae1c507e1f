"""URLs: the cards on the tables."""

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import Stage, page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.hall.table_cards.views")

urlpatterns = [
    page(
        "table_cards",
        "<uuid:slug>/rounds/<int:number>/cards/",
        views.handle_table_cards,
        _("Table cards"),
        under="tournament",
        needs=Right.DIRECT,
        posts=True,
        stage=Stage.DRAW,
        guide="printing-and-spreadsheets#tournament-papers",
    )
]
