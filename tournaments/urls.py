"""Addresses of tournaments; those of a part are in its package, except where several parts share a prefix.

All begin with tournaments/ except those of a table, where the phone's access rights apply.
"""

from django.urls import URLResolver, include, path

from tarockclub.platform.server.lazy_views import LazyViews
from tournaments.hall.rulings.urls import referee_urlpatterns as referee_calls

payment_views = LazyViews("tournaments.results.cash.payment_views")
receipt_views = LazyViews("tournaments.results.cash.receipt_views")
cash_views = LazyViews("tournaments.results.cash.views")
chips_views = LazyViews("tournaments.hall.desk.chips_views")
table_views = LazyViews("tournaments.hall.desk.table_views")
desk_views = LazyViews("tournaments.hall.desk.views")
door_views = LazyViews("tournaments.people.door.views")
own_page_views = LazyViews("tournaments.around.own_page.views")
entrants_views = LazyViews("tournaments.people.entrants.views")
entrant_views = LazyViews("tournaments.people.list_import.entrant_views")
entrant_list = LazyViews("tournaments.people.list_import.entrant_list")
register_list = LazyViews("tournaments.people.list_import.register_list")
hall_views = LazyViews("tournaments.results.projector.hall_views")
projector_views = LazyViews("tournaments.results.projector.views")
register_views = LazyViews("tournaments.people.register.views")
registration_staff = LazyViews("tournaments.people.registration.staff_views")
rehearsal_views = LazyViews("tournaments.around.rehearsal.views")
registration_views = LazyViews("tournaments.people.registration.views")
prize_views = LazyViews("tournaments.results.final_results.prize_views")
special_views = LazyViews("tournaments.results.final_results.special_views")
results_views = LazyViews("tournaments.results.final_results.views")
player_views = LazyViews("tournaments.results.standings.player_views")
standings_views = LazyViews("tournaments.results.standings.views")

_ROUND = "<uuid:slug>/rounds/<int:number>"
_STANDINGS = f"{_ROUND}/standings/"

entrants = [
    path("people/", register_views.show_register, name="register"),
    path("people/settings/", register_views.handle_settings, name="people_settings"),
    path("people/members.<str:form>", register_views.send_members, name="members_file"),
    path("people/bring-in/", register_list.handle_list, name="register_list"),
    path("people/bring-in/file/", register_list.handle_file, name="register_file"),
    path("people/bring-in/confirm/", register_list.handle_confirmation, name="register_confirm"),
    path("people/cards/", own_page_views.handle_cards, name="member_cards"),
    path("people/mine/<str:secret>/", own_page_views.show_own_page, name="own_page"),
    path("<uuid:slug>/people/<int:number>/page/", own_page_views.show_public_page, name="public_person"),
    path("people/<int:number>/link/", own_page_views.handle_link, name="person_link"),
    path("people/<int:number>/", register_views.handle_person, name="person"),
    path("in/<str:secret>/", registration_views.handle_application, name="apply"),
    path("<uuid:slug>/people/", entrants_views.show_entrants, name="entrants"),
    path("<uuid:slug>/people/add/", entrant_views.add_entrant, name="add_entrant"),
    path("<uuid:slug>/people/list/", entrant_list.handle_list, name="read_list"),
    path("<uuid:slug>/people/file/", entrant_list.handle_file, name="read_file"),
    path("<uuid:slug>/people/confirm/", entrant_list.handle_confirmation, name="confirm_list"),
    path("<uuid:slug>/people/numbers/", entrants_views.number_entrants, name="number_by_name"),
    path("<uuid:slug>/people/<int:number>/", entrants_views.show_entrant, name="entrant"),
    path("<uuid:slug>/registration/", registration_staff.handle_registration, name="registration"),
    path("<uuid:slug>/sign-up/", registration_views.handle_sign_up, name="sign_up"),
    path("<uuid:slug>/sign-up/<str:secret>/", registration_views.handle_own_registration, name="own_registration"),
    path("<uuid:slug>/door/", door_views.handle_door, name="door"),
    path("<uuid:slug>/door/live/", door_views.show_live, name="door_live"),
    path("<uuid:slug>/come/<int:number>/<str:secret>/", door_views.handle_coming, name="come"),
    path(
        "<uuid:slug>/rounds/<int:number>/tables/<int:table>/substitute/",
        entrants_views.show_substitute,
        name="substitute",
    ),
]
desk = [
    path(f"{_ROUND}/", desk_views.show_desk, name="desk"),
    path(f"{_ROUND}/live/", desk_views.show_live, name="desk_live"),
    path(f"{_ROUND}/clock/", desk_views.handle_clock, name="desk_clock"),
    path(f"{_ROUND}/late-hands/", table_views.show_late_hands, name="desk_late"),
    path(f"{_ROUND}/chips/", chips_views.show_chips, name="desk_chips"),
    path(f"{_ROUND}/tables/<int:table>/", table_views.show_table, name="desk_table"),
    path(f"{_ROUND}/tables/<int:table>/clock/", table_views.handle_clock, name="desk_table_clock"),
    path(f"{_ROUND}/tables/<int:table>/presence/", table_views.handle_presence, name="desk_presence"),
    path(f"{_ROUND}/tables/<int:table>/count/", table_views.count_chips, name="desk_count"),
    path(f"{_ROUND}/tables/<int:table>/done/", table_views.handle_end, name="desk_done"),
    path(f"{_ROUND}/tables/<int:table>/late/", table_views.handle_late_hand, name="desk_table_late"),
    path(f"{_ROUND}/tables/<int:table>/correct/", table_views.correct, name="desk_correct"),
    path("<uuid:slug>/projector/", projector_views.show_projector, name="projector"),
    path("<uuid:slug>/projector/live/", projector_views.show_changes, name="projector_live"),
    path("<uuid:slug>/projector/<int:number>/", projector_views.show_projector, name="wall"),
    path("<uuid:slug>/projector/<int:number>/live/", projector_views.show_changes, name="wall_live"),
    path("<uuid:slug>/rehearsal/", rehearsal_views.handle_rehearsal, name="rehearsal"),
    path("<uuid:slug>/hall/", hall_views.handle_hall, name="hall"),
    path("<uuid:slug>/hall/picture/", hall_views.handle_picture, name="hall_picture"),
    path("<uuid:slug>/hall/<slug:digest>.png", hall_views.serve_picture, name="sponsor_picture"),
]
standings = [
    path("<uuid:slug>/standings/", standings_views.show_standings, name="standings"),
    path("<uuid:slug>/standings/live/", standings_views.show_standings_changes, name="standings_live"),
    path(_STANDINGS, standings_views.show_standings, name="round_standings"),
    path(f"{_STANDINGS}live/", standings_views.show_standings_changes, name="round_standings_live"),
    path("<uuid:slug>/players/<int:number>/", player_views.show_player, name="tournament_player"),
    path("<uuid:slug>/players/<int:number>/live/", player_views.show_player_changes, name="tournament_player_live"),
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
    path("<uuid:slug>/donations/", cash_views.show_donations, name="donations"),
    path("<uuid:slug>/cash/", cash_views.show_cash, name="cash_box"),
    path("<uuid:slug>/cash/<int:sequence>/", cash_views.show_move, name="cash_move"),
    path("<uuid:slug>/cash/donations/", cash_views.show_handed_in_donations, name="cash_donations"),
    path("<uuid:slug>/cash/payments/", payment_views.show_payments, name="cash_payments"),
    path("<uuid:slug>/cash/payments.csv", payment_views.send_payments, name="cash_payments_file"),
    path("<uuid:slug>/cash/receipts/", receipt_views.show_receipts, name="cash_receipts"),
    path("<uuid:slug>/cash/receipts/<int:number>/", receipt_views.show_receipt, name="cash_receipt"),
]


def _include(*parts: str) -> list[URLResolver]:
    return [path("tournaments/", include(f"{part}.urls")) for part in parts]


urlpatterns = [
    *_include(
        "tournaments.around.gallery",
        "tournaments.hall.setup",
        "tournaments.people.invitations",
        "tournaments.around.planning",
    ),
    path("tournaments/", include(entrants)),
    *_include("tournaments.hall.draw", "tournaments.hall.clock"),
    path("tournaments/", include(desk)),
    *_include("tournaments.hall.rulings"),
    path("tournaments/", include(standings)),
    *_include(
        "tournaments.hall.paper_sheets",
        "tournaments.hall.table_cards",
        "tournaments.results.exports",
        "tournaments.people.teams",
        "tournaments.seasons.season",
        "tournaments.around.printing",
        "tournaments.people.roles",
        "tournaments.hall.action_log",
        "tournaments.results.undo",
        "tournaments.around.rescoring",
    ),
    path(
        "tables/",
        include([*referee_calls, path("<uuid:slug>/chips/", chips_views.handle_table_count, name="table_chips")]),
    ),
]
