"""Several desks at the same moment: somebody is checked in once, and pays once."""

import pytest

from tests.scoring.book.ledger.test_services_races import at_once
from tests.tournaments.support import factories
from tournaments.core.acts import ActionRefused
from tournaments.core.cash_journal.services import load_cash_box
from tournaments.people.door.services import check_in

pytestmark = pytest.mark.usefixtures("fresh_database")


def test_desks_that_tap_at_once_check_in_once_and_take_one_fee():
    of = factories.tournament(fee=300)
    (anna,) = factories.enter_people(of, "Anna")
    round_ = factories.round_(of, 0)

    def tap(_desk: int) -> str:
        try:
            return str(check_in(round_, factories.new_key(), anna.pk, paid=True).paid)
        except ActionRefused as refused:
            return refused.code

    outcomes = at_once(tap)
    assert (outcomes.count("300"), set(outcomes)) == (1, {"300", "here_already"})
    assert load_cash_box(of).balance == 300
