"""States of the people of a tournament, of its teams and its cash."""

from playwright.sync_api import FilePayload, Page

from tests.support.states import acts
from tests.support.states.frozen_clock import NOW
from tests.support.states.state import DIRECTOR, SECRETARY, VISITOR, State

UPCOMING, RUNNING = "/tournaments/{t_prepared}", "/tournaments/{t_running}"
LIST = "7. Neubacher, Kilian\nKilian Neubacher\nKilian Neubache\n???\nAnna & Bert Lind\nXenia Zach (krank)\nFam. Ott"


def _list_read(page: Page) -> None:
    """A pasted list is looked at: somebody is known, new, stands twice, is like another, is two, does not come."""
    page.locator("#text").fill(LIST)
    acts.press(page, "form:has(#text) button")


def _type_similar(page: Page) -> None:
    """Somebody is typed who is like one who takes part."""
    name = page.locator(".people tbody th a").first.inner_text()
    page.locator("#name").fill(" ".join(reversed(name.split())))
    acts.press(page, ".add-person button")


def _type_new(page: Page) -> None:
    """Somebody new comes to the door who is like one who takes part."""
    name = page.locator(".door-list .unseen").first.text_content() or ""
    page.locator("#door-new summary").click()
    page.locator("#new-name").fill(" ".join(reversed(name.split())))
    acts.press(page, "#door-new button.primary")


def _link_given(page: Page) -> None:
    """A link to somebody's own page is given; it is shown once."""
    acts.press(page, "button[value=give]")


def _link_made(page: Page) -> None:
    """A link to enter oneself is made; it is shown once."""
    acts.press(page, "button[value=open]")


def _read_bank_file(page: Page) -> None:
    """A bank's file is read: two fees by their code, one of another amount, one by the name, somebody else's money."""
    day = f"{NOW:%d.%m.%Y}"
    rows = ["Buchungsdatum;Partnername;Betrag;Währung;Buchungs-Info"]
    for number, euros in ((1, "5,00"), (2, "5,00"), (5, "4,00")):
        rows.append(f"{day};Konto daheim;{euros};EUR;Nenngeld Mannschaftscup, {day}, Nr. {number}, Runde 2")
    rows += [f"{day};Hannes Winklreith;5,00;EUR;Tarock", f"{day};Gasthaus;50,00;EUR;Miete"]
    file: FilePayload = {"name": "umsaetze.csv", "mimeType": "text/csv", "buffer": "\n".join(rows).encode()}
    page.set_input_files("#file", [file])
    acts.press(page, "form:has(#file) button")


PEOPLE = (
    State("entrants-list-shown", DIRECTOR, f"{UPCOMING}/people/list/", _list_read),
    State("entrants-asked", SECRETARY, f"{UPCOMING}/people/", _type_similar),
    State("entrants-found-none", SECRETARY, f"{UPCOMING}/people/?q=zzz", pictured=False),
    State("entrants-running", SECRETARY, f"{RUNNING}/people/", pictured=False),
    State("entrant-running", DIRECTOR, f"{RUNNING}/people/1/", pictured=False),
    State("door", SECRETARY, f"{UPCOMING}/door/"),
    State("door-nobody", SECRETARY, f"{UPCOMING}/door/?q=Zauner", pictured=False),
    State("door-asked", SECRETARY, f"{UPCOMING}/door/", _type_new, pictured=False),
    State("own-place-playing", VISITOR, f"{RUNNING}/sign-up/{{code_playing}}/"),
    State("own-place-over", VISITOR, "/tournaments/{t_over}/sign-up/{code_over}/"),
    State("own-place-by-code", VISITOR, f"{UPCOMING}/sign-up/{{code_comes}}/", acts.show_unfolded),
    State("person-link", DIRECTOR, "/tournaments/people/1/link/", _link_given, pictured=False),
    State("member-cards", DIRECTOR, "/tournaments/people/cards/", pictured=False),
    State("own-page", VISITOR, "/tournaments/people/mine/{own_page}/"),
    State("own-page-owing", VISITOR, "/tournaments/people/mine/{own_year}/", acts.show_unfolded),
    State("own-page-lost", VISITOR, "/tournaments/people/me/?of=1", pictured=False),
    State("own-messages", VISITOR, "/tournaments/people/mine/{own_page}/messages/"),
    State(
        "own-messages-refused",
        VISITOR,
        "/tournaments/people/mine/{own_page}/messages/",
        acts.submit("form:has(#id_mail)", mail="karl@nirgends"),
        pictured=False,
    ),
    State("message-choice", VISITOR, "{message_choice}"),
    State("message-confirmation", VISITOR, "{message_confirmation}"),
    State("messages", DIRECTOR, "/club/messages/"),
    State("forgotten-password", VISITOR, "/log-in/forgotten/", pictured=False),
    State("person-page", SECRETARY, "/tournaments/people/{year_player}/page/"),
    State("public-person", VISITOR, "/tournaments/{t_over}/people/1/page/", pictured=False),
    State("person-hands", VISITOR, "/tournaments/{t_over}/players/1/", pictured=False),
    State("person-days", SECRETARY, "/tournaments/people/{year_player}/page/?season={season_year}", pictured=False),
    State("person-numbers", VISITOR, "/tournaments/people/mine/{own_page}/?numbers=1", pictured=False),
    State("register-alike", SECRETARY, "/tournaments/people/?alike=1", pictured=False),
    State("registration-link", DIRECTOR, f"{RUNNING}/registration/", _link_made),
    State("registration-typed", SECRETARY, f"{UPCOMING}/registration/", acts.show_unfolded),
    State("apply-nobody", VISITOR, "/tournaments/in/{registration}/", acts.submit("form.apply"), pictured=False),
    State("apply-asked", VISITOR, "/tournaments/in/{registration}/", acts.submit("form.apply", name="Rosa Neubacher")),
    State("apply-mine", VISITOR, "/tournaments/in/{registration}/?mine=1", pictured=False),
    State("apply-closed", VISITOR, "/tournaments/in/00112233445566778899aabbccddeeff/", pictured=False),
    State("tournament-settings-frozen", DIRECTOR, f"{RUNNING}/settings/", pictured=False),
)


TEAMS, RUNNING_TEAMS = "/tournaments/{t_teams}", "/tournaments/{t_running}"
PICTURED = (
    State("teams", DIRECTOR, f"{TEAMS}/teams/"),
    State("team", DIRECTOR, f"{TEAMS}/teams/2/", acts.show_unfolded),
    State("team-standings", VISITOR, f"{TEAMS}/teams/standings/"),
    State("round-team-standings", VISITOR, f"{TEAMS}/rounds/1/teams/"),
    State("cash-moves", SECRETARY, f"{TEAMS}/cash/", acts.show_unfolded),
    State("season-teams", DIRECTOR, "/tournaments/seasons/{season_teams}/standing/?provisional=1"),
    State("own-place-owing", VISITOR, f"{TEAMS}/sign-up/{{code_owes}}/", acts.show_unfolded),
    State("cash-payments", SECRETARY, f"{TEAMS}/cash/payments/"),
    State("cash-bank", SECRETARY, f"{TEAMS}/cash/bank/"),
    State("cash-bank-read", SECRETARY, f"{TEAMS}/cash/bank/", _read_bank_file),
    State("cash-receipts", SECRETARY, f"{TEAMS}/cash/receipts/"),
    State("cash-receipt", SECRETARY, f"{TEAMS}/cash/receipts/1/"),
    State("draw-by-standing", DIRECTOR, f"{TEAMS}/rounds/2/draw/", acts.show_unfolded),
    State("round-change", DIRECTOR, f"{TEAMS}/rounds/3/draw/"),
)
CHECKED = (
    State("season-cash", SECRETARY, "/tournaments/seasons/{season}/cash/", acts.show_unfolded),
    State("season-cash-year", SECRETARY, "/tournaments/seasons/{season_euros}/cash/", acts.show_unfolded),
    State("season-bank", SECRETARY, "/tournaments/seasons/{season_euros}/cash/bank/"),
    State(
        "season-cash-refused",
        SECRETARY,
        "/tournaments/seasons/{season}/cash/",
        acts.submit("form:has(#amount)", amount="x"),
    ),
    State("cash-moves-refused", SECRETARY, f"{TEAMS}/cash/", acts.submit("form:has(#amount)", amount="viel")),
    State("cash-move", SECRETARY, f"{TEAMS}/cash/{{t_cash_move}}/", acts.show_unfolded),
    State("cash-move-back", SECRETARY, f"{TEAMS}/cash/{{t_cash_back}}/", acts.show_unfolded),
    State("cash-donations", SECRETARY, f"{TEAMS}/cash/donations/"),
    State("cash-receipt-paid", SECRETARY, f"{TEAMS}/cash/receipts/2/"),
    State("teams-refused", SECRETARY, f"{TEAMS}/teams/", acts.submit("form:has(#name)", name="Neu")),
    State("teams-none", DIRECTOR, f"{RUNNING_TEAMS}/teams/"),
    State("teams-list", DIRECTOR, f"{TEAMS}/teams/list/"),
    State("teams-list-wrong", DIRECTOR, f"{TEAMS}/teams/list/", acts.submit("main form", text="Neu; 1; niemand\n99")),
    State("team-secretary", SECRETARY, f"{TEAMS}/teams/1/"),
    State("team-standings-none", VISITOR, f"{RUNNING_TEAMS}/teams/standings/"),
)
TEAMS_AND_CASH = (*PICTURED, *(state._replace(pictured=False) for state in CHECKED))
