"""The standing of a season on a phone: ten places, a second line with the newest days, and all after a tap."""

import pytest

pytestmark = pytest.mark.heavy

BEGIN = """
from tests.tournaments.seasons.season.seasons import day, season
cup = season()
for _number in range(9):
    day(cup, *(f"Spielerin {letter}" for letter in "ABCDEFGHIJKL"))
print(cup.slug)
"""


def test_a_phone_shows_ten_places_with_the_eight_newest_days_and_all_of_both_after_a_tap(served, phone):
    slug = served.manage("shell", "--no-imports", "-c", BEGIN).split()[-1]
    phone.goto(f"/tournaments/seasons/{slug}/standing/")
    rows, days = phone.locator(".year tbody tr"), phone.locator(".year tbody tr:first-child .day")
    assert (rows.count(), days.count()) == (12, 9)
    assert (rows.locator("visible=true").count(), days.locator("visible=true").count()) == (10, 8)
    phone.locator(".all-rows a").tap()
    assert (rows.locator("visible=true").count(), days.locator("visible=true").count()) == (12, 9)
