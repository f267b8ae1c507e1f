"""Words are whole on a small phone, in both languages; only names may be so long that they take two lines."""

import pytest

from tests.looks import measures
from tests.support.browser import PHONE
from tests.support.states.names import LONG_NAMES, SIX
from tests.support.states.registry import STATES
from tests.support.states.state import Viewer

pytestmark = pytest.mark.heavy

PERSONS = {part for name in (*LONG_NAMES, *SIX) for part in name.split("-")}
OFTEN = ("table-six", "entry-besserrufer", "rules")  # the longest names, keys, and sentences
LOOKED_AT = (
    *("table", "table-five", "table-six", "table-saved", "table-ended", "entry-besserrufer", "entry-trischaken"),
    *("entry-skoty", "entry-zwanzigerrufen", "deal", "change", "more", "settlement", "start", "rules", "counting"),
)


@pytest.mark.parametrize(
    ("locale", "names"),
    [("de-AT", OFTEN), *(pytest.param(locale, LOOKED_AT, marks=pytest.mark.soak) for locale in ("de-AT", "en-GB"))],
    ids=["often", "de", "en"],
)
def test_no_word_is_broken_on_a_small_phone(chromium, world, locale, names):
    viewer = Viewer(chromium, world, **PHONE, locale=locale, reduced_motion="reduce")
    broken = {
        state.name: set(viewer.reach(state).evaluate(measures.BROKEN_WORDS)) - PERSONS
        for state in STATES
        if state.name in names
    }
    viewer.close()
    assert len(broken) == len(names)
    assert {name: words for name, words in broken.items() if words} == {}
