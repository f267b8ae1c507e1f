"""States of the club's own pages, of its lists and papers, of evenings brought in, and for the world outside."""

from playwright.sync_api import Page

from tests.support.signed_in import PASSWORD
from tests.support.states import acts
from tests.support.states.state import CAREFUL, DIRECTOR, HELPER, PLAYER, SECRETARY, VISITOR, State
from tests.support.states.world import BROKEN, UNCLAIMED

LOG_INS, FACTOR = "/password/log-ins/", "/password/second-factor/"
HANNES = {"login": "Hannes", "password": PASSWORD}  # he has a second factor

OF_THE_CLUB = (
    State("welcome", VISITOR, "/", acts.reload_without_tables),
    State("welcome-tables", VISITOR, "/", acts.reload_with_tables),
    State("practice", VISITOR, "/practice/"),
    State("practice-table", VISITOR, "/practice/treffpunkt/", acts.begin_hand),
    State("practice-paid", VISITOR, "/practice/treffpunkt/", acts.save_practice_hand),
    State("offline", VISITOR, "/offline/", acts.reload_with_tables),
    State("log-in", VISITOR, "/log-in/"),
    State("log-in-refused", VISITOR, "/log-in/", acts.submit("main form"), pictured=False),
    State("setup", VISITOR, "/setup/", site=UNCLAIMED),
    State("setup-with-file", VISITOR, "/setup/file/", site=UNCLAIMED),
    State("setup-refused", VISITOR, "/setup/", acts.submit("main form"), site=UNCLAIMED, pictured=False),
    State("home", SECRETARY, "/", pictured=False),
    State("home-director", DIRECTOR, "/"),
    State("everything", DIRECTOR, "/everything/"),
    State("everything-secretary", SECRETARY, "/everything/", pictured=False),
    State("everything-visitor", VISITOR, "/everything/", pictured=False),
    State("help", VISITOR, "/help/"),
    State("help-found", SECRETARY, "/help/?q=kontra"),
    State("help-nothing", VISITOR, "/help/?q=xyzzy", pictured=False),
    State("help-section", VISITOR, "/help/at-the-table/"),
    State("help-section-director", DIRECTOR, "/help/tournament-day/#draw"),
    State("search", SECRETARY, "/search/", pictured=False),
    State("search-found", DIRECTOR, "/search/?q=an"),
    State("search-nothing", SECRETARY, "/search/?q=xyzzy"),
    State("search-visitor", VISITOR, "/search/?q=pagat", pictured=False),
    State("start", SECRETARY, "/evenings/new/"),
    State("start-refused", SECRETARY, "/evenings/new/", acts.submit("#start", name0="Anna", name1="Anna")),
    State("start-open", SECRETARY, "/evenings/new/", acts.show_unfolded, pictured=False),
    State("club", DIRECTOR, "/club/"),
    State("club-log", DIRECTOR, "/club/log/"),
    State("club-log-of-one", DIRECTOR, "/club/log/?about={t_running}&from=2026-01-01", pictured=False),
    State("club-log-nothing", DIRECTOR, "/club/log/?about=files&q=nirgends", pictured=False),
    State("club-look", DIRECTOR, "/club/look/"),
    State("club-look-tried", DIRECTOR, "/club/look/", acts.try_colour("#e0c080")),
    State("club-look-refused", DIRECTOR, "/club/look/", acts.submit("main form", own="#aa0000"), pictured=False),
    State("new-account", DIRECTOR, "/club/accounts/new/", pictured=False),
    State("new-account-refused", DIRECTOR, "/club/accounts/new/", acts.submit("main form"), pictured=False),
    State("account", DIRECTOR, "/club/accounts/{account}/", acts.show_unfolded),
    State("handover", DIRECTOR, "/club/handover/"),
    State("handover-refused", DIRECTOR, "/club/handover/", acts.submit("main form", login="gustav"), pictured=False),
    State("first-password", VISITOR, "{first_password}"),
    State(
        "first-password-refused", VISITOR, "{first_password}", acts.submit("main form", password="kurz"), pictured=False
    ),
    State("founding-link", VISITOR, "{founding}"),
    State("founding-link-refused", VISITOR, "{founding}", acts.submit("main form", password="kurz"), pictured=False),
    State("founding-link-over", VISITOR, "/founding/x/", pictured=False),
    State("found-club-invited", DIRECTOR, "/host/clubs/new/", acts.make_invitation),
    State("first-password-over", VISITOR, "/welcome/1/x/", pictured=False),
    State("helper-first-page", HELPER, "/"),
    State("privacy", VISITOR, "/privacy/"),
    State("club-privacy", DIRECTOR, "/club/privacy/"),
    State(
        "club-privacy-refused", DIRECTOR, "/club/privacy/", acts.submit("main form", exports_days="0"), pictured=False
    ),
    State("person-privacy", DIRECTOR, "/tournaments/people/1/privacy/"),
    State("password", SECRETARY, "/password/"),
    State("password-refused", SECRETARY, "/password/", acts.submit("main form"), pictured=False),
    State("own-log-ins", DIRECTOR, LOG_INS, pictured=False),
    State("confirm", SECRETARY, FACTOR, pictured=False),
    State("confirm-before", SECRETARY, "/password/once-more/", pictured=False),
    State("confirm-refused", SECRETARY, FACTOR, acts.submit("main form", confirm_password="falsch"), pictured=False),
    State("factor-passkey", DIRECTOR, FACTOR, pictured=False),
    State("factor-passkey-end", DIRECTOR, FACTOR + "passkeys/{passkey}/end/", pictured=False),
    State("factor-set-up", DIRECTOR, FACTOR + "app/", pictured=False),
    State("factor-refused", DIRECTOR, FACTOR + "app/", acts.submit("main form", code="12"), pictured=False),
    State("factor-on", CAREFUL, FACTOR),
    State("factor-off", CAREFUL, FACTOR + "app/end/", pictured=False),
    State("factor-codes-seen", CAREFUL, FACTOR + "codes/", pictured=False),
    State("factor-codes-new", CAREFUL, FACTOR + "codes/new/", pictured=False),
    State("factor-codes", CAREFUL, FACTOR + "codes/new/", acts.create_codes, pictured=False),
    State("log-in-code", VISITOR, "/log-in/", acts.submit("main form", **HANNES), pictured=False),
    State("club-file", DIRECTOR, "/club/file/"),
    State("take-club-over", DIRECTOR, "/host/clubs/file/", pictured=False),
    State("club-file-refused", DIRECTOR, "/host/clubs/file/{refused_file}/", pictured=False),
    State("backups", DIRECTOR, "/backups/"),
    State("backup-keys", DIRECTOR, "/backups/", acts.draw_key, pictured=False),
    State("stand-by", DIRECTOR, "/backups/stand-by/"),
    State("restore", DIRECTOR, "/backups/{backup}/", pictured=False),
    State("clock-jump", DIRECTOR, "/tournaments/time/jump/", pictured=False),
    State("hosted-clubs", DIRECTOR, "/host/clubs/"),
    State("found-club", DIRECTOR, "/host/clubs/new/", pictured=False),
    State("found-club-refused", DIRECTOR, "/host/clubs/new/", acts.submit("main form"), pictured=False),
    State("hosted-club", DIRECTOR, "/host/clubs/{neighbours}/"),
    State("archived-club", VISITOR, "/c/alte-post/", pictured=False),
    State("not-for-you", SECRETARY, "/club/"),
    State("link-unknown", VISITOR, "/t/00112233445566778899aabbccddeeff/"),
    State("not-there", VISITOR, "/nirgends/"),
    State("not-accepted", VISITOR, "/log-in/", acts.submit_without_token("main form"), pictured=False),
    State("away", VISITOR, "/", site=BROKEN),
)


RUNNING, OVER = (f"/tournaments/{{t_{name}}}" for name in ("running", "over"))
PUBLIC = "/club/public/"

OUTSIDE = (
    State("front", VISITOR, "/front/", acts.reload_without_tables),
    State("coming", VISITOR, "/front/coming/"),
    State("all-results", VISITOR, "/front/results/"),
    State("all-seasons", VISITOR, "/front/seasons/", pictured=False),
    State("publication", DIRECTOR, PUBLIC),
    State("internet", DIRECTOR, f"{OVER}/internet/"),
    State("internet-running", DIRECTOR, f"{RUNNING}/internet/", pictured=False),
    State("internet-season", DIRECTOR, "/tournaments/seasons/{season}/internet/", pictured=False),
    State("internet-club", DIRECTOR, "/club/internet/", pictured=False),
    State("standings-followed", VISITOR, f"{RUNNING}/standings/?follow=1,9"),
    State("share-standings", VISITOR, f"{RUNNING}/share/"),
    State("share-round", VISITOR, f"{OVER}/rounds/1/share/", pictured=False),
    State("share-season", VISITOR, "/tournaments/seasons/{season}/share/", pictured=False),
    State("share-evening", VISITOR, "/tables/{ended}/share/", pictured=False),
    State("share-hand", VISITOR, "/tables/{demo}/lines/{demo_lines[0]}/share/", pictured=False),
    State("share-settlement", PLAYER, "/tables/{money}/settlement/share/", pictured=False),
    State("morning-after", VISITOR, f"{OVER}/podium/"),
    State("share-year", DIRECTOR, "/evenings/2027/share/"),
    State("share-day-waits", DIRECTOR, "/evenings/2027-01-16/share/", pictured=False),
    State("person-year", DIRECTOR, "/tournaments/people/1/page/?year=2027", pictured=False),
    State("group-text", DIRECTOR, "/tournaments/{t_prepared}/group/"),
)


UPCOMING, LAST_TOURNAMENT = "/tournaments/{t_prepared}", "/tournaments/{t_over}"
NEW = "/club/programs/new/"

STATISTICS = (
    State("evenings", SECRETARY, "/evenings/"),
    State("evenings-archived", SECRETARY, "/evenings/archive/", pictured=False),
    State("evening-archive", SECRETARY, "/tables/{demo}/archive/", pictured=False),
    State("tournament-log", SECRETARY, "/tournaments/{t_running}/log/"),
    State("statistics", SECRETARY, "/statistics/"),
    State("statistics-picked-out", SECRETARY, "/statistics/?of=evenings&sort=name", pictured=False),
    State("statistics-nothing", SECRETARY, "/statistics/?from=2001-01-01&to=2001-01-02", pictured=False),
    State("statistics-player", SECRETARY, "/statistics/players/12/"),
    State("statistics-games", SECRETARY, "/statistics/games/"),
    State("statistics-game", SECRETARY, "/statistics/games/normalspiel/", acts.show_unfolded, pictured=False),
    State("statistics-sheets", SECRETARY, "/statistics/sheets/", pictured=False),
    State("statistics-sheet", SECRETARY, "/statistics/sheets/zwanzigerrufen/", pictured=False),
)
PAPERS = (
    State("papers", DIRECTOR, f"{LAST_TOURNAMENT}/paper/"),
    State("papers-prepared", SECRETARY, f"{UPCOMING}/paper/", pictured=False),
    State("rules-print", VISITOR, "/sheets/treffpunkt/", acts.show_unfolded, pictured=False),
)
OF_PROGRAMS = (
    ("programs", DIRECTOR, "/club/programs/"),
    ("program-new", DIRECTOR, NEW),
    ("program-refused", DIRECTOR, NEW, acts.submit("main form", client=" ")),
    ("program-made", DIRECTOR, NEW, acts.submit("main form", client="Wandtafel")),
    ("program-end", DIRECTOR, "/club/programs/{program}/end/"),
    ("api-docs", VISITOR, "/api/v1/docs/"),
    ("api-docs-hands", VISITOR, "/api/v1/docs/hands/"),
)
PROGRAMS = tuple(State(*said)._replace(pictured=False) for said in OF_PROGRAMS)  # only checked


def _import_results(page: Page) -> None:
    """A pasted list of results is looked at."""
    page.locator("#text").fill("1. Neubacher, Kilian 223\n1. Spieler 2 198,5\n2. Kilian Neubacher 180\n5. ??? 7")
    acts.press(page, "form:has(#text) button")


def _import_days(page: Page) -> None:
    """A pasted list of several days is looked at."""
    page.locator("#text").fill("Name;Gesamt;7.11.2025;14.11.2025\nKilian Neubacher;20;12;8\nSpieler 2;9;–;9")
    acts.press(page, "form:has(#text) button")


def _import_people(page: Page) -> None:
    """A pasted list of people is looked at."""
    lines = ("Lfd.;Zuname, Vorname;Wohnort;Anm.", "1;Neubacher, Kilian;Regau;", "2;Kilian Neubacher;;ruft an")
    page.locator("#text").fill(
        "\n".join((*lines, "3;Kilian Neubache;Attnang;", "4;Perwang, Anton (kommt später);;", ";Summe;;4"))
    )
    acts.press(page, "form:has(#text) button")


BROUGHT_IN = (
    State("register-list", SECRETARY, "/tournaments/people/bring-in/", pictured=False),
    State("register-list-shown", SECRETARY, "/tournaments/people/bring-in/", _import_people, pictured=False),
    State("kept-lists", SECRETARY, "/tournaments/people/bring-in/kept/", pictured=False),
    State("hall-of-fame", SECRETARY, "/tournaments/seasons/hall-of-fame/"),
    State("season-log", SECRETARY, "/tournaments/seasons/{season}/log/", pictured=False),
    State("season-workbook", SECRETARY, "/tournaments/seasons/{season}/workbook/", pictured=False),
    State("season-results", SECRETARY, "/tournaments/seasons/{season}/events/2/results/"),
    State("season-results-shown", SECRETARY, "/tournaments/seasons/{season}/events/2/results/", _import_results),
    State("season-days", DIRECTOR, "/tournaments/seasons/{season}/days/", pictured=False),
    State("season-days-shown", DIRECTOR, "/tournaments/seasons/{season}/days/", _import_days, pictured=False),
)
