"""Addresses of results and prizes."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import ALL, Stage, form, page
from tarockclub.platform.server.lazy_views import LazyViews

prize_views = LazyViews("tournaments.results.final_results.views")

results_page = partial(page, under="results", needs=Right.DIRECT, posts=True)
prizes_form = partial(form, of="prizes", needs=Right.DIRECT)
urlpatterns = [
    page(
        "results",
        "<uuid:slug>/results/",
        prize_views.show_results,
        _("Results"),
        under=("tournament", "home"),
        needs=ALL,
        stage=Stage.RESULTS,
        guide="tournament-day#results",
    ),
    results_page("publish", "<uuid:slug>/results/<int:number>/", prize_views.handle_publication, _("Publish")),
    results_page("result_lots", "<uuid:slug>/results/<int:number>/lots/", prize_views.handle_lots, _("Lots")),
    results_page("give_up", "<uuid:slug>/results/<int:number>/give-up/", prize_views.handle_give_up, _("Give up")),
    page(
        "edition",
        "<uuid:slug>/results/<int:number>/<int:edition>/",
        prize_views.show_edition,
        _("Edition %(edition)s"),
        under="results",
        needs=ALL,
    ),
    page(
        "prizes",
        "<uuid:slug>/prizes/",
        prize_views.handle_prizes,
        _("Prizes"),
        under="tournament",
        needs=Right.RESULTS,
        writers=(Right.ENTER,),
        posts=True,
        stage=Stage.PRIZES,
        guide="tournament-day#prizes",
    ),
    prizes_form("prize", "<uuid:slug>/prizes/<int:number>/", prize_views.handle_prize),
    prizes_form("prize_choice", "<uuid:slug>/prizes/choice/<int:number>/", prize_views.handle_choice),
    prizes_form("prize_lots", "<uuid:slug>/prizes/lots/<int:number>/", prize_views.handle_choice_lots),
]
