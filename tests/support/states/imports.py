"""States of the pages that bring in what the club has elsewhere."""

from playwright.sync_api import Page

from tests.support.states import acts
from tests.support.states.names import SIX
from tests.support.states.state import SECRETARY, State

RECORDS = """{"id": "1", "plays": [{"contract": "trischaken", "declarer": 0, "points": [30, 20, 12, 8]}]}
{"redeal": true}
{"id": "2", "plays": [{"contract": "rufer", "declarer": 1, "partner": 3, "points": "40", "kontra": 2}]}
{"id": "3", "plays": [{"contract": "rufer", "declarer": 1, "partner": 3, "points": 71}], "radl": 3}
{"void": true}
{"id": "4", "plays": [{"contract": "dreier", "declarer": 0, "points": "35/2"}], "forehand": 0}
{"id": "5", "plays": [{"contract": "zwiccolo", "declarer": 2, "tricks": 2}], "radl": true}"""


def _import_evening(players: int) -> "acts.Act":
    def act(page: Page) -> None:
        acts.unfold(page)
        for at, name in enumerate(SIX[:players]):
            page.locator(f'[name="name{at}"]').fill(name)
        page.locator('[name="sheet"]').select_option("treffpunkt")
        page.locator("#text").fill(RECORDS if players == 4 else RECORDS.replace(', "forehand": 0', ""))
        page.locator("form.bring button").last.click()
        page.locator(".written").wait_for()

    return act


def _import_results(page: Page) -> None:
    """A pasted list of results is looked at."""
    page.locator("#text").fill("1. Neubacher, Kilian 223\n1. Spieler 2 198,5\n2. Kilian Neubacher 180\n5. ??? 7")
    acts.press(page, "form:has(#text) button")


def _import_people(page: Page) -> None:
    """A pasted list of people is looked at."""
    page.locator("#text").fill("Neubacher, Kilian\nKilian Neubacher\nKilian Neubache\n???")
    acts.press(page, "form:has(#text) button")


BROUGHT_IN = (
    State("register-list", SECRETARY, "/tournaments/people/bring-in/", pictured=False),
    State("register-list-shown", SECRETARY, "/tournaments/people/bring-in/", _import_people, pictured=False),
    State("hall-of-fame", SECRETARY, "/tournaments/seasons/hall-of-fame/"),
    State("season-workbook", SECRETARY, "/tournaments/seasons/{season}/workbook/", pictured=False),
    State("season-results", SECRETARY, "/tournaments/seasons/{season}/events/2/results/"),
    State("season-results-shown", SECRETARY, "/tournaments/seasons/{season}/events/2/results/", _import_results),
    State("bring-in", SECRETARY, "/bring-in/"),
    State("bring-evening", SECRETARY, "/bring-in/evening/", acts.show_unfolded, pictured=False),
    State("bring-evening-shown", SECRETARY, "/bring-in/evening/", _import_evening(4)),
    State("bring-evening-six", SECRETARY, "/bring-in/evening/", _import_evening(6), pictured=False),
)
