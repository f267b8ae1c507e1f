"""The same of tournaments; a module of its own, so that another process may visit them at the same time."""

import pytest

from tests.looks.visits import find_faults, list_cases
from tests.support.browser import PHONE
from tests.support.states.registry import STATES
from tests.support.states.state import Viewer

pytestmark = pytest.mark.heavy
HEADS = ".standings thead th, .year thead th:not(.more)"
# The names of the games of which another thing lies on a corner.
COVERED = """() => [...document.querySelectorAll("[data-part='contract'] label")].filter((key) => {
  const box = key.getBoundingClientRect();
  const corners = [[box.left + 8, box.top + 4], [box.right - 8, box.bottom - 4]];
  return box.width && corners.some(([x, y]) => !key.contains(document.elementFromPoint(x, y)));
}).map((key) => key.textContent.trim())"""


@pytest.mark.parametrize("state", list_cases(state for state in STATES if "tournament" in state.path))
def test_nothing_is_wrong_with_a_page_of_a_tournament(looks, state, record_property):
    assert find_faults(looks, state, record_property) == {}


@pytest.mark.parametrize("size", [PHONE, {**PHONE, "viewport": {"width": 360, "height": 700}}], ids=["phone", "low"])
def test_at_the_gong_the_choice_of_the_time_of_play_covers_no_game(chromium, world, size):
    viewer = Viewer(chromium, world, **size, locale="de-AT", reduced_motion="reduce")
    [state] = [each for each in STATES if each.name == "table-choice"]
    page = viewer.reach(state)
    assert page.locator("[data-part='phase'] label:visible").count() == 2
    assert page.evaluate(COVERED) == []
    viewer.close()


def test_a_phone_has_all_columns_of_a_standing(chromium, world):
    viewer = Viewer(chromium, world, **PHONE, locale="de-AT", reduced_motion="reduce")
    for state in [each for each in STATES if each.name in ("season-standing", "season-ranking", "result")]:
        # Of a season the days come first: its figures beside the points stand on the person's page.
        # Of a result the rounds and prizes stand in a second line of each row, which needs no heads.
        # Ten places stand there first.
        first = ".standings tbody tr:nth-child(-n+10) .on-phone"
        parts = f"{first}, {first} > *" if state.name == "result" else HEADS
        heads = viewer.reach(state).locator(parts)
        assert heads.count() >= 4, state.name
        assert heads.evaluate_all("heads => heads.filter((head) => !head.checkVisibility()).length") == 0, state.name
    viewer.close()


def test_before_the_first_hand_a_name_has_the_room_of_its_row(chromium, world):
    viewer = Viewer(chromium, world, **PHONE, locale="de-AT", reduced_motion="reduce")
    [state] = [each for each in STATES if each.name == "standings-seats"]
    page = viewer.reach(state)
    widths = page.evaluate("[...document.querySelectorAll('.seats tbody th')].map((name) => name.offsetWidth)")
    assert len(widths) > 4
    assert min(widths) > PHONE["viewport"]["width"] / 2
    viewer.close()
