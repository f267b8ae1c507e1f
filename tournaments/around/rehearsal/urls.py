"""Addresses of the rehearsal."""

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import Signpost, Stage, page
from tarockclub.platform.server.lazy_views import LazyViews

rehearsal_views = LazyViews("tournaments.around.rehearsal.views")

urlpatterns = [
    page(
        "rehearsal",
        "<uuid:slug>/rehearsal/",
        rehearsal_views.handle_rehearsal,
        _("Rehearsal with robots"),
        under="tournament",
        needs=Right.DIRECT,
        posts=True,
        stage=Stage.PLAY,
        guide="tournament-day#rehearsal",
        signpost=Signpost(Stage.PLAY, lambda tournament, _settings: tournament.frozen is None or not tournament.counts),
    ),
]
