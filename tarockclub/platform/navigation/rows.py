"""The parts of the map of pages: places, steps of a tournament, and the row of a page."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final, Literal, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tarockclub.platform.accounts.rights import READING, Right

Label = str | Promise


LoggedIn = Literal["account"]
Viewers = Right | LoggedIn | None  # those with a right, everybody who is logged in, or whoever knows the address


class Stage(StrEnum):
    """The steps of a tournament, in order."""

    SETTINGS = "settings"
    PEOPLE = "people"
    DRAW = "draw"
    PLAY = "play"
    RESULTS = "results"
    PRIZES = "prizes"


LOGGED_IN: Final[LoggedIn] = "account"
ALL, STAFF, DIRECTOR = None, Right.TABLES, Right.DIRECT
KEEPER, HOST = Right.KEEP, Right.HOST


class Place(NamedTuple):
    """One of the few places that the navigation shows."""

    name: str
    label: Label
    short: Label  # where five stand side by side on a phone
    route: str  # its first page
    viewers: Viewers = STAFF
    on_phone: bool = True


EVENINGS, TOURNAMENTS, SEASONS, PEOPLE, RULES, CLUB, MORE = (
    "evenings",
    "tournaments",
    "seasons",
    "people",
    "rules",
    "club",
    "more",
)
PLACES: Final = (
    Place(EVENINGS, pgettext_lazy("place", "Evenings"), pgettext_lazy("place", "Evenings"), "evenings"),
    Place(TOURNAMENTS, _("Tournaments"), _("Tournaments"), "tournaments"),
    Place(SEASONS, _("Seasons"), _("Seasons"), "seasons", Right.RESULTS),
    Place(PEOPLE, _("People & statistics"), pgettext_lazy("place", "People"), "statistics", Right.PEOPLE),
    Place(RULES, _("House rules"), pgettext_lazy("place", "Rules"), "sheets", ALL),
    Place(CLUB, pgettext_lazy("place", "Club"), pgettext_lazy("place", "Club"), "club", DIRECTOR, on_phone=False),
    Place(MORE, pgettext_lazy("place", "Everything"), pgettext_lazy("place", "More"), "everything", ALL),
)


_AREAS = {place.name: place.viewers for place in PLACES if place.viewers in READING}


class Page(NamedTuple):
    """A page for people; `%(number)s` in its label is the number in its address."""

    route: str
    place: str
    label: Label
    parents: tuple[str, ...] = ()  # the page above it: the first of these that one may open
    viewers: Viewers = STAFF  # those of its place where that is an area of its own
    stage: Stage | None = None  # of a tournament
    has_bar: bool = True  # no: at the bottom a bar of its own stands, or it hangs on a wall
    words: Label = ""  # other words under which people look for it
    is_listed: bool = False  # among all pages: it needs no address of one thing


# Pages with nothing but a form, for those who enter what happens; and those of one's own log-in.
_FORMS = frozenset(
    {
        *("start", "read_in", "bring_in", "bring_evening", "archive_evening", "own_sheets", "upload_sheet"),
        *("own_sheet", "draft_differences", "sheet_order", "edit_sheet_part", "edit_sheet_entry", "try_sheet"),
        *("try_hand", "keep_example", "register_list", "register_file", "register_confirm"),
        *("archive_tournament", "add_entrant", "read_list", "read_file", "confirm_list", "teams_list"),
        *("quick_round", "quick_table", "season_results", "season_results_file", "season_results_confirm"),
    }
)
_OWN = frozenset(
    {
        *("own_password", "own_sessions", "confirm", "mfa_index", "mfa_activate_totp", "mfa_deactivate_totp"),
        *("mfa_view_recovery_codes", "mfa_generate_recovery_codes", "mfa_add_webauthn", "mfa_remove_webauthn"),
    }
)


def build_pages(place: str, *rows: Page) -> Iterator[Page]:
    """Yield the pages of a place, with who may open those that rows do not say."""
    for row in rows:
        of_area = _AREAS.get(place, STAFF) if row.viewers == STAFF else row.viewers
        viewers = Right.ENTER if row.route in _FORMS else LOGGED_IN if row.route in _OWN else of_area
        yield row._replace(place=place, viewers=viewers)


def describe(
    route: str,
    label: Label,
    *parents: str,
    viewers: Viewers = STAFF,
    stage: Stage | None = None,
    has_bar: bool = True,
    words: Label = "",
    is_listed: bool = False,
) -> Page:
    """Return the row of a page, without its place."""
    return Page(route, "", label, parents, viewers, stage, has_bar, words, is_listed)
