"""The machine with any hand of other sheets: Radl or none, money and written score apart, Radln that pile up."""

from hypothesis import strategies as st

from tests.scoring.engine.support.strategies import records
from tests.scoring.support.expected_hands import PaperHand, hand_of, sheet_named
from tests.scoring.support.state_machine_rules import Draw, Tables

KINDS = ("sided", "negative", "trischaken", "trischaken")  # what begins a Radl comes often


class AnyHand(Tables):
    """A table where any hand of its sheet may be played."""

    def draw_hand(self, data: Draw, seats: tuple[int, ...], forehand: int) -> PaperHand:
        """A hand of the sheet."""
        return hand_of(self.sheet, data.draw(hands_of(self.sheet)), seats, forehand)


def hands_of(name: str) -> st.SearchStrategy:
    """Valid hands of a sheet."""
    return records(sheet_named(name), kinds=("sided",) if name == "zwanzigerrufen" else KINDS)


class Karlsruhe(AnyHand):
    """A Radl after a Trischaken."""

    sheet = "karlsruhe"


class Skoty(AnyHand):
    """Money and written score apart."""

    sheet = "skoty"


class Zwanzigerrufen(AnyHand):
    """No Radl of its own."""

    sheet = "zwanzigerrufen"


class Stacks(AnyHand):
    """Radln pile up: four and eight times."""

    sheet, stacks = "radl-stacks", True
