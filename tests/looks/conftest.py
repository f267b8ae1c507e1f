"""What the tests of all pages share."""

import pytest

from tests.support.states.listed import STATES
from tests.support.states.world import world

__all__ = ["LOOKED_AT", "world"]

# The main states each time; all others, which differ from these in a part, where there is time.
LOOKED_AT = [pytest.param(one, id=one.name, marks=[] if one.pictured else pytest.mark.heavy) for one in STATES]
