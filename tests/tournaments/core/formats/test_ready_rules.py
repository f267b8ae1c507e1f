"""A name means one thing: a format of tournaments, the ready rule of a season and the demo have the same figures."""

import pytest

from tarockclub.office.demo.season import THIS_YEAR
from tournaments.core.formats.library import list_formats
from tournaments.hall.setup.form_fields import PRESETS
from tournaments.seasons.season.points.formula.facts import DayFacts
from tournaments.seasons.season.points.place_points import compute_points
from tournaments.seasons.season.points.ready import list_ready
from tournaments.seasons.season.settings import SeasonSettings

FORMATS = {found.id: found for found in list_formats()}
READY = {rule.id: rule.settings for rule in list_ready()}


@pytest.mark.parametrize(
    ("format_id", "rule_id"), [("tirol", "tirol"), ("oberoesterreich", "oberoesterreich"), ("wien", "heine")]
)
def test_a_format_of_a_country_counts_as_its_ready_rule(format_id, rule_id):
    assert SeasonSettings(**FORMATS[format_id].season._asdict()) == READY[rule_id]


def test_upper_austria_has_fifty_places_and_the_demo_the_same():
    table = READY["oberoesterreich"].table
    assert (len(table), table[:4], table[12:15], table[-1]) == (
        50,
        (22300, 19800, 18000, 16800),
        (10000, 9500, 9000),
        100,
    )
    assert list(table) == sorted(table, reverse=True)
    assert (THIS_YEAR.table, THIS_YEAR.rest) == (table, 0)


@pytest.mark.parametrize("size", [4, 5, 6])
def test_4_2_1_0_gives_the_same_at_every_table_in_a_tournament_and_in_a_season(size):
    """Nobody knows another list for tables of five: it is the same three places there."""
    rule, at_table = READY["tischpunkte"], FORMATS["zwanzigerrufen-cup"].settings.place_points
    by_rule = [
        compute_points(rule, place, 1, size, DayFacts(table_place=place, table_size=size))
        for place in range(1, size + 1)
    ]
    assert by_rule == [100 * points for points in at_table[size - 4]]
    assert by_rule[:4] == [400, 200, 100, 0]
    assert at_table in PRESETS
