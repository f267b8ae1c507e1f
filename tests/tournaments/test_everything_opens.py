"""Nothing that was accepted breaks a page: whatever acts name, and whatever is sent, everything else can be opened."""

from datetime import timedelta

import pytest

from tarockclub.moment import now
from tests.support.accounts import new_account
from tests.support.everything import open_everything, place_of
from tests.support.small_season import small_season
from tournaments.demo.over import tournament_over

pytestmark = [pytest.mark.django_db, pytest.mark.no_cover]


@pytest.fixture
def over(db):
    """A tournament that is over, with all that can happen, and a season that it counts in."""
    tournament = tournament_over(now() - timedelta(days=1))
    return place_of(tournament, small_season(tournament), new_account("director"))


@pytest.mark.heavy
def test_everything_opens(over):
    import time
    t, c = time.time(), time.process_time()
    opened = open_everything(over)
    print("TIME", time.time()-t, time.process_time()-c, len(opened.addresses), len(opened.forms))
    print("\n".join(opened.addresses))
    for f in opened.forms[:40]: print(f)
    assert opened.failed == ()
