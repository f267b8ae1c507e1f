"""The same of tournaments; a module of its own, so that another process may visit them at the same time."""

import pytest

from tests.looks.visits import find_faults, list_cases
from tests.support.states.registry import STATES

pytestmark = pytest.mark.heavy


@pytest.mark.parametrize("state", list_cases(state for state in STATES if "tournament" in state.path))
def test_nothing_is_wrong_with_a_page_of_a_tournament(looks, state, record_property):
    assert find_faults(looks, state, record_property) == {}
