"""The addresses of a federation and its clubs."""

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.seasons.federation.views")

urlpatterns = [
    page(
        "federation",
        "club/federation/",
        views.handle_federation,
        _("Federation"),
        under="club",
        needs=Right.DIRECT,
        posts=True,
        guide="cup-and-season#federation",
    ),
    page(
        "federation_offers",
        "club/federation/results/",
        views.handle_offers,
        _("Results for the federation"),
        under="federation",
        needs=Right.DIRECT,
        posts=True,
    ),
]
