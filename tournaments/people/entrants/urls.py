"""Addresses of the people of a tournament: entries, lists of names, registration, the door."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import ALL, TOURNAMENTS, Stage, address, page
from tarockclub.platform.server.lazy_views import LazyViews

door_views = LazyViews("tournaments.people.door.views")
entrants_views = LazyViews("tournaments.people.entrants.views")
invitee_views = LazyViews("tournaments.around.invitees")
own_place_views = LazyViews("tournaments.around.own_place")
entrant_views = LazyViews("tournaments.people.list_import.entrant_list")
registration_staff = LazyViews("tournaments.people.registration.staff_views")
registration_views = LazyViews("tournaments.people.registration.views")

entrants_page = partial(page, under="entrants", posts=True)
read_list_page = partial(page, under="read_list", needs=Right.ENTER, posts=True)
open_page = partial(page, needs=ALL, posts=True, has_bar=False)
urlpatterns = [
    open_page(
        "apply",
        "in/<secret:secret>/",
        registration_views.handle_application,
        _("Registration"),
        place=TOURNAMENTS,
        guide="tournament-day#invitation",
    ),
    page(
        "entrants",
        "<uuid:slug>/people/",
        entrants_views.show_entrants,
        _("People and entry fees"),
        under="tournament",
        needs=Right.PEOPLE,
        writers=(Right.ENTER, Right.TREASURE),
        posts=True,
        stage=Stage.PEOPLE,
        guide="tournament-day#people-and-fees",
    ),
    entrants_page(
        "add_entrant", "<uuid:slug>/people/add/", entrant_views.add_entrant, _("Add people"), needs=Right.ENTER
    ),
    entrants_page(
        "read_list", "<uuid:slug>/people/list/", entrant_views.handle_list, _("List of names"), needs=Right.ENTER
    ),
    read_list_page("read_file", "<uuid:slug>/people/file/", entrant_views.handle_file, _("List of names")),
    read_list_page(
        "confirm_list", "<uuid:slug>/people/confirm/", entrant_views.handle_confirmation, _("List of names")
    ),
    entrants_page(
        "number_by_name",
        "<uuid:slug>/people/numbers/",
        entrants_views.number_entrants,
        _("Start numbers"),
        needs=Right.PEOPLE,
        writers=(Right.ENTER,),
    ),
    entrants_page(
        "entrant",
        "<uuid:slug>/people/<int:number>/",
        entrants_views.show_entrant,
        _("Player %(number)s"),
        needs=Right.PEOPLE,
        writers=(Right.ENTER, Right.TREASURE),
    ),
    entrants_page(
        "settle_fees",
        "<uuid:slug>/people/fees/",
        entrants_views.handle_fees,
        _("Entry fees"),
        needs=Right.PEOPLE,
        writers=(Right.TREASURE,),
    ),
    entrants_page(
        "registration",
        "<uuid:slug>/registration/",
        registration_staff.handle_registration,
        _("Registrations of players"),
        needs=Right.PEOPLE,
        writers=(Right.ENTER,),
        guide="tournament-day#invitation",
    ),
    page(
        "invited",
        "<uuid:slug>/registration/invited/",
        invitee_views.handle_invited,
        _("Invite by a season's standings"),
        under="registration",
        needs=Right.PEOPLE,
        writers=(Right.ENTER,),
        posts=True,
        guide="cup-and-season#invite",
    ),
    address(
        "invited_file", "<uuid:slug>/registration/invited.<str:form>", invitee_views.send_invited, needs=Right.PEOPLE
    ),
    open_page(
        "sign_up", "<uuid:slug>/sign-up/", registration_views.handle_sign_up, _("Registration"), under="invitation"
    ),
    open_page(
        "own_place",
        "<uuid:slug>/sign-up/<secret:secret>/",
        own_place_views.handle_own_place,
        _("My page in the tournament"),
        place=TOURNAMENTS,
        guide="tournament-day#own-page",
    ),
    # Of codes that were shown or printed before they had the address of that page.
    address(
        "come", "<uuid:slug>/come/<int:number>/<secret:secret>/", own_place_views.forward_code, needs=ALL, posts=True
    ),
    entrants_page(
        "door",
        "<uuid:slug>/door/",
        door_views.handle_door,
        _("At the door"),
        needs=Right.PEOPLE,
        writers=(Right.ENTER, Right.TREASURE),
        guide="tournament-day#at-the-door",
    ),
    address("door_live", "<uuid:slug>/door/live/", door_views.show_live, needs=Right.PEOPLE),
    page(
        "substitute",
        "<uuid:slug>/rounds/<int:number>/tables/<int:table>/substitute/",
        entrants_views.show_substitute,
        _("Substitute"),
        under="desk_table",
        needs=Right.DIRECT,
        posts=True,
        guide="tournament-day#late-and-substitutes",
    ),
]
