"""The map of pages: complete, without loops, and as the matrix of routes says."""

import tomllib

import pytest
from django.urls import URLResolver, get_resolver
from django.utils.translation import override

from tarockclub.platform.navigation.places import list_arguments
from tarockclub.platform.navigation.rows import ALL, PLACES, PageView, load_pages
from tests.looks.test_browser_states import NO_PAGES, _pages
from tests.support.paths import DATA
from tests.tarockclub.test_role_matrix import list_needs

PAGES = load_pages()
ROWS = tomllib.loads((DATA / "routes.toml").read_text("utf-8"))
ROUTES = {name.partition(" ")[0] for name in ROWS if not name.startswith("/")}
VISITOR, WATCHER, PLAYER, SECRETARY, OWN_DIRECTOR = range(5)


def read_statuses(route):
    """The answers to GET for each role, of the row without a body."""
    [got] = [said for methods, said in ROWS[route].items() if "GET" in methods.split()]
    return [got] * 6 if isinstance(got, int) else got


def test_every_page_of_the_matrix_has_its_row_and_every_row_a_route():
    assert _pages() - set(NO_PAGES) - set(PAGES) == set()
    assert set(PAGES) - ROUTES == set()
    assert {place.route for place in PLACES} <= set(PAGES)
    shortly = {"export_made", "club_file_made", "setup_import", "taking_over"}  # while a job runs
    assert set(NO_PAGES) & set(PAGES) <= shortly | {"fame_for_all", "linked_year", "mailbox", "founding"}


@pytest.mark.heavy_but("account")
@pytest.mark.parametrize("route", PAGES)
def test_who_may_open_a_page_is_what_the_matrix_says(route):
    statuses = read_statuses(route)
    if not set(statuses) & {200}:
        return  # a form, or the row asks for what is not there
    watched = 200 in statuses[: PLAYER + 1]
    if PAGES[route].viewers == ALL:
        assert watched or (statuses[SECRETARY] == 200 and "slug" in list_arguments(route))  # a table's link opens it
    else:
        assert not watched
        assert list_needs(route, "GET") == [PAGES[route].viewers]
        assert statuses[OWN_DIRECTOR] == 200


@pytest.mark.heavy_but("account_password")
@pytest.mark.parametrize("route", PAGES)
def test_the_way_up_ends_and_needs_no_more_than_the_address_has(route):
    seen, waiting = set(), [route]
    while waiting:
        page = PAGES[waiting.pop()]
        for parent in page.parents:
            assert parent in PAGES
            assert parent != route
            assert set(list_arguments(parent)) <= set(list_arguments(route)), parent
            if parent not in seen:
                seen.add(parent)
                waiting.append(parent)


def test_every_page_of_a_place_but_its_first_one_leads_up_to_it():
    first = {place.name: place.route for place in PLACES}
    without = {
        "home",
        "front",
        "log_in",
        "mfa_authenticate",
        "mfa_login_webauthn",
        "log_out",
        "setup",
        "setup_code",
        "setup_file",
        "setup_import",
        "first_password",
        "founding",
        "founding_link",
        "search",
        "offline",
        "apply",
        "own_page",
        "my_page",
        "forgotten_password",
        "message_choice",
        "mailbox",
        "bring_hands",
    }
    alone = {page.route for page in PAGES.values() if not page.parents}
    assert alone - set(first.values()) == without | {"enter", "enter_as", "fame_for_all", "linked_year", "own_place"}


def test_every_address_says_who_may_open_it():
    without = {name for name, view in list_views(get_resolver().url_patterns) if not isinstance(view, PageView)}
    # Django's, and files for whoever sees a page.
    others = {"set_language", "club_colours", "look_preview", "club_logo", "club_picture", "club_icon"}
    assert without == others | {"api"}  # it has its own ways to ask


def list_views(patterns):
    """Name and view of every address."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from list_views(pattern.url_patterns)
        else:
            yield pattern.name, pattern.callback


@pytest.mark.parametrize("language", ["de", "en"])
def test_pages_that_are_listed_have_an_address_and_a_name_of_their_own(language):
    with override(language):
        names = [str(page.label) for page in PAGES.values() if page.is_listed]
    assert len(names) == len(set(names))
    assert all(not list_arguments(page.route) for page in PAGES.values() if page.is_listed)
    assert get_resolver().reverse_dict  # or no address would have been asked
