"""Addresses: standings, player pages, prizes, published results."""

from django.urls import path

from tournaments.cash import receipt_views
from tournaments.cash import views as cash_views
from tournaments.results import prize_views
from tournaments.results import views as results_views
from tournaments.standings import donation_views, player_views, views

_ROUND = "<uuid:slug>/rounds/<int:number>/standings/"

urlpatterns = [
    path("<uuid:slug>/standings/", views.standings_page, name="standings"),
    path("<uuid:slug>/standings/live/", views.standings_live, name="standings_live"),
    path(_ROUND, views.standings_page, name="round_standings"),
    path(f"{_ROUND}live/", views.standings_live, name="round_standings_live"),
    path("<uuid:slug>/players/<int:number>/", player_views.player_page, name="tournament_player"),
    path("<uuid:slug>/players/<int:number>/live/", player_views.player_live, name="tournament_player_live"),
    path("<uuid:slug>/results/", results_views.results_page, name="results"),
    path("<uuid:slug>/results/<int:number>/", results_views.publish_page, name="publish"),
    path("<uuid:slug>/results/<int:number>/lots/", results_views.lots_page, name="result_lots"),
    path("<uuid:slug>/results/<int:number>/give-up/", results_views.give_up_page, name="give_up"),
    path("<uuid:slug>/results/<int:number>/<int:edition>/", results_views.edition_page, name="edition"),
    path("<uuid:slug>/prizes/", prize_views.prizes_page, name="prizes"),
    path("<uuid:slug>/prizes/<int:number>/", prize_views.prize_page, name="prize"),
    path("<uuid:slug>/prizes/choice/<int:number>/", prize_views.choice_page, name="prize_choice"),
    path("<uuid:slug>/prizes/lots/<int:number>/", prize_views.lots_page, name="prize_lots"),
    path("<uuid:slug>/donations/", donation_views.donations_page, name="donations"),
    path("<uuid:slug>/cash/", cash_views.cash_page, name="cash_box"),
    path("<uuid:slug>/cash/<int:sequence>/", cash_views.move_page, name="cash_move"),
    path("<uuid:slug>/cash/donations/", cash_views.donations_handed_in, name="cash_donations"),
    path("<uuid:slug>/cash/receipts/", receipt_views.receipts_page, name="cash_receipts"),
    path("<uuid:slug>/cash/receipts/<int:number>/", receipt_views.receipt_page, name="cash_receipt"),
]
