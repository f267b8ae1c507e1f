"""The addresses of club files."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import ALL, MORE, address, page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tarockclub.office.club_file.views")

open_page = partial(page, needs=ALL, place=MORE, guide="backup-and-moving#whole-club-as-a-file", has_bar=False)
host_page = partial(page, needs=Right.HOST)
urlpatterns = [
    page(
        "club_file",
        "",
        views.handle_club_file,
        _("The whole club as a file"),
        under="club",
        needs=Right.DIRECT,
        posts=True,
        guide="backup-and-moving#whole-club-as-a-file",
        is_listed=True,
        words=_("leave, move"),
    ),
    address("set_aside_book", "books/<int:number>/", views.send_set_aside_book, needs=Right.DIRECT),
    page(
        "club_file_made",
        "<uuid:key>/",
        views.show_made_file,
        _("File of the club"),
        under="club_file",
        needs=Right.DIRECT,
    ),
    address("club_file_state", "<uuid:key>/state/", views.show_file_state, needs=Right.DIRECT),
    address("send_club_file", "<uuid:key>/file/", views.send_club_file, needs=Right.DIRECT),
]
hosting = [
    host_page(
        "take_club_over",
        "",
        views.handle_taking_over,
        _("A club from a file"),
        under="hosted_clubs",
        posts=True,
        guide="backup-and-moving#whole-club-as-a-file",
        is_listed=True,
        words=_("import"),
    ),
    host_page("taking_over", "<uuid:key>/", views.show_taking_over, _("Taking over a file"), under="take_club_over"),
    address("taking_over_state", "<uuid:key>/state/", views.show_taking_over_state, needs=Right.HOST),
]
setup = [
    open_page("setup_code", "", views.handle_setup_code, _("Set-up with the file of a club"), posts=True),
    open_page("setup_file", "<secret:token>/", views.handle_setup_file, _("The file for the set-up"), posts=True),
    open_page("setup_import", "<secret:token>/<uuid:key>/", views.show_setup_import, _("Taking over a file")),
    address("setup_import_state", "<secret:token>/<uuid:key>/state/", views.show_setup_import_state, needs=ALL),
]
