"""Words of the book: names of games that only an option brings, and the answer when the clock takes no hand."""

import hashlib

import pytest

from scoring.book.sheet_library import PlayerNames
from scoring.engine.house_rules.library import load
from scoring.models import SheetVersion
from tests.scoring.support.clocks import clocked, enter, wind
from tests.scoring.support.held_hands import Away, dreier_of, post_hand
from tests.support.phones import Client

pytestmark = pytest.mark.django_db
TEXT = """
id = "linde"
name = "Zur Linde"
source = "the sheet on our wall"
extends = "treffpunkt"
contracts.dreier.name = "Großer"
options.more.on.premiums.honneurs = { name = "Honneurs", name_en = "Honours", silent = 1 }
"""


def test_what_only_an_option_brings_has_its_name_even_on_a_sheet_that_is_gone():
    text = load(TEXT).format_canonical()
    SheetVersion.objects.create(sheet="linde", text=text, digest=hashlib.sha256(text.encode()).hexdigest())
    german, english = PlayerNames("de"), PlayerNames("en")
    assert (german.name_item("honneurs", "linde"), english.name_item("honneurs", "linde")) == ("Honneurs", "Honours")
    assert (german.name_sheet("linde"), german.name_item("dreier", "linde")) == ("Zur Linde", "Großer")
    assert german.name_item("dreier") == "Dreier"


def test_what_nobody_knows_keeps_its_id():
    assert (PlayerNames("de").name_sheet("gone"), PlayerNames("de").name_item("honneurs", "gone")) == (
        "gone",
        "honneurs",
    )


def test_an_option_of_a_built_in_sheet_brings_a_game_with_its_name():
    assert PlayerNames("de").name_item("zwiccolo", "standard") == "Zwiccolo"


DOUBLE_SAID = {"de": "doppelt", "en": "double"}


@pytest.fixture(params=["de", "en"], autouse=True)
def language(request, monkeypatch):
    """The language of the phone."""
    headers = {"accept-language": request.param}
    monkeypatch.setattr("tests.scoring.support.held_hands.Client", lambda: Client(headers=headers))
    return request.param


def refused(table, phase):
    """Return the answer to a phone that sends a hand of a phase."""
    answer = post_hand(table, Away(table).enter(dreier_of(0)), phase=phase)
    assert answer.status_code == 423
    return answer.json()["message"]


def test_where_no_double_round_exists_a_second_hand_at_the_bell_is_not_promised_one(language):
    table = clocked(-30, double=False)
    enter(table, "play")
    said = refused(table, "play")
    assert DOUBLE_SAID[language] not in said
    assert {"de": "hat ausgespielt", "en": "has finished"}[language] in said


def test_where_the_hand_at_the_bell_is_allowed_the_table_has_not_played_yet(language):
    table = clocked(-30, double=False)
    assert {"de": "ausgespielt", "en": "has finished"}[language] not in refused(table, "double")
    assert DOUBLE_SAID[language] not in refused(table, "time")
    assert {"de": "beim Gong", "en": "when the gong"}[language] in refused(table, "time")


def test_where_no_hand_is_played_on_it_is_not_said_to_be_entered(language):
    table = clocked(-30, in_play=False)
    assert {"de": "schon eingetragen", "en": "already been entered"}[language] not in refused(table, "play")
    assert {"de": "beim Gong", "en": "when the gong"}[language] not in refused(table, "time")


def test_where_nothing_follows_nothing_more_is_entered(language):
    table = clocked(60, in_play=False, double=False)
    wind(table, -30, in_play=False, double=False)
    for phase in ("time", "play"):
        assert DOUBLE_SAID[language] not in refused(table, phase)
