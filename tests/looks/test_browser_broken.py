"""Words are whole on a small phone in English too; only names may be so long that they take two lines."""

import pytest

from tests.looks.look import measure
from tests.support.browser import PHONE
from tests.support.states.registry import STATES
from tests.support.states.state import LONG_NAMES, SIX, Viewer

pytestmark = pytest.mark.heavy

PERSONS = {part for name in (*LONG_NAMES, *SIX) for part in name.split("-")}
OFTEN = ("table-six", "entry-besserrufer", "rules")  # the longest names, keys, and sentences
MORE = (
    *("table", "table-five", "table-saved", "table-ended", "entry-trischaken", "entry-skoty", "entry-zwanzigerrufen"),
    *("deal", "change", "more", "settlement", "start", "counting"),
)


@pytest.mark.parametrize("names", [OFTEN, pytest.param(MORE, marks=pytest.mark.soak)], ids=["often", "more"])
def test_no_word_is_broken_on_a_small_phone(chromium, world, names):
    viewer = Viewer(chromium, world, **PHONE, locale="en-GB", reduced_motion="reduce")
    broken = {
        state.name: {miss.words.split()[0] for miss in measure(viewer.reach(state), 360, "broken")} - PERSONS
        for state in STATES
        if state.name in names
    }
    viewer.close()
    assert len(broken) == len(names)
    assert {name: words for name, words in broken.items() if words} == {}
