"""URLs: a tournament copied to other days."""

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import Stage, page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.around.planning.views")

urlpatterns = [
    page(
        "copy_tournament",
        "<uuid:slug>/copy/",
        views.handle_copy,
        _("Copy to other days"),
        under="tournament",
        needs=Right.DIRECT,
        posts=True,
        stage=Stage.SETTINGS,
        guide="tournament-day#create-a-tournament",
    )
]
