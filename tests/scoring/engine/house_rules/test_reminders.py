"""Reminders: sentences of the sheet with the moment at which they are said."""

import json

import pytest

from scoring.engine.house_rules.library import BUILT_IN, load
from scoring.engine.house_rules.loader import parse_canonical
from scoring.engine.house_rules.reminders import Reminder
from scoring.engine.problems import SheetError
from tests.scoring.engine.support.built_in import rules_of, sheet_of

HEAD = 'id = "mine"\nsource = "our club"\nextends = "treffpunkt"\n'


def reminder(text: str) -> Reminder:
    """The reminder called `mine` of a sheet over treffpunkt."""
    return next(entry for entry in load(HEAD + text).build_sheet().reminders if entry.id == "mine")


def test_a_reminder_with_nothing_but_a_text_is_said_always_and_the_same_in_both_languages():
    one = reminder('reminders.mine.text = "Aufstehen."')
    assert (one.text, one.text_en, one.ref) == ("Aufstehen.", "Aufstehen.", "")
    assert (one.contracts, one.items, one.when, one.unless) == (None, None, frozenset(), frozenset())


def test_games_and_premiums_of_a_reminder_are_those_of_the_sheet():
    one = reminder('reminders.mine = { text = "x", in = ["solospiele"], premiums = ["voegel", "not silent"] }')
    assert one.contracts == frozenset({"solorufer", "solobesser", "farbensolo", "solodreier"})
    assert one.items == frozenset({("pagat", True), ("uhu", True), ("kakadu", True), ("quapil", True)})


def test_words_with_not_are_kept_apart():
    one = reminder('reminders.mine = { text = "x", when = ["king_lies", "not conceded"] }')
    assert (one.when, one.unless) == (frozenset({"king_lies"}), frozenset({"conceded"}))


def test_the_reminder_with_more_conditions_comes_first():
    sheet = load(
        HEAD + '[reminders]\nfirst = { text = "a" }\nnear = { text = "b", in = ["rufer"], when = ["king_lies"] }\n'
        'game = { text = "c", in = ["rufer"] }\nbird = { text = "d", premiums = ["pagat"] }'
    ).build_sheet()
    own = [entry.id for entry in sheet.reminders if entry.id in ("first", "near", "game", "bird")]
    assert own == ["near", "bird", "game", "first"]


def test_a_sheet_takes_out_what_it_inherits():
    inherited = {entry.id for entry in sheet_of("standard").reminders}
    assert inherited - {entry.id for entry in sheet_of("skoty").reminders} == {"gstiess", "schlussradl"}


@pytest.mark.parametrize(("on", "said"), [(True, "bei Kontra genügen ihr 44"), (False, "wer Kontra gesagt hat")])
def test_the_reminder_of_the_44_points_says_which_reading_is_switched_on(on, said):
    told = [entry for entry in sheet_of("zwanzigerrufen", kontra_limit_44=on).reminders if entry.id == "kontra_44"]
    assert [said in entry.text for entry in told] == [True]
    assert sheet_of("zwanzigerrufen").contracts["normalspiel"].win_kontra == 44 * 3


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_every_reminder_of_a_built_in_sheet_can_be_said_and_cites_its_paragraph(sheet_id):
    for entry in sheet_of(sheet_id).reminders:
        assert entry.contracts is None or entry.contracts, entry.id
        assert entry.items is None or entry.items, entry.id
        assert entry.contracts or entry.items or entry.when, entry.id
        assert entry.ref, entry.id
        assert entry.text != entry.text_en, entry.id
        assert max(len(entry.text), len(entry.text_en)) <= 130, entry.id
        assert (entry.text[-1], entry.text_en[-1]) == (".", "."), entry.id


def test_that_the_hand_is_still_open_makes_no_reminder_heavier():
    sheet = load(
        HEAD + 'reminders.game = { text = "a", in = ["rufer"], when = ["open"] }\n'
        'reminders.bird = { text = "b", premiums = ["pagat"] }'
    ).build_sheet()
    assert [entry.id for entry in sheet.reminders if entry.id in ("game", "bird")] == ["bird", "game"]


def test_a_sheet_that_was_pinned_before_there_were_reminders_still_loads():
    rules = rules_of("treffpunkt")
    table = json.loads(rules.format_canonical())
    del table["reminders"]
    for group in table["groups"].values():
        for key in ("name", "name_en", "mark"):
            group.pop(key, None)
    old = parse_canonical(json.dumps(table))
    assert old.reminders == ()
    assert old.contracts["dreier"].value == rules.build_sheet().contracts["dreier"].value


def test_a_reminder_says_a_rule_as_the_sheet_has_it_and_nothing_where_the_sheet_says_nothing():
    head = 'id = "mine"\nsource = "our wall"\nextends = "standard"\n'
    said = {reminder.id: reminder for reminder in load(f'{head}auction.hold = "forehand"').build_sheet().reminders}
    assert said["halten"].text.startswith("Die Vorhand darf ein angesagtes Spiel halten. Die eigene Ansage")
    assert said["halten"].text_en.startswith("The forehand may hold")
    assert said["negativ"].text.startswith("In Negativspielen gilt Stichzwang. Der Spieler spielt aus")
    own = load(f'{head}reminders.halten.text = "Nur höher."').build_sheet().reminders
    assert next(reminder for reminder in own if reminder.id == "halten").text == "Nur höher."
    none = load(f"{head}auction = false\nplay = false").build_sheet().reminders
    assert "halten" not in {reminder.id for reminder in none}
    assert next(reminder for reminder in none if reminder.id == "negativ").text.startswith("Der Spieler spielt aus")


def test_a_reminder_says_only_rules_that_there_are():
    with pytest.raises(SheetError) as error:
        load('id = "mine"\nsource = "our wall"\nreminders.x = { says = ["auction.opens"] }\nreminders.y = {}')
    faults = {(problem.path, problem.code) for problem in error.value.problems}
    assert {("reminders/x/says", "unknown_word"), ("reminders/y", "missing_key")} <= faults
