"""URLs: the form and the page of a tournament's settings."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import TOURNAMENTS, Stage, form, page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.hall.setup.views")

tournament_page = partial(page, under="tournament", posts=True)
urlpatterns = [
    page(
        "tournaments",
        "",
        views.show_tournaments,
        _("Tournaments"),
        needs=Right.TABLES,
        place=TOURNAMENTS,
        guide="tournament-day#checklist",
        is_listed=True,
        words=_("dates, calendar, next tournament"),
    ),
    page(
        "archived_tournaments",
        "archive/",
        views.show_archive,
        _("Archived tournaments"),
        under="tournaments",
        needs=Right.TABLES,
        guide="tournament-day#afterwards",
        is_listed=True,
        words=_("archive"),
    ),
    page(
        "prepare_tournament",
        "new/<slug:format_id>/",
        views.prepare_tournament,
        _("Prepare a tournament"),
        under="new_tournament",
        needs=Right.DIRECT,
        posts=True,
    ),
    tournament_page(
        "tournament_settings",
        "<uuid:slug>/settings/",
        views.handle_settings,
        _("Settings"),
        needs=Right.TABLES,
        writers=(Right.ENTER,),
        stage=Stage.SETTINGS,
        guide="tournament-day#create-a-tournament",
    ),
    form(
        "planned_rounds",
        "<uuid:slug>/rounds/planned/",
        views.handle_planned_rounds,
        of="tournament_settings",
        needs=Right.DIRECT,
    ),
    form(
        "standing_columns",
        "<uuid:slug>/standings/columns/",
        views.handle_columns,
        of="tournament_settings",
        needs=Right.DIRECT,
    ),
    tournament_page(
        "archive_tournament",
        "<uuid:slug>/archive/",
        views.handle_archive,
        _("Archive or delete"),
        needs=Right.ENTER,
        guide="tournament-day#afterwards",
    ),
]
