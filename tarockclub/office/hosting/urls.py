"""The addresses of the host's pages."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tarockclub.office.hosting.views")

host_page = partial(page, needs=Right.HOST)
urlpatterns = [
    host_page(
        "hosted_clubs",
        "",
        views.show_clubs,
        _("Clubs of this installation"),
        under="club",
        guide="backup-and-moving#several-clubs",
        is_listed=True,
        words=_("host, archive"),
    ),
    host_page(
        "found_club", "new/", views.handle_founding, _("Found a club"), under="hosted_clubs", posts=True, is_listed=True
    ),
    host_page("hosted_club", "<int:number>/", views.handle_hosted_club, _("Club"), under="hosted_clubs", posts=True),
    host_page(
        "hosted_club_state", "<int:number>/state/", views.handle_state, _("Club"), under="hosted_club", posts="only"
    ),
]
