"""The formats are data: complete, possible, and whatever is wrong in the file is named."""

import pytest

from scoring.engine.house_rules.library import BUILT_IN
from tarockclub.office.demo.season import THIS_YEAR
from tournaments.core.formats.library import FILE, FormatError, list_formats, parse_formats
from tournaments.core.settings import Settings, encode_settings, parse_settings
from tournaments.hall.setup.contradictions import find_setting_contradictions
from tournaments.hall.setup.form_fields import PRESETS
from tournaments.seasons.season.points.formula.evaluate import check_formula
from tournaments.seasons.season.points.formula.nodes import DayFacts
from tournaments.seasons.season.points.place_points import compute_points
from tournaments.seasons.season.points.preview import list_ready
from tournaments.seasons.season.settings import COUNTING, TABLE, TIES, WAYS

TEXT = FILE.read_text("utf-8")
FORMATS = [pytest.param(each, id=each.id) for each in list_formats()]


CUPS = [
    "oesterreich-finale",
    *("rtc", "hrc", "swc", "wtc", "stc", "ktc", "ttc"),
    "zwanzigerrufen-hksw",
    "international",
]


def test_those_that_clubs_have_chosen_keep_their_ids_before_the_cups_with_their_sources():
    before = ["spielgeld", "tirol", "oberoesterreich", "wien", "zwanzigerrufen-cup", "glocke"]
    assert [each.id for each in list_formats()] == [*before, *CUPS]
    assert [each.id for each in list_formats() if each.source and each.source_en] == CUPS


def test_the_first_one_is_what_the_sheet_says():
    assert list_formats()[0].settings == Settings(replaced_last=True)


def test_only_the_format_of_the_sheet_puts_replaced_players_last():
    assert [each.id for each in list_formats() if each.settings.replaced_last] == ["spielgeld"]


@pytest.mark.parametrize("each", FORMATS)
def test_a_format_contradicts_itself_nowhere(each):
    assert find_setting_contradictions(each.settings) == ()
    assert each.settings.sheet in BUILT_IN
    assert each.settings.format == each.id
    assert parse_settings(encode_settings(each.settings)) == each.settings


READY = {rule.id: rule.settings for rule in list_ready()}


@pytest.mark.parametrize("each", FORMATS)
def test_the_rule_of_its_season_can_be_computed(each):
    rule = READY[each.season]
    assert (rule.way in WAYS, rule.ties in TIES, rule.counting in COUNTING) == (True, True, True)
    if rule.way == TABLE:
        assert list(rule.table) == sorted(rule.table, reverse=True)
        assert rule.rest < rule.table[-1]
    else:
        assert check_formula(rule.formula).problems == ()


@pytest.mark.parametrize("each", FORMATS)
def test_it_is_described_in_both_languages(each):
    texts = (each.name, each.name_en, each.about, each.about_en, each.example.about, each.example.about_en)
    assert all(texts)
    assert each.about != each.about_en
    assert (each.get_name("de-at"), each.get_name("en")) == (each.name, each.name_en)
    assert (each.get_about("de-at"), each.get_about("en")) == (each.about, each.about_en)


def test_the_fee_is_for_the_tournament_where_clubs_take_it_so():
    once = {each.id for each in list_formats() if each.settings.fee_per == "tournament"}
    assert once == {"tirol", "oberoesterreich", "wien", *CUPS}


@pytest.mark.parametrize(
    ("before", "after", "named"),
    [
        ("rate = 10", "rates = 10", "tirol/settings/rates"),
        ("rate = 10", 'rate = "10"', "tirol/settings/rate"),
        ("rate = 10", "rate = true", "tirol/settings/rate"),
        ("double_round = false", "double_round = 0", "tirol/settings/double_round"),
        ('fee_per = "tournament"', 'fee_per = "day"', "tirol/settings/fee_per"),
        ('["sum", "written"]', '["sum", "writen"]', "tirol/settings/round_criteria"),
        ("kontra = 1", 'format = "wien"', "tirol/settings/format"),
        ("[[18, 4, -7, -15]]", "[[18, 4, -7, -14]]", "tirol/example"),
        ("[[18, 4, -7, -15]]", "[[18, 4, -22]]", "tirol/example"),
        ("[6, -2, -2, -2]]", "[6, -2, -2, -2], [0, 0, 0, 0]]", "tirol/example"),
        ('name_en = "Tyrol until 2018"', 'name_en = ""', "tirol"),
        ('name_en = "Tyrol until 2018"', "", "name_en"),
        ('id = "wien"', 'id = "tirol"', "twice"),
    ],
)
def test_what_is_wrong_in_the_file_is_named(before, after, named):
    assert before in TEXT
    with pytest.raises(FormatError, match=named):
        parse_formats(TEXT.replace(before, after, 1))


BY_ID = {found.id: found for found in list_formats()}


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
    rule, at_table = READY["tischpunkte"], BY_ID["zwanzigerrufen-cup"].settings.place_points
    by_rule = [
        compute_points(rule, place, 1, size, DayFacts(table_place=place, table_size=size))
        for place in range(1, size + 1)
    ]
    assert by_rule == [100 * points for points in at_table[size - 4]]
    assert by_rule[:4] == [400, 200, 100, 0]
    assert at_table in PRESETS
