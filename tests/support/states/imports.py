"""States of the pages that bring in what the club has elsewhere."""

from playwright.sync_api import Page

from tests.support.states import acts
from tests.support.states.state import DIRECTOR, SECRETARY, State


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
