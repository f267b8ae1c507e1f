"""Where help leads to from each page: a section of the handbook, and the heading in it (docs/handbook.md)."""

from typing import Final

from tarockclub.navigation.pages import PAGES
from tarockclub.navigation.rows import CLUB, EVENINGS, MORE, PEOPLE, RULES, SEASONS, TOURNAMENTS, Stage

CONTENTS: Final = ""  # the handbook's first page
UNKNOWN: Final = "when-something-fails"  # where an address leads nowhere, or something went wrong
_BY_PLACE: Final = {
    EVENINGS: "at-the-table",
    TOURNAMENTS: "tournament-day",
    SEASONS: "cup-and-season",
    PEOPLE: "cup-and-season#player-register",
    RULES: "own-house-rules",
    CLUB: "first-evening#give-access",
    MORE: "first-evening#find-your-way",
}
_BY_STAGE: Final = {
    Stage.SETTINGS: "tournament-day#create-a-tournament",
    Stage.PEOPLE: "tournament-day#people-and-fees",
    Stage.DRAW: "tournament-day#draw",
    Stage.PLAY: "tournament-day#running-the-round",
    Stage.RESULTS: "tournament-day#results",
    Stage.PRIZES: "tournament-day#prizes",
}
# Where a page has words of its own: the routes by what is said about them.
_ROUTES: Final = {
    CONTENTS: "help help_section",
    "first-evening": "home front",
    "first-evening#set-up": "setup setup_code setup_file setup_import",
    "first-evening#begin-an-evening": "start",
    "first-evening#bring-in-phones": "invite own_codes watch_code",
    "first-evening#whose-phone": "own_seat",
    "first-evening#practice": "practice practise",
    "first-evening#log-in": "log_in log_in_code log_out own_password own_sessions own_second_factor confirm",
    "first-evening#find-your-way": "evenings archived_evenings archive_evening",
    "at-the-table#enter-a-hand": "table enter enter_as preview save_hand",
    "at-the-table#is-it-right": "mark",
    "at-the-table#written-sheet": "sheet_picture share_evening share_hand deal rules",
    "at-the-table#everything-else": "more",
    "at-the-table#count-the-pile": "counting",
    "at-the-table#large-letters": "tablet",
    "without-network": "offline",
    "without-network#which-hand": "held",
    "without-network#rescue-hands": "read_in",
    "corrections#change-a-hand": "correct change",
    "corrections#strike-out": "strike",
    "corrections#insert-a-hand": "insert",
    "own-house-rules#sheets": "sheets",
    "own-house-rules#read-and-compare": "sheet sheet_examples two_sheets",
    "own-house-rules#own-sheet": "own_sheets own_sheet upload_sheet",
    "own-house-rules#change-rules": "edit_sheet_part edit_sheet_entry sheet_order draft_differences",
    "own-house-rules#try-it": "try_sheet try_hand keep_example",
    "cup-and-season#prepare-a-season": "new_season season_settings season_events",
    "cup-and-season#what-counts": "season_standing season_event season_player share_season season_lots",
    "cup-and-season#earlier-results": "season_results season_results_file season_results_confirm",
    "cup-and-season#finish-a-season": "season_publish season_edition season_take_up hall_of_fame fame_for_all",
    "cup-and-season#own-page": "own_page person_link member_cards public_person",
    "cup-and-season#statistics": """
        statistics player_statistics games_statistics game_statistics sheets_statistics sheet_statistics
        """,
    "cup-and-season#federation": "federation federation_offers",
    "treasury#cash-box": "cash_box",
    "treasury#entry-fees": "cash_payments",
    "treasury#record-a-movement": "cash_move",
    "treasury#receipts": "cash_receipts cash_receipt",
    "treasury#donation-box": "donations cash_donations",
    "treasury#season-cash": "season_cash",
    "printing-and-spreadsheets#tournament-papers": "papers table_cards",
    "printing-and-spreadsheets#tournament-workbook": "exports export_made season_workbook",
    "printing-and-spreadsheets#import": "bring_in bring_evening register_list register_file register_confirm",
    "printing-and-spreadsheets#share": "share_standings share_round_standings",
    "printing-and-spreadsheets#website": "publication",
    "printing-and-spreadsheets#programs": "api_docs api_docs_of api_tokens new_api_token end_api_token",
    "backup-and-moving": "backups make_backup upload_backup",
    "backup-and-moving#restore": "restore_backup",
    "backup-and-moving#whole-club-as-a-file": """
        club_file continue_club club_import club_file_made take_club_over taking_over
        """,
    "backup-and-moving#into-the-internet": """
        hosted_address received_sites new_publishing_key tournament_internet season_internet
        """,
    "backup-and-moving#privacy": "privacy club_privacy person_privacy",
    "backup-and-moving#several-clubs": "hosted_clubs found_club hosted_club hosted_club_state",
    "settlement": "settlement share_settlement",
    "settlement#other-house-rules": "rescoring club_rescoring tournament_rescoring season_rescoring",
    "tournament-day": "tournaments tournament archived_tournaments",
    "tournament-day#create-a-tournament": "new_tournament format_example prepare_tournament planned_rounds open_round",
    "tournament-day#invitation": """
        apply sign_up own_registration registration invitation edit_invitation edit_invitation_picture coming
        """,
    "tournament-day#at-the-door": "door come",
    "tournament-day#teams": "teams teams_list team team_standings round_team_standings",
    "tournament-day#late-and-substitutes": "seat_late substitute",
    "tournament-day#rulings": "ruling no_case rulings call_referee",
    "tournament-day#late-hands": "desk_late desk_table_late",
    "tournament-day#close-tables": "desk_chips desk_count desk_done table_chips",
    "tournament-day#paper-tables": "quick_round quick_table",
    "tournament-day#walls": "projector wall hall hall_picture standings round_standings tournament_player",
    "tournament-day#ceremony": "podium",
    "tournament-day#rehearsal": "rehearsal",
    "tournament-day#afterwards": "archive_tournament tournament_log undo",
    "when-something-fails#laptop-broken": "clock_jump",
}
_BY_ROUTE: Final = {route: guide for guide, routes in _ROUTES.items() for route in routes.split()}


def find_guide(route: str) -> str:
    """Return `section#heading` for the page of a route."""
    page = PAGES.get(route)
    if page is None:
        return UNKNOWN
    own = _BY_ROUTE.get(route)
    if own is not None:
        return own  # of the handbook itself: ""
    return _BY_PLACE[page.place] if page.stage is None else _BY_STAGE[page.stage]


def list_guided_routes() -> frozenset[str]:
    """Return the routes that are named here one by one."""
    return frozenset(_BY_ROUTE)
