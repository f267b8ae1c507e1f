"""The announced Pagat in a record."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.hand.record import HandRecord, Play, RecordedPremium, Renonce
from scoring.engine.hand.score import score
from scoring.engine.house_rules.library import BUILT_IN, ORIGINALS, load, load_built_in
from scoring.engine.house_rules.loader import parse_canonical
from scoring.engine.settlement import Pagat, find_announced_pagat
from tests.scoring.engine.support.built_in import rules_of
from tests.scoring.engine.support.strategies import cases

BIRD = RecordedPremium("pagat", "declarer", announced=True)
GAME = Play("solorufer", 1, 3)
FOUR = (0, 1, 2, 3)


def of(play: Play, *premiums: RecordedPremium, active: tuple[int, ...] = FOUR) -> Pagat | None:
    """The Pagat of a record."""
    return find_announced_pagat(HandRecord((play,), premiums), active, "pagat")


def test_the_declarer_announces_for_his_side():
    assert of(GAME, BIRD) == Pagat(True, 1, (1, 3))
    assert of(GAME._replace(partner=None), BIRD) == Pagat(True, 1, (1,))


def test_the_seats_become_places():
    assert of(GAME, BIRD, active=(5, 0, 1, 2)) == Pagat(True, 0, (0, 2))


@pytest.mark.parametrize(
    ("declarer", "partner", "announcer", "side"),
    [(1, 3, 2, (0, 2)), (1, 2, 3, (0, 3)), (3, 0, 1, (1, 2)), (3, None, 0, (0, 1, 2)), (2, None, 3, (0, 1, 3))],
)
def test_for_the_others_the_first_after_the_declarer_announces(declarer, partner, announcer, side):
    play = Play("solorufer", declarer, partner)
    assert of(play, BIRD._replace(side="defence")) == Pagat(True, announcer, side)


def test_who_made_it_announced_it_where_the_record_says_who():
    assert of(GAME, BIRD._replace(by=3, from_=0)) == Pagat(True, 3, (1, 3))
    assert of(GAME, BIRD._replace(side="defence", by=0, from_=1, won=False)) == Pagat(False, 0, (0, 2))


def test_a_conceded_game_has_lost_its_pagat():
    play = Play("besserrufer", 1, king_in_talon=True, result="conceded")
    assert of(play, BIRD) == Pagat(False, 1, (1,))


def test_silent_ones_and_other_birds_are_no_announced_pagat():
    assert of(GAME) is None
    assert of(GAME, BIRD._replace(announced=False)) is None
    assert of(GAME, BIRD._replace(premium="uhu")) is None
    assert of(GAME, BIRD._replace(premium="uhu"), BIRD) == Pagat(True, 1, (1, 3))


def test_a_renonce_leaves_the_pot_as_it_is():
    assert find_announced_pagat(HandRecord((GAME,), (BIRD,), Renonce(0)), FOUR, "pagat") is None


def test_a_sheet_without_a_premium_for_it_has_no_announced_pagat():
    assert find_announced_pagat(HandRecord((GAME,), (BIRD,)), FOUR, None) is None


@pytest.mark.parametrize("sheet_id", BUILT_IN)
@given(data=st.data())
def test_it_is_won_and_lost_as_it_is_paid(sheet_id, data):
    case = data.draw(cases(sheet_id, ("sided",), ended=True))
    paid = [
        line.cause
        for line in score(case.record, case.sheet).lines
        if (line.cause.item, line.cause.form) == ("pagat", "announced")
    ]
    found = find_announced_pagat(case.record, FOUR, case.sheet.pot_premium)
    assert [cause.won for cause in paid] == ([] if found is None else [found.won])
    if found is not None:
        play = case.record.plays[0]
        assert found.announcer in found.side
        assert (play.declarer in found.side) == (paid[0].side == "declarer")
        assert len(found.side) == (len(play.side) if paid[0].side == "declarer" else 4 - len(play.side))


def test_the_pagat_is_found_under_whatever_name_it_has():
    own = 'id = "mine"\nsource = "our club"\nextends = "treffpunkt"\npagatkassa.premium = "uhu"'
    sheet = load(own).build_sheet()
    record = HandRecord((GAME,), (BIRD._replace(premium="uhu"),))
    assert find_announced_pagat(record, FOUR, sheet.pot_premium) == Pagat(True, 1, (1, 3))


def test_a_sheet_suggests_the_version_that_it_speaks_of():
    found = {sheet_id: rules.build_sheet().pot_version for sheet_id in ORIGINALS if (rules := load_built_in(sheet_id))}
    assert found == {
        "standard": "standard",
        "skoty": "standard",
        "steindl": None,
        "zwanzigerrufen": None,
        "treffpunkt": "treffpunkt",
        "skoty-trophy": "treffpunkt",
        "karlsruhe": None,
    }


def test_a_sheet_as_it_was_kept_before_there_was_a_pagatkassa_can_still_be_read():
    table = json.loads(rules_of("standard").format_canonical())
    del table["pagatkassa"]
    old = parse_canonical(json.dumps(table))
    assert (old.pot_version, old.pot_premium) == (None, None)
