"""The pages of a table with a clock: what the form says of the phase, and what players are offered."""

import pytest

from scoring.models import GameTable
from tests.scoring.support.clocks import clocked, enter, wind
from tests.scoring.support.corrections import radls
from tests.scoring.support.pages import url
from tests.scoring.support.tables import POINT, last_key, new_key
from tests.scoring.support.tampering import numbers
from tests.support.phones import Client

pytestmark = pytest.mark.django_db


def test_the_preview_of_the_first_hand_of_the_double_round_is_double():
    table = clocked(-1)
    paid = {}
    for phase in ("play", "double"):
        said = Client().post(url("preview", table), {**posted_form(table), "phase": phase})
        paid[phase] = dict(said.context["scored"].amounts)
    assert paid["play"]["Anna"] == 15 * POINT
    assert paid["double"]["Anna"] == 30 * POINT


def posted_form(table: GameTable) -> dict[str, str]:
    """A Dreier that Anna has won, as the form posts it."""
    fields = {"p0-contract": "dreier", "p0-declarer": "0", "p0-result": "won"}
    return {**fields, "key": new_key(), "previous": last_key(table)}


def test_the_form_of_the_page_says_the_phase_and_is_given_back_where_the_clock_refuses_it(settings):
    settings.HOOKS = ""  # a table with a clock, and no tournament
    table = clocked(-1)
    page = Client().get(url("table", table)).content.decode()
    assert 'value="play" autocomplete="off" checked' in page
    refused = Client().post(url("save_hand", table), {**posted_form(table), "phase": "time"})
    assert refused.status_code == 423
    assert refused.context["problems"]
    assert 'value="dreier" checked' in refused.content.decode()
    saved = Client().post(url("save_hand", table), {**posted_form(table), "phase": "double"})
    assert saved.status_code == 302
    assert radls(table) == [None, 2]


@pytest.mark.heavy_but("de-0-done")
@pytest.mark.parametrize(("left", "stands"), [(600, ""), (-1, ""), (600, "paused"), (600, "referee"), (0, "done")])
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_page_of_a_table_with_a_clock_can_be_opened(settings, left, stands, language):
    settings.HOOKS = ""  # a table with a clock, and no tournament
    table = clocked(60)
    enter(table)
    wind(table, left, stands)
    phone = Client(headers={"accept-language": language})
    for name in ("table", "more", "settlement", "live"):
        assert phone.get(url(name, table)).status_code == 200
    deal = phone.get(f"{url('table', table)}lines/{numbers(table)[0]}/")
    assert (b"/change/" in deal.content) == (stands not in ("done", "referee"))
    more = phone.get(url("more", table)).content.decode()
    assert 'name="deals"' not in more
    assert 'name="what" value="end"' not in phone.get(url("settlement", table)).content.decode()


def test_the_page_of_a_table_that_has_played_says_so_and_shows_no_form(settings):
    settings.HOOKS = ""
    table = clocked(-1)
    for _ in range(4):
        enter(table, "double")
    page = Client().get(url("table", table))
    assert 'id="entry"' not in page.content.decode()
    assert page.context["phase"].closed
