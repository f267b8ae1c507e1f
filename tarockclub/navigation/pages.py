"""The map: every page for people with its place, the page above it, and who may open it.

Pure data. A page that is missing here has no way back, and a test fails (tests/tarockclub/navigation/test_map.py).
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final, Literal, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tarockclub.accounts.rights import Right

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
ALL, STAFF, DIRECTOR = None, Right.READ, Right.DIRECT
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
    Place(SEASONS, _("Seasons"), _("Seasons"), "seasons"),
    Place(PEOPLE, _("People & statistics"), pgettext_lazy("place", "People"), "statistics"),
    Place(RULES, _("House rules"), pgettext_lazy("place", "Rules"), "sheets", ALL),
    Place(CLUB, pgettext_lazy("place", "Club"), pgettext_lazy("place", "Club"), "club", DIRECTOR, on_phone=False),
    Place(MORE, pgettext_lazy("place", "Everything"), pgettext_lazy("place", "More"), "everything", ALL),
)


class Page(NamedTuple):
    """A page for people; `%(number)s` in its label is the number in its address."""

    route: str
    place: str
    label: Label
    parents: tuple[str, ...] = ()  # the page above it: the first of these that one may open
    viewers: Viewers = STAFF
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
_OWN = frozenset({"own_password", "own_sessions", "own_second_factor", "confirm"})


def _build_pages(place: str, *rows: Page) -> Iterator[Page]:
    for row in rows:
        viewers = Right.ENTER if row.route in _FORMS else LOGGED_IN if row.route in _OWN else row.viewers
        yield row._replace(place=place, viewers=viewers)


def _say(
    route: str,
    label: Label,
    *parents: str,
    viewers: Viewers = STAFF,
    stage: Stage | None = None,
    has_bar: bool = True,
    words: Label = "",
    is_listed: bool = False,
) -> Page:
    return Page(route, "", label, parents, viewers, stage, has_bar, words, is_listed)


_EVENINGS = (
    _say("home", _("Start page"), viewers=ALL),
    _say("front", _("The club's front page"), viewers=ALL),
    _say("evenings", _("All evenings and tables"), is_listed=True),
    _say("archived_evenings", _("Archived evenings"), "evenings", is_listed=True, words=_("archive")),
    _say("start", _("Start an evening"), "evenings", is_listed=True, words=_("new evening, begin, play")),
    _say("read_in", _("Rescue hands from a phone"), "evenings", is_listed=True, words=_("lost hands, waiting, code")),
    _say("bring_in", _("Import (enter old evenings)"), "evenings", is_listed=True, words=_("file, Excel, CSV, list")),
    _say("bring_evening", _("Import an evening"), "bring_in", is_listed=True),
    _say("practice", _("Practice table"), "evenings", viewers=ALL, is_listed=True, words=_("try, learn")),
    _say("practise", _("Practice table"), "practice", viewers=ALL, has_bar=False),
    _say("counting", _("Counting aid"), "evenings", viewers=ALL, is_listed=True, words=_("count card points")),
    _say("table", _("Table"), "evenings", viewers=ALL, has_bar=False),
    _say("tablet", _("Tablet in the middle"), "table", viewers=ALL, has_bar=False),
    _say("settlement", _("Settlement"), "table", viewers=ALL),
    _say("rescoring", _("Under other house rules"), "settlement", viewers=ALL),
    _say("strike", _("Strike out"), "table", viewers=ALL),
    _say("change", _("Change"), "table", viewers=ALL),
    _say("held", _("Hands that came late"), "table", viewers=ALL),
    _say("mark", _("Disputes"), "table", viewers=ALL),
    _say("preview", _("Preview"), "table", viewers=ALL, has_bar=False),
    _say("save_hand", _("Enter a hand"), "table", viewers=ALL, has_bar=False),
    _say("invite", _("Link and QR code"), "table", viewers=ALL),
    _say("own_codes", _("Codes of the players"), "invite", viewers=ALL),
    _say("watch_code", _("Code for watching"), "invite", viewers=ALL),
    _say("own_seat", _("My seat"), "table", viewers=ALL),
    _say("more", pgettext_lazy("place", "More"), "table", viewers=ALL),
    _say("deal", _("Line %(line)s"), "table", viewers=ALL),
    _say("correct", _("Correct"), "deal", viewers=ALL, has_bar=False),
    _say("insert", _("Insert"), "deal", viewers=ALL, has_bar=False),
    _say("rules", _("Rules of this evening"), "table", viewers=ALL),
    _say("sheet_picture", _("Score sheet as a picture"), "table", viewers=ALL),
    _say("share_evening", _("Share"), "table", viewers=ALL),
    _say("share_hand", _("Share"), "deal", viewers=ALL),
    _say("share_settlement", _("Share"), "settlement", viewers=ALL),
    _say("archive_evening", _("Move to the archive"), "evenings"),
    _say("call_referee", _("Referee"), "table", viewers=ALL),
    _say("table_chips", _("Chips"), "table", viewers=ALL),
    _say("enter", _("Table"), viewers=ALL, has_bar=False),
    _say("enter_as", _("Table"), viewers=ALL, has_bar=False),
    _say("offline", _("Without a network"), viewers=ALL, has_bar=False),
)
_RULES = (
    _say("sheets", _("House rules"), viewers=ALL, is_listed=True, words=_("sheets, tariff, prices")),
    _say("sheet", _("Rules of the sheet"), "sheets", viewers=ALL),
    _say("sheet_examples", _("Examples"), "sheet", viewers=ALL),
    _say("two_sheets", _("Side by side"), "sheets", viewers=ALL),
    _say("own_sheets", _("Own house rules"), "sheets", is_listed=True, words=_("edit, write, change a sheet")),
    _say("upload_sheet", _("Upload a sheet"), "own_sheets", is_listed=True, words=_("file")),
    _say("own_sheet", _("Own house rules"), "own_sheets"),
    _say("draft_differences", _("Differences"), "own_sheet"),
    _say("sheet_order", _("Order"), "own_sheet"),
    _say("edit_sheet_part", _("Change"), "own_sheet"),
    _say("edit_sheet_entry", _("Change"), "own_sheet"),
    _say("try_sheet", _("Hands to try"), "own_sheet"),
    _say("try_hand", _("Hand"), "try_sheet", has_bar=False),
    _say("keep_example", _("Hand"), "try_sheet"),
)
_PEOPLE = (
    _say("statistics", _("Statistics"), is_listed=True, words=_("players, evaluation, who won")),
    _say("player_statistics", _("Player"), "statistics"),
    _say("games_statistics", _("Statistics of the games"), "statistics", is_listed=True),
    _say("game_statistics", _("Game"), "games_statistics"),
    _say("sheets_statistics", _("Statistics of the house rules"), "statistics", is_listed=True),
    _say("sheet_statistics", _("House rules"), "sheets_statistics"),
    _say("club_rescoring", _("Under other house rules"), "statistics", is_listed=True, words=_("compare")),
    _say(
        "register", _("Player register"), "statistics", is_listed=True, words=_("persons, members, names, merge, erase")
    ),
    _say("person", _("Person"), "register"),
    _say("person_privacy", _("Data protection"), "person", viewers=DIRECTOR),
    _say("register_list", _("Import a list of names"), "register", is_listed=True, words=_("file, Excel, members")),
    _say("register_file", _("Import a list of names"), "register_list"),
    _say("register_confirm", _("Import a list of names"), "register_list"),
)
_SETTINGS, _ENTRANTS, _DRAW = Stage.SETTINGS, Stage.PEOPLE, Stage.DRAW
_PLAY, _RESULTS, _PRIZES = Stage.PLAY, Stage.RESULTS, Stage.PRIZES
_SEEN_BY_ALL = ("tournament", "standings")
_TOURNAMENTS = (
    _say("tournaments", _("Tournaments"), is_listed=True),
    _say("archived_tournaments", _("Archived tournaments"), "tournaments", is_listed=True, words=_("archive")),
    _say(
        "new_tournament", _("Prepare a tournament"), "tournaments", viewers=DIRECTOR, is_listed=True, words=_("new cup")
    ),
    _say("format_example", _("Worked example"), "new_tournament", viewers=DIRECTOR),
    _say("prepare_tournament", _("Prepare a tournament"), "new_tournament", viewers=DIRECTOR),
    _say("tournament", _("Tournament"), "tournaments"),
    _say("tournament_settings", _("Settings"), "tournament", stage=_SETTINGS),
    _say("tournament_roles", _("Who helps here"), "tournament", viewers=DIRECTOR),
    _say("planned_rounds", _("Rounds"), "tournament", viewers=DIRECTOR),
    _say("open_round", _("Rounds"), "tournament", viewers=DIRECTOR),
    _say("archive_tournament", _("Archive or delete"), "tournament"),
    _say("apply", _("Registration"), viewers=ALL, has_bar=False),
    _say("entrants", _("People and entry fees"), "tournament", stage=_ENTRANTS),
    _say("add_entrant", _("Add people"), "entrants", stage=_ENTRANTS),
    _say("read_list", _("List of names"), "entrants", stage=_ENTRANTS),
    _say("read_file", _("List of names"), "read_list", stage=_ENTRANTS),
    _say("confirm_list", _("List of names"), "read_list", stage=_ENTRANTS),
    _say("number_by_name", _("Start numbers"), "entrants", stage=_ENTRANTS),
    _say("entrant", _("Player %(number)s"), "entrants", stage=_ENTRANTS),
    _say("registration", _("Players register themselves"), "entrants", stage=_ENTRANTS),
    _say("teams", _("Teams"), "tournament", stage=_ENTRANTS),
    _say("teams_list", _("List of teams"), "teams", stage=_ENTRANTS),
    _say("team", _("Team %(number)s"), "teams", stage=_ENTRANTS),
    _say("draw", _("Draw"), "tournament", viewers=DIRECTOR, stage=_DRAW),
    _say("draw_again", _("Draw"), "tournament", viewers=DIRECTOR, stage=_DRAW),
    _say("draw_swap", _("Draw"), "tournament", viewers=DIRECTOR, stage=_DRAW),
    _say("draw_mend", _("Draw"), "tournament", viewers=DIRECTOR, stage=_DRAW),
    _say("draw_by_cards", _("Type in the cards"), "draw", viewers=DIRECTOR, stage=_DRAW),
    _say("draw_publish", _("Draw"), "tournament", viewers=DIRECTOR, stage=_DRAW),
    _say("draw_apart", _("Draw"), "tournament", viewers=DIRECTOR, stage=_DRAW),
    _say("draw_waits", _("Draw"), "tournament", viewers=DIRECTOR, stage=_DRAW),
    _say("seat_late", _("Late entries"), "draw", viewers=DIRECTOR, stage=_DRAW),
    _say("seats", _("Seat lists"), *_SEEN_BY_ALL, viewers=ALL, stage=_DRAW),
    _say("table_cards", _("Table cards"), "tournament", viewers=DIRECTOR, stage=_DRAW),
    _say("clock_jump", _("Clock of the computer"), "everything", viewers=KEEPER, is_listed=True, words=_("time")),
    _say("desk", _("Round %(number)s"), "tournament", viewers=Right.RULE, stage=_PLAY),
    _say("desk_clock", _("Clock"), "desk", viewers=Right.RULE, stage=_PLAY),
    _say("desk_late", _("Late hands"), "desk", viewers=Right.RULE, stage=_PLAY),
    _say("desk_chips", _("Chips"), "desk", viewers=DIRECTOR, stage=_PLAY),
    _say("desk_table", _("Table %(table)s"), "desk", viewers=Right.RULE, stage=_PLAY),
    _say("desk_table_clock", _("Table %(table)s"), "desk", viewers=Right.RULE, stage=_PLAY),
    _say("desk_presence", _("Table %(table)s"), "desk", viewers=DIRECTOR, stage=_PLAY),
    _say("desk_count", _("Table %(table)s"), "desk", viewers=DIRECTOR, stage=_PLAY),
    _say("desk_done", _("Table %(table)s"), "desk", viewers=DIRECTOR, stage=_PLAY),
    _say("desk_table_late", _("Table %(table)s"), "desk", viewers=Right.RULE, stage=_PLAY),
    _say("desk_correct", _("Table %(table)s"), "desk", viewers=DIRECTOR, stage=_PLAY),
    _say("substitute", _("Substitute"), "desk_table", viewers=DIRECTOR, stage=_PLAY),
    _say("ruling", _("Ruling"), "desk_table", viewers=Right.RULE, stage=_PLAY),
    _say("no_case", _("Ruling"), "desk_table", viewers=Right.RULE, stage=_PLAY),
    _say("rulings", _("Rulings"), "tournament", stage=_PLAY),
    _say("projector", _("Projector"), *_SEEN_BY_ALL, viewers=ALL, has_bar=False),
    _say("wall", _("Wall %(number)s"), *_SEEN_BY_ALL, viewers=ALL, has_bar=False),
    _say("hall", _("Walls and prize giving"), "tournament", viewers=DIRECTOR, stage=_PLAY),
    _say("hall_picture", _("Walls and prize giving"), "tournament", viewers=DIRECTOR, stage=_PLAY),
    _say("quick_round", _("Paper sheets of the round"), "tournament", stage=_PLAY),
    _say("quick_table", _("Table %(table)s"), "quick_round", stage=_PLAY),
    _say("standings", _("Standings"), "tournament", viewers=ALL, stage=_RESULTS),
    _say("round_standings", _("Round %(number)s"), "standings", viewers=ALL, stage=_RESULTS),
    _say("share_standings", _("Share"), "standings", viewers=ALL, stage=_RESULTS),
    _say("podium", _("Podium"), "standings", viewers=ALL, stage=_RESULTS),
    _say("share_round_standings", _("Share"), "round_standings", viewers=ALL, stage=_RESULTS),
    _say("tournament_player", _("Player %(number)s"), "standings", viewers=ALL, stage=_RESULTS),
    _say("team_standings", _("Standings of the teams"), *_SEEN_BY_ALL, viewers=ALL, stage=_RESULTS),
    _say("round_team_standings", _("Round %(number)s"), "team_standings", viewers=ALL, stage=_RESULTS),
    _say("results", _("Results"), *_SEEN_BY_ALL, viewers=ALL, stage=_RESULTS),
    _say("publish", _("Publish"), "results", viewers=DIRECTOR, stage=_RESULTS),
    _say("result_lots", _("Lots"), "results", viewers=DIRECTOR, stage=_RESULTS),
    _say("give_up", _("Give up"), "results", viewers=DIRECTOR, stage=_RESULTS),
    _say("withdraw_result", _("Withdraw"), "results", viewers=DIRECTOR, stage=_RESULTS),
    _say("edition", _("Edition %(edition)s"), "results", viewers=ALL, stage=_RESULTS),
    _say("tournament_rescoring", _("Under other house rules"), "tournament", stage=_RESULTS),
    _say("exports", _("Workbook and data"), "tournament", stage=_RESULTS),
    _say("export_made", _("Export"), "exports", stage=_RESULTS),
    _say("tournament_internet", _("Into the internet"), "tournament", viewers=DIRECTOR, stage=_RESULTS),
    _say("papers", _("Documents to print"), "tournament", stage=_RESULTS),
    _say("prizes", _("Prizes"), "tournament", stage=_PRIZES),
    _say("prize", _("Prizes"), "tournament", viewers=DIRECTOR, stage=_PRIZES),
    _say("prize_choice", _("Prizes"), "tournament", viewers=DIRECTOR, stage=_PRIZES),
    _say("prize_lots", _("Prizes"), "tournament", viewers=DIRECTOR, stage=_PRIZES),
    _say("special_prizes", _("Special prizes and raffle"), "prizes", stage=_PRIZES),
    _say("special_lots", _("Lots"), "special_prizes", viewers=DIRECTOR, stage=_PRIZES),
    _say("raffle", _("Raffle"), "special_prizes", viewers=DIRECTOR, stage=_PRIZES),
    _say("donations", _("Donation box"), "tournament", stage=_PRIZES),
    _say("cash_box", _("Cash box"), "tournament", stage=_PRIZES),
    _say("cash_move", _("Movement"), "cash_box", stage=_PRIZES),
    _say("cash_donations", _("Donations handed in"), "cash_box", stage=_PRIZES),
    _say("cash_receipts", _("Receipts"), "cash_box", stage=_PRIZES),
    _say("cash_receipt", _("Receipt"), "cash_receipts", stage=_PRIZES),
    _say("tournament_log", _("What was done"), "tournament"),
    _say("undo", _("Undo"), "tournament_log"),
)
_SEASONS = (
    _say("seasons", _("Seasons"), is_listed=True, words=_("year, championship")),
    _say("new_season", _("Prepare a season"), "seasons", viewers=DIRECTOR, is_listed=True, words=_("new season")),
    _say("season", _("Season"), "seasons"),
    _say("season_settings", _("Settings"), "season"),
    _say("season_events", _("Events"), "season", viewers=DIRECTOR),
    _say("season_standing", _("Standings"), "season", viewers=ALL),
    _say("share_season", _("Share"), "season_standing", viewers=ALL),
    _say("season_event", _("Event %(number)s"), "season_standing", viewers=ALL),
    _say("season_edition", _("Edition %(edition)s"), "season_standing", viewers=ALL),
    _say("season_player", _("Player"), "season_standing", viewers=ALL),
    _say("season_publish", _("Publish"), "season", viewers=DIRECTOR),
    _say("season_lots", _("Lots"), "season", viewers=DIRECTOR),
    _say("season_take_up", _("Continue"), "season", viewers=DIRECTOR),
    _say("season_cash", _("Cash box"), "season"),
    _say("season_results", _("Results"), "season"),
    _say("season_results_file", _("Results"), "season_results"),
    _say("season_results_confirm", _("Results"), "season_results"),
    _say("season_workbook", _("Workbook and data"), "season"),
    _say("season_internet", _("Into the internet"), "season", viewers=DIRECTOR),
    _say("season_rescoring", _("Under other house rules"), "season"),
    _say("hall_of_fame", _("Hall of fame"), "seasons", is_listed=True, words=_("best, records, winners")),
    _say("fame_for_all", _("Hall of fame"), viewers=ALL),
)
_MORE = (
    _say("everything", pgettext_lazy("place", "Everything"), viewers=ALL),
    _say("search", _("Search"), viewers=ALL),
    _say("own_password", _("My password"), "everything", is_listed=True, words=_("account, log in, secret")),
    _say("own_sessions", _("Where I am logged in"), "own_password", is_listed=True, words=_("devices, log out")),
    _say("own_second_factor", _("Second factor"), "own_password", is_listed=True, words=_("code, app, security")),
    _say("confirm", _("Password once more"), "own_password"),
    _say("api_docs", _("For programs"), "everything", viewers=ALL, is_listed=True, words=_("API, interface")),
    _say("api_docs_of", _("Operations"), "api_docs", viewers=ALL),
    _say("design", "Design", viewers=ALL, has_bar=False),
    _say(
        "privacy", _("Privacy"), "everything", viewers=ALL, is_listed=True, words=_("data protection, rights, imprint")
    ),
    _say("log_in", _("Log in"), viewers=ALL, has_bar=False),
    _say("log_in_code", _("Log in"), viewers=ALL, has_bar=False),
    _say("log_out", _("Log out"), viewers=ALL, has_bar=False),
    _say("setup", _("Set-up"), viewers=ALL, has_bar=False),
)
_CLUB = (
    _say(
        "club", _("Club and access"), viewers=DIRECTOR, is_listed=True, words=_("name, accounts, secretaries, rights")
    ),
    _say(
        "club_look",
        _("Name, colour and logo"),
        "club",
        viewers=DIRECTOR,
        is_listed=True,
        words=_("look, picture, sign"),
    ),
    _say("new_account", _("New account"), "club", viewers=DIRECTOR, is_listed=True, words=_("secretary, director")),
    _say("account", _("Account"), "club", viewers=DIRECTOR),
    _say(
        "club_privacy",
        _("Data protection of the club"),
        "club",
        viewers=DIRECTOR,
        is_listed=True,
        words=_("privacy, erase, delete, information"),
    ),
    _say("account_password", _("Password"), "account", viewers=DIRECTOR),
    _say(
        "publication",
        _("What everybody may see"),
        "club",
        viewers=DIRECTOR,
        is_listed=True,
        words=_("front page, public, visitors, embed, website, webhook, feed"),
    ),
    _say(
        "hosted_address",
        _("Into the internet"),
        "club",
        viewers=DIRECTOR,
        is_listed=True,
        words=_("publish, live, website, web space, send, laptop"),
    ),
    _say(
        "received_sites",
        _("From the inn"),
        "club",
        viewers=DIRECTOR,
        is_listed=True,
        words=_("publish, live, received, access key, laptop"),
    ),
    _say("new_publishing_key", _("Access for a laptop"), "received_sites", viewers=DIRECTOR),
    _say(
        "club_log",
        _("Log of the club"),
        "club",
        viewers=DIRECTOR,
        is_listed=True,
        words=_("audit, who did what, failed log-ins"),
    ),
    _say("federation", _("Federation"), "club", viewers=DIRECTOR),
    _say("federation_offers", _("Results for the federation"), "federation", viewers=DIRECTOR),
    _say("backups", _("Backups"), "club", viewers=KEEPER, is_listed=True, words=_("save, restore, USB stick, lost")),
    _say("make_backup", _("Backups"), "backups", viewers=KEEPER),
    _say("upload_backup", _("Backups"), "backups", viewers=KEEPER),
    _say("restore_backup", _("Restore"), "backups", viewers=KEEPER),
    _say("club_file", _("The whole club as a file"), "club", viewers=DIRECTOR, is_listed=True, words=_("leave, move")),
    _say("continue_club", _("The whole club as a file"), "club_file", viewers=DIRECTOR),
    _say("club_file_made", _("File of the club"), "club_file", viewers=DIRECTOR),
    _say(
        "hosted_clubs", _("Clubs of this installation"), "club", viewers=HOST, is_listed=True, words=_("host, archive")
    ),
    _say("found_club", _("Found a club"), "hosted_clubs", viewers=HOST, is_listed=True),
    _say("hosted_club", _("Club"), "hosted_clubs", viewers=HOST),
    _say("take_club_over", _("A club from a file"), "hosted_clubs", viewers=HOST, is_listed=True, words=_("import")),
    _say("hosted_club_state", _("Club"), "hosted_club", viewers=HOST),
    _say("api_tokens", _("Programs with access"), "club", viewers=DIRECTOR, is_listed=True, words=_("API, token")),
    _say("new_api_token", _("New access for a program"), "api_tokens", viewers=DIRECTOR, is_listed=True),
    _say("end_api_token", _("End an access"), "api_tokens", viewers=DIRECTOR),
)
PAGES: Final = {
    page.route: page
    for place, rows in (
        (EVENINGS, _EVENINGS),
        (TOURNAMENTS, _TOURNAMENTS),
        (SEASONS, _SEASONS),
        (PEOPLE, _PEOPLE),
        (RULES, _RULES),
        (CLUB, _CLUB),
        (MORE, _MORE),
    )
    for page in _build_pages(place, *rows)
}
