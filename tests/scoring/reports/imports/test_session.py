"""An evening that is brought in comes to what `manage.py score --session` says, in the preview and in the book."""

import json
import uuid
from datetime import date
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.book import audit
from scoring.book.ledger.book import load_book
from scoring.book.ledger.seats import find_game_table
from scoring.engine.evening.course import Hand
from scoring.engine.evening.state import Session
from scoring.engine.hand.scorer import RecordScorer
from scoring.engine.house_rules.library import BUILT_IN, load_built_in
from scoring.engine.points import print_amount
from scoring.models import Entry, GameTable, Total
from scoring.reports.imports.record_lines import choose_house, load_named_sheets, parse_lines
from scoring.reports.imports.services import (
    BAD,
    EveningImport,
    ReplayedEvening,
    find_imported,
    import_evening,
    replay_lines,
)
from scoring.table.evenings.services import OtherEvening
from tarockclub.platform.accounts.actors import ANONYMOUS
from tarockclub.platform.accounts.persons import load_first_club
from tests.scoring.reports.imports.sessions import Record, as_text, sessions
from tests.scoring.support.evenings import SIX
from tests.scoring.support.tables import dreier, rufer, trischaken

pytestmark = pytest.mark.django_db
MANY = [pytest.mark.heavy, pytest.mark.sqlite]  # one sheet is enough for both databases
SHEETS = pytest.mark.parametrize(
    "sheet_id",
    ["treffpunkt", *(pytest.param(sheet, marks=MANY) for sheet in BUILT_IN if sheet != "treffpunkt")],
)


def replay_evening(lines: list[Record], sheet_id: str = "treffpunkt", players: int = 4) -> ReplayedEvening:
    parsed, rules = parse_lines(as_text(lines)), load_built_in(sheet_id)
    assert rules is not None
    sheets = {sheet_id: rules, **load_named_sheets(parsed, None)}
    return replay_lines(parsed, choose_house(sheet_id), players, "en", sheets)


def build_import(evening: ReplayedEvening, **more: Any) -> EveningImport:
    said = {"names": SIX[: evening.players], "day": timezone.localdate(), "agreed": "{}", "ends": True, **more}
    return EveningImport(evening, **said)


def in_the_book(evening: ReplayedEvening, **more: Any) -> GameTable:
    return import_evening(str(uuid.uuid4()), build_import(evening, **more), load_first_club(), ANONYMOUS)


def totals_told(lines: list[Record], sheet_id: str, players: int, without: set[int]) -> list[str]:
    """Return the totals that manage.py score says in the end."""
    session = Session(RecordScorer(load_built_in, sheet_id), players)
    told = [session.answer_line(json.dumps(line).encode())[0] for at, line in enumerate(lines, 1) if at not in without]
    totals: list[str] = json.loads(told[-1])["totals"] if told else ["0"] * players
    return totals


@SHEETS
@pytest.mark.parametrize("players", [4, *(pytest.param(count, marks=MANY) for count in (5, 6))])
@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_the_book_comes_to_what_the_score_command_says(sheet_id, players, data):
    lines = data.draw(sessions(sheet_id, players))
    evening = replay_evening(lines, sheet_id, players)
    twice = {line.line for line in evening.bad if line.problems[0].code == "id_twice"}
    expected = totals_told(lines, sheet_id, players, twice)
    assert [print_amount(total) for total in evening.totals] == expected
    if not evening.good:
        return
    table = in_the_book(evening)
    book = load_book(table)
    assert [print_amount(total) for total in book.now.totals[:players]] == expected
    rows = Total.objects.filter(sitting__table=table).order_by("sitting__place").values_list("money", flat=True)
    assert [print_amount(total) for total in rows] == expected
    assert audit.verify([table.pk]) == []
    assert table.ended is not None


def test_every_line_says_what_it_is_and_where_all_stand():
    lines = [trischaken(), {"redeal": True}, rufer(1, contract="schnapsen"), dreier(2), {"void": True}, dreier(0)]
    found = replay_evening(lines).lines
    assert [event.what for event in found] == ["hand", "redeal", "bad", "hand", "void", "hand"]
    assert [event.before.forehand for event in found] == [0, 1, 1, 1, 2, 3]
    assert [event.after.totals[2] // 6 for event in found] == [
        2,
        2,
        2,
        2 + 30,
        32,
        32 - 10,
    ]  # the Radl after Trischaken


def test_what_a_record_says_itself_is_set_by_hand_and_only_where_it_differs():
    lines = [{**dreier(), "forehand": 2, "radl": False}, {**dreier(), "radl": True}, {**dreier(), "forehand": 3}]
    evening = replay_evening([*lines, {**dreier(), "forehand": 2}])
    assert evening.first_forehand == 2
    assert [line.radl_set for line in evening.lines] == [None, 2, None, None]
    assert [line.forehand_set for line in evening.lines] == [False, False, True, True]
    table = in_the_book(evening)
    kinds = list(Entry.objects.filter(table=table).order_by("sequence").values_list("kind", "radl_set"))
    assert kinds == [
        ("hand", None),
        ("hand", 2),
        *([("forehand", None), ("hand", None)] * 2),
        ("ended", None),
    ]
    deals = [line.content for line in load_book(table).played if isinstance(line.content, Hand)]
    assert [hand.forehand for hand in deals] == [2, 3, 3, 2]


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ({**dreier(), "sheet": "skoty"}, "other_sheet"),
        ({**dreier(), "options": {"radl_announced_only": True}}, "other_options"),
        ({**dreier(), "sheet": "none"}, "unknown_sheet"),
        ({**dreier(), "id": "b1f0"}, "id_twice"),
        ({**dreier(True)}, "invalid_seat"),
        ({**dreier(), "forehand": 10**26}, "invalid_seat"),
        ({"void": 1}, "invalid_mark"),
        ([], "not_an_object"),
    ],
    ids=str,
)
def test_what_does_not_belong_to_the_evening_is_told(record, code):
    evening = replay_evening([{**dreier(), "id": "b1f0"}, record])
    assert [line.what for line in evening.lines] == ["hand", BAD]
    assert [problem.code for problem in evening.lines[1].problems] == [code]


def test_a_records_own_id_is_the_key_of_its_entry_where_it_can_be_one():
    table = in_the_book(replay_evening([{**dreier(), "id": "b1f0"}, {**dreier(), "id": "two words"}, dreier()]))
    keys = Entry.objects.filter(table=table).order_by("sequence").values_list("key", flat=True)
    assert list(keys)[:3] == ["b1f0", "hand 2", "hand 3"]


def test_the_same_key_brings_an_evening_in_only_once_and_no_other_one():
    evening, key = replay_evening([dreier(), rufer(1)]), str(uuid.uuid4())
    first = import_evening(key, build_import(evening), load_first_club(), ANONYMOUS)
    assert import_evening(key, build_import(evening), load_first_club(), ANONYMOUS) == first
    assert Entry.objects.filter(table=first).count() == 3
    for other in (
        build_import(replay_evening([dreier()])),
        build_import(evening, names=SIX[1:5]),
        build_import(evening, ends=False),
    ):
        with pytest.raises(OtherEvening):
            import_evening(key, other, load_first_club(), ANONYMOUS)


def test_the_same_evening_is_noticed_by_its_hands_and_by_their_ids():
    evening = replay_evening([dreier(), rufer(1)])
    assert find_imported(load_first_club(), evening) is None
    table = in_the_book(evening)
    assert find_imported(load_first_club(), replay_evening([dreier(), rufer(1)])) == table
    assert find_imported(load_first_club(), replay_evening([dreier(), rufer(1), dreier()])) is None
    other = in_the_book(replay_evening([{**dreier(), "id": str(uuid.UUID(int=7))}]))
    again = replay_evening([{**dreier(1), "id": str(uuid.UUID(int=7))}])
    assert find_imported(load_first_club(), again) == other


def test_it_is_of_its_day_and_open_where_it_is_not_over():
    table = in_the_book(replay_evening([dreier()]), day=date(2019, 12, 31), ends=False)
    fresh = find_game_table(table.slug)
    assert timezone.localtime(fresh.started).date() == date(2019, 12, 31)
    assert fresh.ended is None
