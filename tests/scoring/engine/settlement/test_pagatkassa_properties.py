"""Properties of every Pagatkassa, whatever happens at the table."""

from itertools import accumulate
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.agreement import VERSIONS, AgreedPot
from scoring.engine.settlement import PLACES, DealtHand, Happened, Pagat, PotCash, divide_pot, follow_pot, move_pot

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
