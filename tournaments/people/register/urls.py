"""Addresses of the register, and of the own pages of its people."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import ALL, PEOPLE, address, page
from tarockclub.platform.server.lazy_views import LazyViews

own_page_views = LazyViews("tournaments.around.own_page.views")
kept_views = LazyViews("tournaments.people.list_import.register_list")
register_views = LazyViews("tournaments.people.register.views")

people_page = partial(page, needs=Right.PEOPLE, writers=(Right.ENTER,), posts=True)
register_list_page = partial(page, under="register_list", needs=Right.ENTER, posts=True)
open_page = partial(page, needs=ALL, guide="cup-and-season#own-page")
urlpatterns = [
    page(
        "register",
        "people/",
        register_views.show_register,
        _("Player register"),
        under="statistics",
        needs=Right.PEOPLE,
        guide="cup-and-season#player-register",
        is_listed=True,
        words=_("persons, members, names, merge, erase"),
    ),
    page(
        "people_settings",
        "people/settings/",
        register_views.handle_settings,
        _("Settings of the register"),
        under="register",
        needs=Right.DIRECT,
        posts=True,
        is_listed=True,
        words=_("categories, town, ladies, juniors, guests"),
    ),
    address("members_file", "people/members.<str:form>", register_views.send_members, needs=Right.ENTER),
    page(
        "register_list",
        "people/bring-in/",
        kept_views.handle_list,
        _("Import a list of names"),
        under="register",
        needs=Right.ENTER,
        posts=True,
        guide="printing-and-spreadsheets#import",
        is_listed=True,
        words=_("file, Excel, members"),
    ),
    register_list_page("register_file", "people/bring-in/file/", kept_views.handle_file, _("Import a list of names")),
    register_list_page(
        "register_confirm", "people/bring-in/confirm/", kept_views.handle_confirmation, _("Import a list of names")
    ),
    page(
        "kept_lists",
        "people/bring-in/kept/",
        kept_views.handle_kept,
        _("Kept of lists"),
        under="register_list",
        needs=Right.ENTER,
        posts=True,
        guide="printing-and-spreadsheets#import",
    ),
    page(
        "member_cards",
        "people/cards/",
        own_page_views.handle_cards,
        _("Cards for the members"),
        under="register",
        needs=Right.ENTER,
        posts=True,
        guide="cup-and-season#own-page",
        is_listed=True,
        words=_("QR code, own page, print"),
    ),
    open_page(
        "own_page",
        "people/mine/<secret:secret>/",
        own_page_views.show_own_page,
        _("My page"),
        place=PEOPLE,
        posts=True,
        has_bar=False,
    ),
    open_page(
        "own_messages",
        "people/mine/<secret:secret>/messages/",
        own_page_views.handle_own_messages,
        _("Messages to me"),
        under="own_page",
        posts=True,
        guide="cup-and-season#messages",
        has_bar=False,
    ),
    open_page("my_page", "people/me/", own_page_views.show_my_page, _("My page"), place=PEOPLE, has_bar=False),
    open_page(
        "person_page",
        "people/<int:number>/page/",
        own_page_views.show_person_page,
        _("Page of a player"),
        under=("register", "home"),
        place=PEOPLE,
    ),
    open_page(
        "public_person",
        "<uuid:slug>/people/<int:number>/page/",
        own_page_views.show_public_page,
        _("Page of a player"),
        under="tournament_player",
    ),
    people_page(
        "person_link",
        "people/<int:number>/link/",
        own_page_views.handle_link,
        _("Own page"),
        under="person",
        guide="cup-and-season#own-page",
    ),
    people_page("person", "people/<int:number>/", register_views.handle_person, _("Person"), under="register"),
]
