"""What the tests of all pages share."""

import pytest

from tests.support.states.registry import STATES
from tests.support.states.world import world

__all__ = ["LOOKED_AT", "world"]

# One state of each kind of page every time; all of them in the heavy tests.
ALWAYS = (
    *("table", "table-six", "table-watched", "entry-besserrufer", "entry-trischaken", "entry-stale", "deal", "change"),
    *("more", "invite", "settlement", "start", "rules", "two-sheets", "counting", "log-in", "home-director"),
)
LOOKED_AT = [pytest.param(one, id=one.name, marks=[] if one.name in ALWAYS else pytest.mark.heavy) for one in STATES]
