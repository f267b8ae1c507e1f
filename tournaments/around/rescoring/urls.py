"""Addresses of tournaments and seasons under other house rules."""

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import Stage, page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.around.rescoring.views")

urlpatterns = [
    page(
        "tournament_rescoring",
        "<uuid:slug>/rescoring/",
        views.show_tournament,
        _("Under other house rules"),
        under="tournament",
        needs=Right.RESULTS,
        stage=Stage.RESULTS,
        guide="settlement#other-house-rules",
    ),
    page(
        "season_rescoring",
        "seasons/<uuid:slug>/rescoring/",
        views.show_season,
        _("Under other house rules"),
        under="season",
        needs=Right.RESULTS,
        guide="settlement#other-house-rules",
    ),
]
