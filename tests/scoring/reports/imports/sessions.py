"""Random evenings as hand records, for the tests of what is brought in."""

import json
from typing import Any

from hypothesis import strategies as st

from scoring.engine.hand.record import SEATS, print_record
from scoring.engine.house_rules.sheet import Sheet
from tests.scoring.engine.support.built_in import rules_of
from tests.scoring.engine.support.strategies import records

Draw = Any
Record = dict[str, Any]


@st.composite
def sessions(draw: Draw, sheet_id: str, players: int) -> list[Record]:
    """Lines of an evening: hands, redeals and void deals, some with what is set by hand, and some that are none."""
    rules = rules_of(sheet_id)
    lines = []
    for at in range(draw(st.integers(1, 7))):
        line = draw(_line(rules.build_sheet(), players))
        named = draw(st.sampled_from(("", "", "key", "twice", "no key of ours")))
        ids = {"key": f"hand-{at}", "twice": "1", "no key of ours": f"Hand Nr. {at}"}
        lines.append({**line, "id": ids[named]} if named else line)
    return lines


@st.composite
def _line(draw: Draw, sheet: Sheet, players: int) -> Record:
    what = draw(st.sampled_from(("hand",) * 6 + ("redeal", "void", "wrong")))
    by_hand = {"forehand": draw(st.sampled_from(SEATS))} if players == len(SEATS) and draw(st.booleans()) else {}
    if what in ("redeal", "void"):
        return {what: True, **by_hand}
    record = print_record(draw(records(sheet)))
    if what == "wrong":
        return {**record, "plays": [{"contract": "schnapsen", "declarer": 0}]}
    del record["sheet"]
    return {name: value for name, value in record.items() if name not in ("id", "forehand")} | by_hand


def as_text(lines: list[Record]) -> str:
    """The lines as a file has them."""
    return "\n".join(json.dumps(line) for line in lines)
