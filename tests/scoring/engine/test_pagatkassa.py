"""Evenings with a Pagatkassa, worked out by hand (tests/data/pagatkassa) and whatever happens; the announced Pagat."""

import json
import tomllib
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.agreement import VERSIONS, AgreedPot
from scoring.engine.hand.reader import parse
from scoring.engine.hand.record import HandRecord, Play, RecordedPremium, Renonce
from scoring.engine.hand.score import score
from scoring.engine.hand.scorer import score_record
from scoring.engine.house_rules.library import BUILT_IN, ORIGINALS, load, load_built_in
from scoring.engine.house_rules.loader import parse_canonical
from scoring.engine.settlement import (
    PLACES,
    DealtHand,
    Happened,
    Pagat,
    PotCash,
    divide_pot,
    find_announced_pagat,
    follow_pot,
    move_pot,
)
from tests.scoring.engine.support.built_in import rules_of, sheet_of
from tests.scoring.engine.support.strategies import cases
from tests.support.paths import DATA

EVENINGS = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted((DATA / "pagatkassa").glob("*.toml"))}
STANDARD, TREFFPUNKT = AgreedPot("standard", 10), AgreedPot("treffpunkt", 10)
FOUR = (0, 1, 2, 3)


def happened(line: dict[str, Any], evening: dict[str, Any]) -> Happened:
    """A line of a file as the fold takes it; its record must be valid under the evening's sheet."""
    if "cash" in line:
        return PotCash(**line["cash"])
    if "plays" not in line:
        return None
    seated = tuple(line.get("seated", range(evening["players"])))
    at = seated.index(line["dealer"]) + 1
    active = seated if len(seated) == 4 else tuple((seated * 2)[at : at + 4])
    sheet = sheet_of(evening["sheet"])
    forehand = active.index(seated[at % len(seated)])
    said = {key: value for key, value in line.items() if key in ("plays", "premiums", "renonce")}
    record, problems = parse(said | {"forehand": forehand})
    assert record is not None
    assert score_record(record, problems, sheet).score is not None, line["why"]
    return DealtHand(seated, line["dealer"], find_announced_pagat(record, active, sheet.pot_premium))


def six(cents: list[int]) -> tuple[int, ...]:
    """Cents by place, with nobody on the places that are not there."""
    return (*cents, *[0] * (PLACES - len(cents)))


@pytest.mark.parametrize("evening", EVENINGS.values(), ids=list(EVENINGS))
def test_an_evening_moves_the_cents_that_were_worked_out_by_hand(evening):
    agreed = AgreedPot(**evening["pagatkassa"])
    moved = follow_pot([happened(line, evening) for line in evening["line"]], agreed)
    for line, found in zip(evening["line"], moved, strict=True):
        assert (line["why"], found.moves, found.pot) == (line["why"], six(line["moves"]), line["pot"])


@pytest.mark.parametrize("evening", EVENINGS.values(), ids=list(EVENINGS))
def test_at_the_end_of_an_evening_what_is_left_is_divided(evening):
    pot, end = evening["line"][-1]["pot"], evening["end"]
    shares = divide_pot(pot, end["places"], seed=1)
    assert sorted(shares[place] for place in end["places"]) == end["shares"]
    assert sum(shares) == pot


def test_a_line_says_for_what_everybody_paid():
    moved = move_pot(0, DealtHand(FOUR, 3, Pagat(False, 0, (0, 1))), TREFFPUNKT)
    assert [(step.what, step.moves[:4]) for step in moved.steps] == [
        ("start", (-10, -10, -10, -10)),
        ("stake", (0, 0, 0, -10)),
        ("lost", (-25, -25, 0, 0)),
    ]


def test_a_start_payment_is_due_only_while_nothing_is_in_it():
    agreed = STANDARD._replace(start=30)
    assert move_pot(0, DealtHand(FOUR, 3), agreed).pot == 130
    assert move_pot(1, DealtHand(FOUR, 3), agreed).pot == 11


def test_a_club_of_the_treffpunkt_version_may_agree_on_another_start_payment():
    assert move_pot(0, DealtHand(FOUR, 3), TREFFPUNKT._replace(start=30)).pot == 130


def test_an_upper_limit_above_what_is_there_changes_nothing():
    lost = DealtHand(FOUR, 3, Pagat(False, 0, (0,)))
    assert move_pot(50, lost, STANDARD._replace(cap=61)) == move_pot(50, lost, STANDARD)
    assert move_pot(50, lost, STANDARD._replace(cap=59)).pot == 60 + 59


def test_the_upper_limit_does_not_stop_the_stakes():
    assert move_pot(500, DealtHand(FOUR, 3), STANDARD._replace(cap=5)).pot == 510


def test_nobody_takes_out_more_by_hand_than_there_is():
    assert move_pot(30, PotCash(2, -50), STANDARD)[:2] == ((0, 0, 30, 0, 0, 0), 0)
    assert move_pot(30, PotCash(2, -50), STANDARD).missing == 20
    assert move_pot(30, PotCash(2, -30), STANDARD).missing == 0


def test_cash_by_hand_is_a_step_of_its_own():
    assert [step.what for step in move_pot(30, PotCash(2, 50), STANDARD).steps] == ["cash"]


def test_a_correction_that_empties_the_pot_leaves_nothing_to_take_out_further_down():
    lost, won = (DealtHand(FOUR, 3, Pagat(won, 0, (0, 2))) for won in (False, True))
    before = follow_pot([lost, PotCash(1, -15), DealtHand(FOUR, 0)], STANDARD)
    corrected = follow_pot([won, PotCash(1, -15), DealtHand(FOUR, 0)], STANDARD)
    assert [(result.pot, result.missing) for result in before] == [(20, 0), (5, 0), (15, 0)]
    assert [(result.pot, result.missing) for result in corrected] == [(0, 0), (0, 15), (10, 0)]


def test_a_pot_without_anybody_at_the_table_is_refused():
    with pytest.raises(ValueError, match="nobody"):
        divide_pot(5, (), 7)


def test_the_same_seed_gives_the_same_lot_in_whatever_order_the_places_are_named():
    assert divide_pot(7, (0, 1, 2, 4), 3) == divide_pot(7, (4, 2, 0, 1), 3)


def test_the_lot_is_fair():
    won = [0] * PLACES
    for seed in range(6000):
        for place, cents in enumerate(divide_pot(1, (0, 1, 2, 3, 4, 5), seed)):
            won[place] += cents
    assert sum(won) == 6000
    assert all(900 < times < 1100 for times in won)  # 1000 each; three times the spread is 87


BIRD = RecordedPremium("pagat", "declarer", announced=True)
GAME = Play("solorufer", 1, 3)


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


POTS = st.builds(
    AgreedPot,
    st.sampled_from(VERSIONS),
    st.integers(1, 50),
    st.just(0) | st.integers(1, 100),
    st.none() | st.integers(1, 300),
)
SEATED = st.lists(st.integers(0, PLACES - 1), min_size=4, max_size=PLACES, unique=True).map(sorted).map(tuple)


@st.composite
def deals(draw: Any) -> DealtHand:
    """A deal with or without an announced Pagat."""
    seated = draw(SEATED)
    dealer = draw(st.sampled_from(seated))
    if not draw(st.booleans()):
        return DealtHand(seated, dealer)
    side = draw(st.lists(st.sampled_from(seated), min_size=1, max_size=3, unique=True))
    return DealtHand(seated, dealer, Pagat(draw(st.booleans()), side[0], tuple(sorted(side))))


CASH = st.builds(PotCash, st.integers(0, PLACES - 1), st.integers(-200, 200))
LINES: st.SearchStrategy[list[Happened]] = st.lists(deals() | CASH | st.none(), max_size=12)


@given(LINES, POTS)
def test_no_cent_is_lost_or_made(lines, agreed):
    before = 0
    for moved in follow_pot(lines, agreed):
        assert sum(moved.moves) + moved.pot - before == 0
        assert moved.pot >= 0
        assert [sum(cents) for cents in zip(*(step.moves for step in moved.steps), strict=True)] in (
            [],
            list(moved.moves),
        )
        assert len(moved.moves) == PLACES
        before = moved.pot


@given(LINES, POTS, st.integers(0, 12))
def test_what_comes_later_changes_nothing_before(lines, agreed, kept):
    assert follow_pot(lines[:kept], agreed) == follow_pot(lines, agreed)[:kept]


@given(LINES, POTS)
def test_every_line_follows_from_the_pot_before_it(lines, agreed):
    pots = accumulate(lines, lambda pot, line: move_pot(pot, line, agreed).pot, initial=0)
    assert [0, *(moved.pot for moved in follow_pot(lines, agreed))] == list(pots)


@given(deals(), POTS, st.integers(0, 500))
def test_who_wins_empties_the_pot_and_who_loses_pays_what_is_in_it_up_to_the_limit(deal, agreed, pot):
    moved = move_pot(pot, deal, agreed)
    there = move_pot(pot, deal._replace(pagat=None), agreed).pot
    if deal.pagat is None:
        assert moved.pot == there
    elif deal.pagat.won:
        assert moved.pot == 0
    else:
        assert moved.pot - there == (there if agreed.cap is None else min(there, agreed.cap))


@given(deals(), POTS, st.integers(0, 500))
def test_a_side_shares_alike_but_for_the_odd_cents_of_the_announcer(deal, agreed, pot):
    step = move_pot(pot, deal, agreed).steps[-1]
    if deal.pagat is None:
        assert step.what == "stake"
        return
    shares = {place: abs(step.moves[place]) for place in deal.pagat.side}
    assert {place for place in range(PLACES) if step.moves[place]} <= shares.keys()
    own = shares.pop(deal.pagat.announcer)
    assert len(set(shares.values())) <= 1
    assert all(0 <= own - other < len(deal.pagat.side) for other in shares.values())


@given(deals(), POTS, st.integers(0, 500), st.permutations(range(PLACES)))
def test_it_does_not_matter_who_sits_on_which_place(deal, agreed, pot, moved_to):
    def places(old: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(moved_to[place] for place in old)

    pagat = deal.pagat and deal.pagat._replace(announcer=moved_to[deal.pagat.announcer], side=places(deal.pagat.side))
    other = DealtHand(places(deal.seated), moved_to[deal.dealer], pagat)
    moves, others = move_pot(pot, deal, agreed).moves, move_pot(pot, other, agreed).moves
    assert [others[moved_to[place]] for place in range(PLACES)] == list(moves)


@given(st.integers(0, 1000), SEATED, st.integers(0, 2**64))
def test_the_end_gives_everybody_there_the_same_to_a_cent(pot, places, seed):
    shares = divide_pot(pot, places, seed)
    assert sum(shares) == pot
    assert {shares[place] - pot // len(places) for place in places} <= {0, 1}
    assert not any(shares[place] for place in range(PLACES) if place not in places)
