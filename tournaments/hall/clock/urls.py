"""Addresses of the clock."""

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import ALL, TOURNAMENTS, address, page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.hall.clock.views")

urlpatterns = [
    address("time", "time/", views.show_time, needs=ALL),
    page(
        "clock_jump",
        "time/jump/",
        views.show_jump,
        _("Clock of the computer"),
        under="everything",
        needs=Right.KEEP,
        posts=True,
        place=TOURNAMENTS,
        guide="when-something-fails#laptop-broken",
        is_listed=True,
        words=_("time"),
    ),
]
