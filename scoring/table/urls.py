"""Addresses of evenings and tables."""

from functools import partial

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import ALL, EVENINGS, address, page
from tarockclub.platform.server.lazy_views import LazyViewOrJson, LazyViews

access_views = LazyViews("scoring.book.access.views")
corrections_views = LazyViews("scoring.table.corrections.views")
counting = LazyViews("scoring.table.entry.counting")
evenings_views = LazyViews("scoring.table.evenings.views")
home_views = LazyViews("scoring.table.evenings.home_views")
offline_views = LazyViews("scoring.table.offline")
phone_views = LazyViews("scoring.table.phones")
settlement_views = LazyViews("scoring.table.settlement.views")
sharing_views = LazyViews("scoring.table.sharing")
views = LazyViews("scoring.table.table_page.views")
practice_views = LazyViews("scoring.table.practice")
waiting_hands_views = LazyViews("scoring.table.waiting_hands.views")

table_page = partial(page, under="table", needs=ALL, posts=True)
open_page = partial(page, needs=ALL)
evenings_page = partial(page, under="evenings", needs=Right.ENTER, posts=True)
open_address = partial(address, needs=ALL)
urlpatterns = [
    table_page(
        "save_hand",
        "tables/<uuid:slug>/hands/",
        LazyViewOrJson(views.handle_saved_hand, phone_views.handle_phone_hand),
        _("Enter a hand"),
        has_bar=False,
    ),
    open_page("home", "", home_views.show_home, _("Start page"), place=EVENINGS, guide="first-evening#find-your-way"),
    page(
        "archived_evenings",
        "evenings/archive/",
        evenings_views.show_archived_evenings,
        _("Archived evenings"),
        under="evenings",
        needs=Right.TABLES,
        is_listed=True,
        words=_("archive"),
    ),
    page(
        "evenings",
        "evenings/",
        evenings_views.show_evenings,
        _("Evenings"),
        needs=Right.TABLES,
        place=EVENINGS,
        guide="first-evening#find-your-way",
        is_listed=True,
    ),
    evenings_page(
        "start",
        "evenings/new/",
        evenings_views.handle_start,
        _("Start an evening"),
        guide="first-evening#begin-an-evening",
        is_listed=True,
        words=_("new evening, begin, play"),
    ),
    address("worker", "sw.js", offline_views.serve_worker, needs=ALL),
    address("manifest", "manifest.webmanifest", offline_views.serve_manifest, needs=ALL),
    open_page(
        "offline",
        "offline/",
        offline_views.show_offline,
        _("Without a network"),
        place=EVENINGS,
        guide="without-network#keep-entering",
        has_bar=False,
    ),
    open_page(
        "counting",
        "counting/",
        counting.show_counting,
        _("Counting aid"),
        under=("evenings", "home"),
        guide="at-the-table#count-the-pile",
        is_listed=True,
        words=_("count card points"),
    ),
    open_page(
        "practice",
        "practice/",
        practice_views.show_practice,
        _("Practice table"),
        under=("evenings", "home"),
        guide="first-evening#practice",
        is_listed=True,
        words=_("try, learn"),
    ),
    open_page(
        "practise",
        "practice/<slug:sheet_id>/",
        practice_views.handle_practice,
        _("Practice table"),
        under="practice",
        posts=True,
        has_bar=False,
    ),
    open_address(
        "practice_preview", "practice/<slug:sheet_id>/preview/", practice_views.show_practice_preview, posts="only"
    ),
    open_address("watch", "t/<uuid:slug>/<secret:secret>/", access_views.watch_table),
    open_page(
        "bring_hands",
        "t/<secret:secret>/waiting/",
        waiting_hands_views.handle_brought_hands,
        _("Waiting hands"),
        place=EVENINGS,
        posts=True,
        guide="without-network#waiting-text",
        has_bar=False,
    ),
    open_page(
        "enter",
        "t/<secret:secret>/",
        access_views.enter_table,
        _("Table"),
        place=EVENINGS,
        guide="when-something-fails#code-not-valid",
        has_bar=False,
    ),
    open_page(
        "enter_as",
        "t/<secret:secret>/<int:place>/",
        access_views.enter_table,
        _("Table"),
        place=EVENINGS,
        guide="when-something-fails#code-not-valid",
        has_bar=False,
    ),
    open_page(
        "table",
        "tables/<uuid:slug>/",
        views.show_table,
        _("Table"),
        under="evenings",
        guide="at-the-table#enter-a-hand",
        has_bar=False,
    ),
    address("live", "tables/<uuid:slug>/live/", views.show_live, needs=ALL),
    address("rows", "tables/<uuid:slug>/rows/", views.show_rows, needs=ALL),
    open_page(
        "tablet",
        "tables/<uuid:slug>/tablet/",
        views.show_tablet,
        _("Tablet in the middle"),
        under="table",
        guide="at-the-table#large-letters",
        has_bar=False,
    ),
    address("tablet_live", "tables/<uuid:slug>/tablet/live/", views.show_tablet_live, needs=ALL),
    table_page(
        "held",
        "tables/<uuid:slug>/held/",
        views.handle_held_decision,
        _("Hands that came late"),
        guide="without-network#which-hand",
    ),
    table_page("mark", "tables/<uuid:slug>/marks/", views.mark_hand, _("Disputes"), guide="at-the-table#is-it-right"),
    table_page(
        "invite",
        "tables/<uuid:slug>/link/",
        access_views.show_invite,
        _("Link and QR code"),
        guide="first-evening#bring-in-phones",
    ),
    open_page(
        "own_codes",
        "tables/<uuid:slug>/link/players/",
        access_views.show_own_codes,
        _("Codes of the players"),
        under="invite",
    ),
    open_page(
        "watch_code",
        "tables/<uuid:slug>/link/watch/",
        access_views.show_watch_code,
        _("Code for watching"),
        under="invite",
    ),
    table_page(
        "own_seat",
        "tables/<uuid:slug>/me/",
        access_views.handle_own_seat,
        _("My seat"),
        guide="first-evening#whose-phone",
    ),
    table_page("preview", "tables/<uuid:slug>/preview/", views.show_preview, _("Preview"), has_bar=False),
    table_page(
        "change",
        "tables/<uuid:slug>/change/",
        corrections_views.handle_book_change,
        _("Change"),
        guide="corrections#change-a-hand",
    ),
    open_page(
        "more",
        "tables/<uuid:slug>/more/",
        corrections_views.show_more,
        pgettext_lazy("place", "More"),
        under="table",
        guide="at-the-table#everything-else",
    ),
    open_page(
        "deal",
        "tables/<uuid:slug>/lines/<int:line>/",
        corrections_views.show_deal,
        _("Hand"),
        under="table",
        guide="corrections#change-a-hand",
    ),
    open_page(
        "correct",
        "tables/<uuid:slug>/lines/<int:line>/hand/",
        corrections_views.show_hand_form,
        _("Correct"),
        under="deal",
        has_bar=False,
        kwargs={"what": "correct"},
    ),
    open_page(
        "insert",
        "tables/<uuid:slug>/lines/<int:line>/insert/",
        corrections_views.show_hand_form,
        _("Insert"),
        under="deal",
        guide="corrections#insert-a-hand",
        has_bar=False,
        kwargs={"what": "insert"},
    ),
    table_page(
        "strike", "tables/<uuid:slug>/strike/", views.strike_hand, _("Strike out"), guide="corrections#strike-out"
    ),
    evenings_page(
        "read_in",
        "hands/read-in/",
        waiting_hands_views.handle_waiting_hands,
        _("Rescue hands from a phone"),
        guide="without-network#rescue-hands",
        is_listed=True,
        words=_("lost hands, waiting, code"),
    ),
    evenings_page(
        "archive_evening", "tables/<uuid:slug>/archive/", evenings_views.handle_archiving, _("Move to the archive")
    ),
    table_page(
        "settlement",
        "tables/<uuid:slug>/settlement/",
        settlement_views.handle_settlement,
        _("Settlement"),
        guide="settlement#settlement",
    ),
    open_page(
        "share_evening",
        "tables/<uuid:slug>/share/",
        sharing_views.show_evening,
        _("Share"),
        under="table",
        guide="printing-and-spreadsheets#share",
    ),
    open_page(
        "share_settlement",
        "tables/<uuid:slug>/settlement/share/",
        sharing_views.show_settlement,
        _("Share"),
        under="settlement",
        guide="printing-and-spreadsheets#share",
    ),
    open_page(
        "share_hand",
        "tables/<uuid:slug>/lines/<int:line>/share/",
        sharing_views.show_hand,
        _("Share"),
        under="deal",
        guide="printing-and-spreadsheets#share",
    ),
]
