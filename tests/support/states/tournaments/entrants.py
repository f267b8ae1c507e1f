"""Further states of the pages of people: what a list says, who is asked about, links that are shown once."""

from playwright.sync_api import Page

from tests.support.states import acts
from tests.support.states.state import DIRECTOR, SECRETARY, VISITOR, State

UPCOMING, RUNNING = "/tournaments/{t_prepared}", "/tournaments/{t_running}"
LIST = "7. Neubacher, Kilian\nKilian Neubacher\nKilian Neubache\n???"


def _list_read(page: Page) -> None:
    """A pasted list is looked at: somebody is known, new, stands twice, is like another, is none."""
    page.locator("#text").fill(LIST)
    acts.press(page, "form:has(#text) button")


def _type_similar(page: Page) -> None:
    """Somebody is typed who is like one who takes part."""
    name = page.locator(".people tbody th a").first.inner_text()
    page.locator("#name").fill(" ".join(reversed(name.split())))
    acts.press(page, ".add-person button")


def _type_new(page: Page) -> None:
    """Somebody new comes to the door who is like one who takes part."""
    name = page.locator(".door-list .who strong").first.inner_text()
    page.locator("#door-new summary").click()
    page.locator("#new-name").fill(" ".join(reversed(name.split())))
    acts.press(page, "#door-new button.primary")


def _link_given(page: Page) -> None:
    """A link to somebody's own page is given; it is shown once."""
    acts.press(page, "button[value=give]")


def _link_made(page: Page) -> None:
    """A link to enter oneself is made; it is shown once."""
    acts.press(page, "button[value=open]")


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
    State("own-place-by-code", VISITOR, f"{UPCOMING}/sign-up/{{code_comes}}/"),
    State("person-link", DIRECTOR, "/tournaments/people/1/link/", _link_given, pictured=False),
    State("member-cards", DIRECTOR, "/tournaments/people/cards/", pictured=False),
    State("own-page", VISITOR, "/tournaments/people/mine/{own_page}/"),
    State("person-page", SECRETARY, "/tournaments/people/{year_player}/page/"),
    State("public-person", VISITOR, "/tournaments/{t_over}/people/1/page/", pictured=False),
    State("register-alike", SECRETARY, "/tournaments/people/?alike=1", pictured=False),
    State("registration-link", DIRECTOR, f"{RUNNING}/registration/", _link_made),
    State("apply-nobody", VISITOR, "/tournaments/in/{registration}/", acts.submit("form.apply"), pictured=False),
    State("apply-closed", VISITOR, "/tournaments/in/00112233445566778899aabbccddeeff/", pictured=False),
    State("tournament-settings-frozen", DIRECTOR, f"{RUNNING}/settings/", pictured=False),
)
