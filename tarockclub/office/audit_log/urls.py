"""Addresses of the log of the club."""

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import address, page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tarockclub.office.audit_log.views")

urlpatterns = [
    page(
        "club_log",
        "",
        views.show_club_log,
        _("Log of the club"),
        under="club",
        needs=Right.DIRECT,
        is_listed=True,
        words=_("audit, who did what, failed log-ins"),
    ),
    address("club_log_file", "file/<slug:form>/", views.send_club_log, needs=Right.DIRECT),
]
