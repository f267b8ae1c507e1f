"""Titles and languages of pages: people who have many open, or hear them, know each by them."""

import re
from collections import defaultdict

import pytest
from django.urls import Resolver404, resolve

from tests.support.clients import Client
from tests.support.states.registry import STATES
from tests.support.states.state import VISITOR, State
from tests.support.states.world import World

pytestmark = pytest.mark.heavy

LANG = re.compile(r'<html lang="([a-z]+)"')
OF_A_TABLE = re.compile(r"/tables/\{[^}]*\}/(settlement/|lines/(?!.*share).*)?")
TITLE = re.compile(r"<title>([^<]*)</title>")


def read(world: World, state: State, language: str) -> tuple[str, str]:
    """Return the page of a state as it opens, and the address that answered."""
    path = world.fill_path(state.path).partition("#")[0]
    cookies = {}
    if state.who != VISITOR and path.startswith("/tables/"):
        cookies["right"] = world.rights[path.split("/")[2]]
    if state.who in world.people:
        cookies["sessionid"] = world.people[state.who]
    client = Client(world.sites[state.site], **cookies)
    answer = client.send(client.request("GET", path, more={"Accept-Language": language}))
    if answer.status == 302:  # a browser follows
        path = answer.get_header("Location").partition("#")[0]
        answer = client.send(client.request("GET", path, more={"Accept-Language": language}))
    client.close()
    return answer.body.decode(), path


@pytest.mark.parametrize("language", ["de", pytest.param("en", marks=pytest.mark.soak)])
def test_every_page_says_its_language_and_no_two_have_the_same_title(world, language):
    titled = defaultdict(set)
    for state in STATES:
        if state.path.startswith("/published/"):  # the same pages as those of this club
            continue
        page, path = read(world, state, language)
        assert LANG.findall(page) == [language], state.name
        [title] = TITLE.findall(page.partition("<body")[0])  # a picture in the page has titles of its own
        parts = title.strip().split(" · ")
        assert len(parts) == len({*parts}), f"{title} says something twice"
        assert parts[-1] != "Tarockclub" or not OF_A_TABLE.fullmatch(state.path), f"{title} does not name the club"
        titled[title].add(_page_of(state, path))
    assert {title: pages for title, pages in titled.items() if len(pages) > 1} == {}


def _page_of(state: State, path: str) -> str:
    """Return the page that must be told apart: that of a route; where it refuses, what it says instead."""
    try:
        name = str(resolve(path.partition("?")[0]).url_name)
    except Resolver404:
        return "nothing"
    own = {
        "front": "home for visitors",
        "may-only-watch": "no right",
        "right-lost": "no right",
        "not-for-you": "refused",
        "away": "away",
        "confirm": "confirm",
        "confirm-refused": "confirm",
        "apply": "sign_up",
        "apply-nobody": "sign_up",
        "apply-asked": "sign_up",
        "apply-mine": "sign_up",
        "rules": "sheet",
        "rules-beside": "two_sheets",
        "all-seasons": "seasons",  # the same list for visitors
    }
    return own.get(state.name, f"{name} for visitors" if name == "home" and state.who == VISITOR else name)
