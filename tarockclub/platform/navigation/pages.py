"""The map: every page for people with its place, the page above it, and who may open it.

Pure data. A page that is missing here has no way back, and a test fails (platform/navigation/test_map.py).
"""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tarockclub.platform.navigation.rows import (
    ALL,
    CLUB,
    DIRECTOR,
    EVENINGS,
    HOST,
    KEEPER,
    MORE,
    PEOPLE,
    RULES,
    SEASONS,
    TOURNAMENTS,
    build_pages,
    describe,
)
from tarockclub.platform.navigation.tournament_pages import SEASON_PAGES, TOURNAMENT_PAGES

_EVENINGS = (
    describe("home", _("Start page"), viewers=ALL),
    describe("front", _("The club's front page"), viewers=ALL),
    describe("coming", _("Tournaments to come"), "front", viewers=ALL),
    describe("evenings", _("All evenings and tables"), is_listed=True),
    describe("archived_evenings", _("Archived evenings"), "evenings", is_listed=True, words=_("archive")),
    describe("start", _("Start an evening"), "evenings", is_listed=True, words=_("new evening, begin, play")),
    describe(
        "read_in", _("Rescue hands from a phone"), "evenings", is_listed=True, words=_("lost hands, waiting, code")
    ),
    describe(
        "bring_in", _("Import (enter old evenings)"), "evenings", is_listed=True, words=_("file, Excel, CSV, list")
    ),
    describe("bring_evening", _("Import an evening"), "bring_in", is_listed=True),
    describe("practice", _("Practice table"), "evenings", viewers=ALL, is_listed=True, words=_("try, learn")),
    describe("practise", _("Practice table"), "practice", viewers=ALL, has_bar=False),
    describe("counting", _("Counting aid"), "evenings", viewers=ALL, is_listed=True, words=_("count card points")),
    describe("table", _("Table"), "evenings", viewers=ALL, has_bar=False),
    describe("tablet", _("Tablet in the middle"), "table", viewers=ALL, has_bar=False),
    describe("settlement", _("Settlement"), "table", viewers=ALL),
    describe("rescoring", _("Under other house rules"), "settlement", viewers=ALL),
    describe("strike", _("Strike out"), "table", viewers=ALL),
    describe("change", _("Change"), "table", viewers=ALL),
    describe("held", _("Hands that came late"), "table", viewers=ALL),
    describe("mark", _("Disputes"), "table", viewers=ALL),
    describe("preview", _("Preview"), "table", viewers=ALL, has_bar=False),
    describe("save_hand", _("Enter a hand"), "table", viewers=ALL, has_bar=False),
    describe("invite", _("Link and QR code"), "table", viewers=ALL),
    describe("own_codes", _("Codes of the players"), "invite", viewers=ALL),
    describe("watch_code", _("Code for watching"), "invite", viewers=ALL),
    describe("own_seat", _("My seat"), "table", viewers=ALL),
    describe("more", pgettext_lazy("place", "More"), "table", viewers=ALL),
    describe("deal", _("Hand"), "table", viewers=ALL),
    describe("correct", _("Correct"), "deal", viewers=ALL, has_bar=False),
    describe("insert", _("Insert"), "deal", viewers=ALL, has_bar=False),
    describe("rules", _("Rules of this evening"), "table", viewers=ALL),
    describe("sheet_picture", _("Score sheet as a picture"), "table", viewers=ALL),
    describe("share_evening", _("Share"), "table", viewers=ALL),
    describe("share_hand", _("Share"), "deal", viewers=ALL),
    describe("share_settlement", _("Share"), "settlement", viewers=ALL),
    describe("archive_evening", _("Move to the archive"), "evenings"),
    describe("call_referee", _("Referee"), "table", viewers=ALL),
    describe("table_chips", _("Chips"), "table", viewers=ALL),
    describe("enter", _("Table"), viewers=ALL, has_bar=False),
    describe("enter_as", _("Table"), viewers=ALL, has_bar=False),
    describe("offline", _("Without a network"), viewers=ALL, has_bar=False),
)
_RULES = (
    describe("sheets", _("House rules"), viewers=ALL, is_listed=True, words=_("sheets, tariff, prices")),
    describe("sheet", _("Rules of the sheet"), "sheets", viewers=ALL),
    describe("sheet_examples", _("Examples"), "sheet", viewers=ALL),
    describe("sheet_paper", _("What the printed sheet says"), "sheet", viewers=ALL),
    describe("two_sheets", _("Side by side"), "sheets", viewers=ALL),
    describe("own_sheets", _("Own house rules"), "sheets", is_listed=True, words=_("edit, write, change a sheet")),
    describe("upload_sheet", _("Upload a sheet"), "own_sheets", is_listed=True, words=_("file")),
    describe("own_sheet", _("Own house rules"), "own_sheets"),
    describe("draft_differences", _("Differences"), "own_sheet"),
    describe("sheet_order", _("Order"), "own_sheet"),
    describe("edit_sheet_part", _("Change"), "own_sheet"),
    describe("edit_sheet_entry", _("Change"), "own_sheet"),
    describe("try_sheet", _("Hands to try"), "own_sheet"),
    describe("try_hand", _("Hand"), "try_sheet", has_bar=False),
    describe("keep_example", _("Hand"), "try_sheet"),
)
_PEOPLE = (
    describe("statistics", _("Statistics"), is_listed=True, words=_("players, evaluation, who won")),
    describe("player_statistics", _("Player"), "statistics"),
    describe("games_statistics", _("Statistics of the games"), "statistics", is_listed=True),
    describe("game_statistics", _("Game"), "games_statistics"),
    describe("sheets_statistics", _("Statistics of the house rules"), "statistics", is_listed=True),
    describe("sheet_statistics", _("House rules"), "sheets_statistics"),
    describe("club_rescoring", _("Under other house rules"), "statistics", is_listed=True, words=_("compare")),
    describe(
        "register", _("Player register"), "statistics", is_listed=True, words=_("persons, members, names, merge, erase")
    ),
    describe(
        "people_settings",
        _("Settings of the register"),
        "register",
        viewers=DIRECTOR,
        is_listed=True,
        words=_("categories, town, ladies, juniors, guests"),
    ),
    describe("person", _("Person"), "register"),
    describe("person_link", _("Own page"), "person"),
    describe(
        "member_cards", _("Cards for the members"), "register", is_listed=True, words=_("QR code, own page, print")
    ),
    describe("own_page", _("My page"), viewers=ALL, has_bar=False),
    describe("person_privacy", _("Data protection"), "person", viewers=DIRECTOR),
    describe("register_list", _("Import a list of names"), "register", is_listed=True, words=_("file, Excel, members")),
    describe("register_file", _("Import a list of names"), "register_list"),
    describe("register_confirm", _("Import a list of names"), "register_list"),
)
_MORE = (
    describe("everything", pgettext_lazy("place", "Everything"), viewers=ALL),
    describe("search", _("Search"), viewers=ALL),
    describe("help", _("Help"), "everything", viewers=ALL, is_listed=True, words=_("handbook, manual, how to")),
    describe("help_section", _("Help"), "help", viewers=ALL),
    describe("own_password", _("My password"), "everything", is_listed=True, words=_("account, log in, secret")),
    describe("own_sessions", _("Where I am logged in"), "own_password", is_listed=True, words=_("devices, log out")),
    describe("mfa_index", _("Second factor"), "own_password", is_listed=True, words=_("code, app, passkey, security")),
    describe("mfa_activate_totp", _("Set up an app"), "mfa_index"),
    describe("mfa_deactivate_totp", _("Turn it off"), "mfa_index"),
    describe("mfa_view_recovery_codes", _("Recovery codes"), "mfa_index"),
    describe("mfa_generate_recovery_codes", _("Create new recovery codes"), "mfa_index"),
    describe("mfa_add_webauthn", _("Add a passkey"), "mfa_index"),
    describe("mfa_remove_webauthn", _("Remove the passkey"), "mfa_index"),
    describe("confirm", _("Password once more"), "own_password"),
    describe("api_docs", _("For programs"), "everything", viewers=ALL, is_listed=True, words=_("API, interface")),
    describe("api_docs_of", _("Operations"), "api_docs", viewers=ALL),
    describe("design", "Design", viewers=ALL, has_bar=False),
    describe(
        "privacy", _("Privacy"), "everything", viewers=ALL, is_listed=True, words=_("data protection, rights, imprint")
    ),
    describe("log_in", _("Log in"), viewers=ALL, has_bar=False),
    describe("mfa_authenticate", _("Log in"), viewers=ALL, has_bar=False),
    describe("mfa_login_webauthn", _("Log in"), viewers=ALL, has_bar=False),
    describe("log_out", _("Log out"), viewers=ALL, has_bar=False),
    describe("setup", _("Set-up"), viewers=ALL, has_bar=False),
    describe("setup_code", _("Set-up with the file of a club"), viewers=ALL, has_bar=False),
    describe("setup_file", _("The file for the set-up"), viewers=ALL, has_bar=False),
    describe("setup_import", _("Taking over a file"), viewers=ALL, has_bar=False),
)
_CLUB = (
    describe(
        "club", _("Club and access"), viewers=DIRECTOR, is_listed=True, words=_("name, accounts, secretaries, rights")
    ),
    describe(
        "club_look",
        _("Name, colour and logo"),
        "club",
        viewers=DIRECTOR,
        is_listed=True,
        words=_("look, picture, sign"),
    ),
    describe("new_account", _("New account"), "club", viewers=DIRECTOR, is_listed=True, words=_("secretary, director")),
    describe("account", _("Account"), "club", viewers=DIRECTOR),
    describe(
        "club_privacy",
        _("Data protection of the club"),
        "club",
        viewers=DIRECTOR,
        is_listed=True,
        words=_("privacy, erase, delete, information"),
    ),
    describe("account_password", _("Password"), "account", viewers=DIRECTOR),
    describe(
        "publication",
        _("What everybody may see"),
        "club",
        viewers=DIRECTOR,
        is_listed=True,
        words=_("front page, public, visitors, embed, website, webhook, feed"),
    ),
    describe(
        "hosted_address",
        _("Into the internet"),
        "club",
        viewers=DIRECTOR,
        is_listed=True,
        words=_("publish, live, website, web space, send, laptop"),
    ),
    describe(
        "received_sites",
        _("From the inn"),
        "club",
        viewers=DIRECTOR,
        is_listed=True,
        words=_("publish, live, received, access key, laptop"),
    ),
    describe("new_publishing_key", _("Access for a laptop"), "received_sites", viewers=DIRECTOR),
    describe(
        "club_log",
        _("Log of the club"),
        "club",
        viewers=DIRECTOR,
        is_listed=True,
        words=_("audit, who did what, failed log-ins"),
    ),
    describe("federation", _("Federation"), "club", viewers=DIRECTOR),
    describe("federation_offers", _("Results for the federation"), "federation", viewers=DIRECTOR),
    describe(
        "backups", _("Backups"), "club", viewers=KEEPER, is_listed=True, words=_("save, restore, USB stick, lost")
    ),
    describe("make_backup", _("Backups"), "backups", viewers=KEEPER),
    describe("upload_backup", _("Backups"), "backups", viewers=KEEPER),
    describe("restore_backup", _("Restore"), "backups", viewers=KEEPER),
    describe(
        "club_file", _("The whole club as a file"), "club", viewers=DIRECTOR, is_listed=True, words=_("leave, move")
    ),
    describe("continue_club", _("The whole club as a file"), "club_file", viewers=DIRECTOR),
    describe("club_import", _("Taking over a file"), "club_file", viewers=DIRECTOR),
    describe("club_file_made", _("File of the club"), "club_file", viewers=DIRECTOR),
    describe(
        "hosted_clubs", _("Clubs of this installation"), "club", viewers=HOST, is_listed=True, words=_("host, archive")
    ),
    describe("found_club", _("Found a club"), "hosted_clubs", viewers=HOST, is_listed=True),
    describe("hosted_club", _("Club"), "hosted_clubs", viewers=HOST),
    describe(
        "take_club_over", _("A club from a file"), "hosted_clubs", viewers=HOST, is_listed=True, words=_("import")
    ),
    describe("taking_over", _("Taking over a file"), "take_club_over", viewers=HOST),
    describe("hosted_club_state", _("Club"), "hosted_club", viewers=HOST),
    describe("api_tokens", _("Programs with access"), "club", viewers=DIRECTOR, is_listed=True, words=_("API, token")),
    describe("new_api_token", _("New access for a program"), "api_tokens", viewers=DIRECTOR, is_listed=True),
    describe("end_api_token", _("End an access"), "api_tokens", viewers=DIRECTOR),
)
PAGES: Final = {
    page.route: page
    for place, rows in (
        (EVENINGS, _EVENINGS),
        (TOURNAMENTS, TOURNAMENT_PAGES),
        (SEASONS, SEASON_PAGES),
        (PEOPLE, _PEOPLE),
        (RULES, _RULES),
        (CLUB, _CLUB),
        (MORE, _MORE),
    )
    for page in build_pages(place, *rows)
}
