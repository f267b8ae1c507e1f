"""Addresses of data protection."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import ALL, address, page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tarockclub.office.privacy.views")

director_page = partial(page, needs=Right.DIRECT, posts=True, guide="backup-and-moving#privacy")
urlpatterns = [
    page(
        "privacy",
        "privacy/",
        views.show_privacy,
        _("Privacy"),
        under="everything",
        needs=ALL,
        guide="backup-and-moving#privacy",
        is_listed=True,
        words=_("data protection, rights, imprint"),
    ),
    director_page(
        "club_privacy",
        "club/privacy/",
        views.handle_club_privacy,
        _("Data protection of the club"),
        under="club",
        is_listed=True,
        words=_("privacy, erase, delete, information"),
    ),
    director_page(
        "person_privacy",
        "tournaments/people/<int:number>/privacy/",
        views.handle_person_privacy,
        _("Data protection"),
        under="person",
    ),
    address("person_data", "tournaments/people/<int:number>/privacy/file/", views.send_person_data, needs=Right.DIRECT),
]
