"""The same on other sheets; a module of its own, so that another process may run it at the same time."""

import pytest

from tests.scoring.book.ledger.test_book_machine import run
from tests.scoring.support.state_machine_rules import Tables
from tests.scoring.support.state_machine_sheets import Karlsruhe, Skoty, Stacks, Zwanzigerrufen

pytestmark = [pytest.mark.django_db, pytest.mark.heavy, pytest.mark.sqlite]


@pytest.mark.parametrize("machine", [Karlsruhe, Skoty, Stacks, Zwanzigerrufen])
def test_the_book_is_what_the_paper_says_on_other_sheets(machine: type[Tables]) -> None:
    run(machine, 3, 25)
