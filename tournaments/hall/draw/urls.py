"""Addresses of the draw."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import ALL, Stage, form, page
from tarockclub.platform.server.lazy_views import LazyViews

draft_views = LazyViews("tournaments.hall.draw.draft_views")
views = LazyViews("tournaments.hall.draw.views")

_ROUND = "<uuid:slug>/rounds/<int:number>"

draw_page = partial(page, stage=Stage.DRAW, guide="tournament-day#draw")
director_draw_page = partial(page, under="draw", needs=Right.DIRECT, posts=True)
urlpatterns = [
    draw_page("draw", f"{_ROUND}/draw/", views.show_draw, _("Draw"), under="tournament", needs=Right.DIRECT),
    form("draw_again", f"{_ROUND}/draw/again/", draft_views.draw_again, of="draw", needs=Right.DIRECT),
    form("draw_swap", f"{_ROUND}/draw/swap/", draft_views.handle_swap, of="draw", needs=Right.DIRECT),
    form("draw_mend", f"{_ROUND}/draw/mend/", draft_views.handle_mending, of="draw", needs=Right.DIRECT),
    director_draw_page("draw_by_cards", f"{_ROUND}/draw/cards/", draft_views.type_cards, _("Type in the cards")),
    form("draw_publish", f"{_ROUND}/draw/publish/", draft_views.handle_publishing, of="draw", needs=Right.DIRECT),
    form("draw_apart", f"{_ROUND}/draw/apart/", views.handle_apart, of="draw", needs=Right.DIRECT),
    form("draw_waits", f"{_ROUND}/draw/waits/", views.handle_waiting, of="draw", needs=Right.DIRECT),
    director_draw_page(
        "seat_late",
        f"{_ROUND}/late/",
        draft_views.show_late_entries,
        _("Late entries"),
        guide="tournament-day#late-and-substitutes",
    ),
    draw_page(
        "seats", f"{_ROUND}/seats/", views.show_seats, _("Seat lists"), under=("tournament", "standings"), needs=ALL
    ),
    draw_page(
        "draw_fairness",
        f"{_ROUND}/seats/fair/",
        views.show_fairness,
        _("How fair was the draw"),
        under="seats",
        needs=ALL,
    ),
]
