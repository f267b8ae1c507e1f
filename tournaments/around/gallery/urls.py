"""URLs: the gallery of formats and their examples."""

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.around.gallery.views")

urlpatterns = [
    page(
        "new_tournament",
        "new/",
        views.show_gallery,
        _("Prepare a tournament"),
        under="tournaments",
        needs=Right.DIRECT,
        guide="tournament-day#create-a-tournament",
        is_listed=True,
        words=_("new cup"),
    ),
    page(
        "format_example",
        "new/<slug:format_id>/example/",
        views.show_example,
        _("Worked example"),
        under="new_tournament",
        needs=Right.DIRECT,
    ),
]
