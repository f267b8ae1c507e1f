"""The help of each page: a section of the handbook, and the heading in it (docs/dev/handbook.md)."""

from typing import Final

CONTENTS: Final = ""  # the handbook's first page
UNKNOWN: Final = "when-something-fails"  # where an address leads nowhere, or something went wrong
# The routes of the pages by what is said about them. A test finds a page that is missing here.
_ROUTES: Final = {
    CONTENTS: "help help_section",
    "first-evening#find-your-way": "home evenings archived_evenings archive_evening everything search",
    "first-evening#begin-an-evening": "start",
    "first-evening#practice": "practice practise",
    "first-evening#bring-in-phones": "invite own_codes watch_code",
    "first-evening#whose-phone": "own_seat",
    "first-evening#log-in": """
        own_password own_sessions confirm log_in log_out mfa_authenticate mfa_login_webauthn
        mfa_index mfa_activate_totp mfa_deactivate_totp mfa_view_recovery_codes mfa_generate_recovery_codes
        mfa_add_webauthn mfa_remove_webauthn
    """,
    "first-evening#set-up": "setup",
    "first-evening#give-access": "club new_account account club_log",
    "first-evening#club-look": "club_look",
    "at-the-table#count-the-pile": "counting",
    "at-the-table#enter-a-hand": "table preview save_hand",
    "at-the-table#large-letters": "tablet",
    "at-the-table#is-it-right": "mark",
    "at-the-table#everything-else": "more",
    "without-network#rescue-hands": "read_in",
    "without-network#which-hand": "held",
    "without-network#keep-entering": "offline",
    "corrections#strike-out": "strike",
    "corrections#change-a-hand": "change deal correct",
    "corrections#insert-a-hand": "insert",
    "settlement#settlement": "settlement",
    "settlement#other-house-rules": "rescoring tournament_rescoring season_rescoring",
    "own-house-rules#read-and-compare": "rules sheet sheet_paper sheet_examples two_sheets",
    "own-house-rules#sheets": "sheets",
    "own-house-rules#own-sheet": "own_sheets",
    "own-house-rules#exchange": "upload_sheet",
    "own-house-rules#change-rules": "own_sheet draft_differences sheet_order edit_sheet_part edit_sheet_entry",
    "own-house-rules#try-it": "try_sheet try_hand keep_example",
    "own-house-rules#other-house-rules": "club_rescoring",
    "tournament-day#invitation": """
        coming apply registration sign_up own_registration invitation edit_invitation edit_invitation_picture
        """,
    "tournament-day#rulings": "call_referee ruling no_case rulings",
    "tournament-day#close-tables": "table_chips desk_chips desk_count desk_done desk_correct",
    "tournament-day#checklist": "tournaments tournament",
    "tournament-day#afterwards": "archived_tournaments archive_tournament",
    "tournament-day#create-a-tournament": """
        new_tournament format_example prepare_tournament tournament_settings tournament_roles copy_tournament
        """,
    "tournament-day#people-and-fees": """
        planned_rounds open_round entrants add_entrant read_list read_file confirm_list number_by_name entrant
        """,
    "tournament-day#at-the-door": "door come",
    "tournament-day#teams": "teams teams_list team team_standings round_team_standings",
    "tournament-day#draw": "draw draw_again draw_swap draw_mend draw_by_cards draw_publish draw_apart draw_waits seats",
    "tournament-day#late-and-substitutes": "seat_late desk_presence substitute",
    "tournament-day#running-the-round": "desk desk_clock desk_table desk_table_clock tournament_log undo",
    "tournament-day#late-hands": "desk_late desk_table_late",
    "tournament-day#walls": "projector wall hall hall_picture standings round_standings tournament_player",
    "tournament-day#rehearsal": "rehearsal",
    "tournament-day#paper-tables": "quick_round quick_table",
    "tournament-day#ceremony": "podium",
    "tournament-day#results": "results publish result_lots give_up withdraw_result edition",
    "tournament-day#prizes": "prizes prize prize_choice prize_lots special_prizes special_lots raffle",
    "cup-and-season#statistics": """
        statistics player_statistics games_statistics game_statistics sheets_statistics sheet_statistics
        """,
    "cup-and-season#player-register": "register people_settings person",
    "cup-and-season#own-page": "person_link member_cards own_page public_person",
    "cup-and-season#federation": "federation federation_offers",
    "cup-and-season#prepare-a-season": "seasons new_season",
    "cup-and-season#what-counts": "season season_events season_standing season_event season_player",
    "cup-and-season#points": "season_settings",
    "cup-and-season#finish-a-season": """
        season_edition season_publish season_lots season_take_up hall_of_fame fame_for_all
        """,
    "cup-and-season#earlier-results": "season_results season_results_file season_results_confirm",
    "treasury#donation-box": "donations cash_donations",
    "treasury#cash-box": "cash_box",
    "treasury#entry-fees": "cash_payments",
    "treasury#record-a-movement": "cash_move",
    "treasury#receipts": "cash_receipts cash_receipt",
    "treasury#season-cash": "season_cash",
    "printing-and-spreadsheets#website": "front publication",
    "printing-and-spreadsheets#import": "bring_in bring_evening register_list register_file register_confirm",
    "printing-and-spreadsheets#share": """
        sheet_picture share_evening share_hand share_settlement share_standings share_round_standings share_season
        """,
    "printing-and-spreadsheets#programs": "api_docs api_docs_of api_tokens new_api_token end_api_token",
    "printing-and-spreadsheets#tournament-papers": "table_cards papers",
    "printing-and-spreadsheets#tournament-workbook": "exports export_made season_workbook",
    "backup-and-moving#privacy": "person_privacy privacy club_privacy",
    "backup-and-moving#whole-club-as-a-file": """
        setup_code setup_file setup_import club_file continue_club club_import club_file_made take_club_over
        taking_over
        """,
    "backup-and-moving#into-the-internet": """
        hosted_address received_sites new_publishing_key tournament_internet season_internet
        """,
    "backup-and-moving#automatic-backups": "backups",
    "backup-and-moving#second-folder": "make_backup",
    "backup-and-moving#restore": "upload_backup restore_backup",
    "backup-and-moving#several-clubs": "hosted_clubs found_club hosted_club hosted_club_state",
    "when-something-fails#code-not-valid": "enter enter_as",
    "when-something-fails#forgotten-password": "account_password",
    "when-something-fails#laptop-broken": "clock_jump",
    "glossary#program-words": "design",
}
GUIDES: Final = {route: guide for guide, routes in _ROUTES.items() for route in routes.split()}


def find_guide(route: str) -> str:
    """Return `section#heading` for the page of a route."""
    return GUIDES.get(route, UNKNOWN)
