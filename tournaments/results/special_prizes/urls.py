"""Addresses of special prizes and raffles."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import page
from tarockclub.platform.server.lazy_views import LazyViews

special_views = LazyViews("tournaments.results.special_prizes.views")

special_prizes_page = partial(page, under="special_prizes", needs=Right.DIRECT, posts=True)
urlpatterns = [
    page(
        "special_prizes",
        "<uuid:slug>/prizes/special/",
        special_views.show_special_prizes,
        _("Special prizes and raffle"),
        under="prizes",
        needs=Right.RESULTS,
    ),
    special_prizes_page(
        "special_lots", "<uuid:slug>/prizes/special/<str:kind>/lots/", special_views.handle_lots, _("Lots")
    ),
    special_prizes_page("raffle", "<uuid:slug>/prizes/raffle/", special_views.handle_raffle, _("Raffle")),
]
