"""URLs: the invitation to a tournament, for everybody and for the director."""

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import ALL, DATES, Stage, address, form, page
from tarockclub.platform.server.lazy_views import LazyViews

staff_views = LazyViews("tournaments.people.invitations.views")

urlpatterns = [
    page(
        "invitation",
        "<uuid:slug>/invitation/",
        staff_views.show_invitation,
        _("Invitation"),
        under=("tournament", "home"),
        needs=ALL,
        place=DATES,
        stage=Stage.SETTINGS,
        guide="tournament-day#invitation",
    ),
    address("invitation_date", "<uuid:slug>/invitation/date.ics", staff_views.serve_date, needs=ALL),
    address("invitation_card", "<uuid:slug>/invitation/card/<slug:shape>/", staff_views.serve_card, needs=ALL),
    address(
        "invitation_picture",
        "<uuid:slug>/invitation/<slug:digest>.png",
        staff_views.serve_invitation_picture,
        needs=ALL,
    ),
    page(
        "edit_invitation",
        "<uuid:slug>/invitation/edit/",
        staff_views.handle_invitation,
        _("Invitation and registration"),
        under="tournament",
        needs=Right.DIRECT,
        posts=True,
        stage=Stage.SETTINGS,
        guide="tournament-day#invitation",
    ),
    page(
        "date",
        "<uuid:slug>/date/",
        staff_views.handle_date,
        _("Cancel or move"),
        under="tournament",
        needs=Right.DIRECT,
        posts=True,
        stage=Stage.SETTINGS,
        guide="tournament-day#cancelled-or-moved",
    ),
    form(
        "edit_invitation_picture",
        "<uuid:slug>/invitation/edit/picture/",
        staff_views.handle_picture,
        of="edit_invitation",
        needs=Right.DIRECT,
        posts="only",
    ),
]
