"""URLs: the hall of fame of a club."""

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import ALL, SEASONS, page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.around.hall_of_fame.views")

urlpatterns = [
    page(
        "hall_of_fame",
        "seasons/hall-of-fame/",
        views.show_fame,
        _("Hall of fame"),
        under="seasons",
        needs=Right.RESULTS,
        guide="cup-and-season#finish-a-season",
        is_listed=True,
        words=_("best, records, winners"),
    ),
    page(
        "fame_for_all",
        "seasons/hall-of-fame/<secret:secret>/",
        views.show_public_fame,
        _("Hall of fame"),
        needs=ALL,
        place=SEASONS,
        guide="cup-and-season#finish-a-season",
    ),
]
