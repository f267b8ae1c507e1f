"""The address of the page on which a table that is done is corrected."""

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.around.correcting.views")

urlpatterns = [
    page(
        "desk_correct",
        "<uuid:slug>/rounds/<int:number>/tables/<int:table>/correct/",
        views.handle_correction,
        _("Correction"),
        under="desk_table",
        needs=Right.DIRECT,
        posts=True,
        guide="tournament-day#correct-a-table",
    ),
]
