"""Random valid hand records of any sheet, built from the loaded sheet: whatever it has may come up."""

from functools import cache
from typing import Any, NamedTuple

from hypothesis import strategies as st

from scoring.engine.hand.record import SEATS, HandRecord, Renonce
from scoring.engine.hand.score import compute_highest_payout
from scoring.engine.house_rules.sheet import Contract, Sheet
from tests.scoring.engine.support.invented_sheets import INVENTED_NAMES, find_rules
from tests.scoring.engine.support.strategies_plays import negative_plays, negative_tables, sided_hand, trischaken_play

Draw = Any  # Hypothesis' own type of `draw` says nothing more here
ANY_INVENTED = "any invented sheet"
MOST_CLAIMED = 60  # sixths
KINDS = ("sided", "sided", "sided", "negative", "trischaken")  # games with two sides have most that can go wrong


class SheetChoice(NamedTuple):
    """A sheet with options that somebody chose."""

    sheet: Sheet
    options: tuple[tuple[str, bool], ...]
    doubles: tuple[str, ...]  # the words of the table behind it: what a Radl doubles


class Case(NamedTuple):
    """A valid record, with its sheet."""

    chosen: SheetChoice
    record: HandRecord

    @property
    def sheet(self) -> Sheet:
        """The sheet that scores it."""
        return self.chosen.sheet

    @property
    def contract(self) -> Contract:
        """The contract of the first play."""
        return self.sheet.contracts[self.record.plays[0].contract]


@cache
def choices(sheet_id: str) -> tuple[SheetChoice, ...]:
    """A sheet with every choice of its options; ANY_INVENTED: all invented ones."""
    if sheet_id == ANY_INVENTED:
        return tuple(chosen for name in INVENTED_NAMES for chosen in choices(name))
    rules = find_rules(sheet_id)
    assert rules is not None
    found = []
    for options in rules.list_choices():
        doubles = tuple(rules.combine_options(options)["radl"]["doubles"])
        found.append(SheetChoice(rules.build_sheet(options), tuple(options.items()), doubles))
    return tuple(found)


@st.composite
def cases(draw: Draw, sheet_id: str, kinds: tuple[str, ...] = KINDS, *, ended: bool = False) -> Case:
    """A valid record of a sheet with some choice of its options; `ended`: without a Renonce."""
    chosen = draw(st.sampled_from(choices(sheet_id)))
    return Case(chosen, draw(records(chosen.sheet, chosen.options, kinds, ended=ended)))


@st.composite
def records(
    draw: Draw,
    sheet: Sheet,
    options: tuple[tuple[str, bool], ...] = (),
    kinds: tuple[str, ...] = KINDS,
    *,
    ended: bool = False,
) -> HandRecord:
    """A valid record of a sheet."""
    forehand = draw(st.sampled_from((None, *SEATS)))
    renonce = None if ended else draw(st.none() | _renonces(sheet))
    found = startable(sheet)
    contract = draw(st.sampled_from(found[draw(st.sampled_from([kind for kind in kinds if found[kind]]))]))
    premiums = ()
    if contract.is_trischaken:
        plays = (draw(trischaken_play(sheet, contract, forehand or 0, renonce)),)
    elif contract.is_negative:
        plays = draw(negative_plays(sheet, contract, forehand or 0))
    else:
        play, premiums = draw(sided_hand(sheet, contract, forehand or 0, renonce))
        plays = (play,)
    return HandRecord(
        plays,
        premiums,
        renonce,
        forehand,
        draw(st.sampled_from((None, 1, 2, *((4, 8) if sheet.radl_stacks else ())))),
        options,
        sheet.id,
        draw(st.none() | st.text(max_size=3)),
    )


@cache
def startable(sheet: Sheet) -> dict[str, tuple[Contract, ...]]:
    """Contracts that can stand first in a record, by kind."""
    contracts = sheet.contracts.values()
    return {
        "sided": tuple(contract for contract in contracts if not contract.is_negative and not contract.is_trischaken),
        "negative": tuple(
            contract for contract in contracts if contract.is_negative and negative_tables(sheet, contract)
        ),
        "trischaken": tuple(contract for contract in contracts if contract.is_trischaken),
    }


@st.composite
def _renonces(draw: Draw, sheet: Sheet) -> Renonce:
    offender = draw(st.sampled_from(SEATS))
    most = MOST_CLAIMED if sheet.claims is None else 0 if sheet.claims == "none" else compute_highest_payout(sheet)
    claims = draw(st.dictionaries(st.sampled_from(SEATS), st.integers(0, min(most, MOST_CLAIMED)), max_size=2))
    return Renonce(offender, tuple(sorted((seat, amount) for seat, amount in claims.items() if seat != offender)))
