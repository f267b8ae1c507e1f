"""Addresses of the roles for one tournament."""

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.people.roles.views")

urlpatterns = [
    page(
        "tournament_roles",
        "<uuid:slug>/roles/",
        views.handle_roles,
        _("Who helps here"),
        under="tournament",
        needs=Right.DIRECT,
        posts=True,
        guide="tournament-day#create-a-tournament",
    )
]
