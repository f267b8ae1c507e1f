"""Addresses of the log: of all, and of a tournament or a season alone, for those who may see that."""

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import address, page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tarockclub.office.audit_log.views")

urlpatterns = [
    page(
        "club_log",
        "club/log/",
        views.show_club_log,
        _("Log"),
        under="club",
        needs=Right.DIRECT,
        guide="first-evening#who-did-what",
        is_listed=True,
        words=_("audit, who did what, failed log-ins"),
    ),
    address("club_log_file", "club/log/file/<slug:form>/", views.send_club_log, needs=Right.DIRECT),
    page(
        "tournament_log",
        "tournaments/<uuid:slug>/log/",
        views.show_tournament_log,
        _("Log"),
        under="tournament",
        needs=Right.TABLES,
        guide="tournament-day#running-the-round",
    ),
    page(
        "season_log",
        "tournaments/seasons/<uuid:slug>/log/",
        views.show_season_log,
        _("Log"),
        under="season",
        needs=Right.RESULTS,
        guide="first-evening#who-did-what",
    ),
]
