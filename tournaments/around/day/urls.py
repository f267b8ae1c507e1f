"""URLs: the page of a tournament."""

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.around.day.views")

urlpatterns = [
    page("tournament", "<uuid:slug>/", views.show_tournament, _("Tournament"), under="tournaments", needs=Right.TABLES),
    page(
        "open_round",
        "<uuid:slug>/rounds/",
        views.handle_open_round,
        _("Rounds"),
        under="tournament",
        needs=Right.DIRECT,
        posts=True,
        guide="tournament-day#people-and-fees",
    ),
]
