"""The golden hands: the examples of the sheets, as most tests need them."""

import json
from collections.abc import Callable, Iterable

from scoring.engine.hand.examples import Example, load_examples

golden = load_examples


def line_of(hand: Example) -> bytes:
    """The record of a hand as a line of JSON."""
    return json.dumps(hand.record, ensure_ascii=False).encode()


def all_faults(hands: Iterable[Example], faults: Callable[[Example], Iterable[str]]) -> str:
    """Return all faults of the hands, each under its name; empty when all are right."""
    wrong = {f"{hand.record['sheet']}: {hand.name}": list(faults(hand)) for hand in hands}
    return "\n".join(f"{name}\n    " + "\n    ".join(found) for name, found in wrong.items() if found)
