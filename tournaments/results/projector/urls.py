"""Addresses of the walls."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import ALL, Signpost, Stage, address, form, page
from tarockclub.platform.server.lazy_views import LazyViews

hall_views = LazyViews("tournaments.results.projector.hall_views")
projector_views = LazyViews("tournaments.results.projector.views")

tournament_page = partial(
    page, under=("tournament", "standings"), needs=ALL, guide="tournament-day#walls", has_bar=False
)
urlpatterns = [
    tournament_page(
        "projector",
        "<uuid:slug>/projector/",
        projector_views.show_projector,
        _("Projector"),
        signpost=Signpost(Stage.PLAY),
    ),
    address("projector_live", "<uuid:slug>/projector/live/", projector_views.show_changes, needs=ALL),
    tournament_page(
        "wall", "<uuid:slug>/projector/<int:number>/", projector_views.show_projector, _("Wall %(number)s")
    ),
    address("wall_live", "<uuid:slug>/projector/<int:number>/live/", projector_views.show_changes, needs=ALL),
    page(
        "hall",
        "<uuid:slug>/hall/",
        hall_views.handle_hall,
        _("Walls and prize giving"),
        under="tournament",
        needs=Right.DIRECT,
        posts=True,
        guide="tournament-day#walls",
        words=_("projector, screen, television, ceremony"),
        signpost=Signpost(Stage.PLAY),
    ),
    form(
        "hall_picture",
        "<uuid:slug>/hall/picture/",
        hall_views.handle_picture,
        of="hall",
        needs=Right.DIRECT,
        posts="only",
    ),
    address("sponsor_picture", "<uuid:slug>/hall/<slug:digest>.png", hall_views.serve_picture, needs=ALL),
]
