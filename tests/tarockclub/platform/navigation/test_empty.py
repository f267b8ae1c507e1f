"""Lists that are empty offer the next step, to whoever may take it."""

import pytest
from django.urls import reverse

from tests.support.accounts import log_in, make_account

pytestmark = pytest.mark.django_db
STEPS = {"evenings": "start", "tournaments": "new_tournament", "seasons": "new_season", "statistics": "start"}
OF_DIRECTORS = ("tournaments", "seasons")


def read_empty(client, address):
    """The words that stand there instead of a list."""
    return client.get(address).content.decode().partition('<div class="empty">')[2].partition("</div>")[0]


@pytest.mark.parametrize("page", STEPS)
def test_an_empty_list_offers_the_next_step_once(page):
    director = log_in(make_account("director"))
    said = read_empty(director, reverse(page))
    assert f'href="{reverse(STEPS[page])}"' in said
    main = director.get(reverse(page)).content.decode().partition("<main")[2].partition("</main>")[0]
    assert main.count(f'href="{reverse(STEPS[page])}"') == 1
    assert director.get(reverse(STEPS[page])).status_code == 200


@pytest.mark.parametrize("page", OF_DIRECTORS)
def test_a_secretary_is_offered_no_step_that_is_not_his(page):
    said = read_empty(log_in(), reverse(page))
    assert "<p>" in said
    assert "href" not in said


def test_who_finds_nothing_in_a_list_may_look_everywhere():
    said = read_empty(log_in(), reverse("evenings") + "?q=Öhler+%26")
    assert f'href="{reverse("search")}?q=%C3%96hler%20%26"' in said
