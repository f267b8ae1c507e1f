"""Games and premiums have their names in the statistics, also those that only an option brings."""

import hashlib

import pytest

from scoring.book.sheet_library import PlayerNames
from scoring.engine.house_rules.library import load
from scoring.models import SheetVersion

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
