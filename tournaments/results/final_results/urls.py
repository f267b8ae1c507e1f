"""Addresses of results and prizes."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

prize_views = LazyViews("tournaments.results.final_results.prize_views")
special_views = LazyViews("tournaments.results.final_results.special_views")
results_views = LazyViews("tournaments.results.final_results.views")

urlpatterns = [
    path("<uuid:slug>/results/", results_views.show_results, name="results"),
    path("<uuid:slug>/results/<int:number>/", results_views.handle_publication, name="publish"),
    path("<uuid:slug>/results/<int:number>/lots/", results_views.handle_lots, name="result_lots"),
    path("<uuid:slug>/results/<int:number>/give-up/", results_views.handle_give_up, name="give_up"),
    path("<uuid:slug>/results/<int:number>/<int:edition>/", results_views.show_edition, name="edition"),
    path("<uuid:slug>/prizes/", prize_views.handle_prizes, name="prizes"),
    path("<uuid:slug>/prizes/special/", special_views.show_special_prizes, name="special_prizes"),
    path("<uuid:slug>/prizes/special/<str:kind>/lots/", special_views.handle_lots, name="special_lots"),
    path("<uuid:slug>/prizes/raffle/", special_views.handle_raffle, name="raffle"),
    path("<uuid:slug>/prizes/<int:number>/", prize_views.handle_prize, name="prize"),
    path("<uuid:slug>/prizes/choice/<int:number>/", prize_views.handle_choice, name="prize_choice"),
    path("<uuid:slug>/prizes/lots/<int:number>/", prize_views.handle_choice_lots, name="prize_lots"),
]
