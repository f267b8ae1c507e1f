"""Lists as people send them, each with what a careful secretary would save, written before it was tried."""

from collections import Counter

import pytest
from django.db import transaction

from tests.support.paths import ROOT
from tests.tournaments.people.list_import.judge import AS_MEANT, MONEY, NOTICE, POINTS, QUESTION, WRONG, judge

pytestmark = [pytest.mark.django_db, pytest.mark.heavy]
FOLDER = ROOT / "tests/data/sent-lists"


def test_lists_that_people_send_come_in_as_meant_or_are_asked_about_and_no_money_or_points_are_wrong(director):
    verdicts = {}
    for folder in sorted(FOLDER.iterdir()):
        with transaction.atomic():
            verdicts[folder.name] = judge(folder, director)
            transaction.set_rollback(True)
    counts = Counter(verdict.verdict for verdict in verdicts.values())
    lines = [f"{name}: {row.verdict}, {row.flagged} flagged" for name, row in verdicts.items()]
    for line, verdict in zip(lines, verdicts.values(), strict=True):
        print(line, *(f"\n    {fault.verdict} ({fault.kind}): {fault.text}" for fault in verdict.faults))
    print({word: counts[word] for word in (AS_MEANT, QUESTION, NOTICE, WRONG)})
    wrong = [fault for verdict in verdicts.values() for fault in verdict.faults if fault.verdict == WRONG]
    assert not [fault.text for fault in wrong if fault.kind in (POINTS, MONEY)]
    assert 30 * counts[WRONG] <= len(verdicts)
    assert 3 * counts[AS_MEANT] >= 2 * len(verdicts)  # of others something is asked
