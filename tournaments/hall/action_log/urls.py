"""Addresses of the log of a tournament."""

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.hall.action_log.views")

urlpatterns = [
    page(
        "tournament_log",
        "<uuid:slug>/log/",
        views.show_log,
        _("What was done"),
        under="tournament",
        needs=Right.TABLES,
        guide="tournament-day#running-the-round",
    )
]
