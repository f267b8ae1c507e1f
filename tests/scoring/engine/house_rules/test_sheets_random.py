"""Whatever a sheet file says: it is refused with sentences, or it is loaded and pays hands whose sum is 0."""

from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.hand.record import HandRecord, Play, Renonce
from scoring.engine.hand.score import score
from scoring.engine.house_rules.library import BUILT_IN, load, load_vocabulary
from scoring.engine.house_rules.loader import Rules, parse_canonical
from scoring.engine.house_rules.schema import Table, lay_over
from scoring.engine.house_rules.sheet import Contract, Sheet
from scoring.engine.house_rules.validate import validate
from scoring.engine.problems import Problem, SheetError
from scoring.engine.texts import LANGUAGES, describe_problem
from tests.scoring.engine.support.strategies_sheets import overlays


def loaded(parent: str, own: Table, option: Table) -> Rules | tuple[Problem, ...]:
    """Load the sheet that lies over a built-in one, with one option; or what is said against it."""
    base = load(f'id = "mine"\nsource = "x"\nextends = "{parent}"').table
    assert list(validate({**own, "options": {"more": {"on": option}}})) == []
    try:
        return Rules(load_vocabulary(), lay_over(base, {**own, "options": {"more": {"on": option}}}))
    except SheetError as error:
        return error.problems


@given(parent=st.sampled_from(BUILT_IN), own=overlays(), option=overlays())
def test_a_sheet_is_refused_with_sentences_or_scores(parent, own, option):
    rules = loaded(parent, own, option)
    if not isinstance(rules, Rules):
        assert all(describe_problem(problem, language) for problem in rules for language in LANGUAGES)
        return
    for on in (False, True):
        sheet = rules.build_sheet({"more": on})
        assert list(parse_canonical(rules.format_canonical({"more": on})).contracts) == list(sheet.contracts)
        for contract in sheet.contracts.values():
            for record in hands(contract, sheet):
                scored = score(record, sheet)
                assert sum(scored.payouts) == sum(scored.written) == 0
                assert all(type(amount) is int for line in scored.lines for amount in line.amounts)


def hands(contract: Contract, sheet: Sheet) -> list[HandRecord]:
    """A hand of this contract that was won, one that was lost, and a Renonce; Trischaken with and without ties."""
    if contract.is_trischaken:
        shares = [(70, 0, 0, 0), (40, 0, 20, 10), (30, 30, 10, 0), (20, 20, 20, 10), (18, 17, 18, 17)]
        plays = [Play(contract.id, 0, points=tuple(each * 3 for each in four)) for four in shares]
    else:
        partner = 2 if contract.partner else None
        plays = [Play(contract.id, 0, partner, result=result) for result in ("won", "lost")]
    found = [HandRecord((play,), radl=2) for play in plays]
    return [*found, HandRecord((plays[0],), renonce=Renonce(1))]
