"""A paper sheet that is typed in while phones enter hands: its lines stand one after the other, or not at all."""

import pytest

from scoring.book.ledger.services import record_hand
from scoring.models import Entry, GameTable
from tests.scoring.book.ledger.test_races import at_once
from tests.tournaments.hall.desk.playing import normal
from tests.tournaments.results.standings.played_tables import running
from tests.tournaments.support import acts, factories
from tournaments.core.acts import ActionRefused
from tournaments.models import RoundTable

pytestmark = pytest.mark.usefixtures("fresh_database")
SHEET = ["no 24 +"] * 6
HANDS = 8


def by_phone(game):
    """Hands from a phone that shows the newest page, one after the other."""
    for _hand in range(HANDS):
        now = GameTable.objects.get(pk=game)
        record_hand(now.slug, factories.new_key(), now.last_key, normal(), phase="time")


def typed_in(table, key):
    """The sheet, as it was begun before anybody had entered a hand."""
    try:
        acts.enter_sheet(RoundTable.objects.get(pk=table), key, "", SHEET)
    except ActionRefused as refused:
        return refused.code
    return "entered"


@pytest.mark.heavy
@pytest.mark.parametrize("_time", range(3))
def test_the_lines_of_a_sheet_stand_together_or_not_at_all(_time):
    _of, _first, tables = running(8)
    table, key = tables[0], factories.new_key()

    def one_of_them(at):
        return by_phone(table.game_table_id) if at % 2 else typed_in(table.pk, key)

    said = {answer for answer in at_once(one_of_them) if answer}
    entries = Entry.objects.filter(table=table.game_table).order_by("sequence")
    on_paper = [entry.key.startswith(key) for entry in entries]
    assert said <= {"entered", "stale"}
    if "entered" in said:
        assert on_paper[: len(SHEET)] == [True] * len(SHEET)
    assert sum(on_paper) == ("entered" in said) * len(SHEET)
