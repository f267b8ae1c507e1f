"""The same of tournaments; a module of its own, so that another process may visit them at the same time."""

import pytest

from tests.looks.visits import find_faults
from tests.support.states.registry import STATES

pytestmark = pytest.mark.heavy


@pytest.mark.parametrize(
    "state", [state for state in STATES if "tournament" in state.path], ids=lambda state: state.name
)
def test_nothing_is_wrong_with_a_page_of_a_tournament(looks, state):
    assert find_faults(looks, state) == {}
