"""An evening that is brought in is shown, written as shown, and comes to what `score --session` says."""

import json
import uuid
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.book import audit
from scoring.book.ledger.book import load_book
from scoring.book.ledger.seats import find_game_table
from scoring.engine.evening.course import Hand
from scoring.engine.evening.state import Session
from scoring.engine.hand.record import SEATS, print_record
from scoring.engine.hand.scorer import RecordScorer
from scoring.engine.house_rules.library import BUILT_IN, load_built_in
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.points import print_amount
from scoring.models import Entry, GameTable, Total
from scoring.reports.imports.record_lines import (
    LONGEST,
    MOST_BYTES,
    MOST_LINES,
    MOST_OPENED,
    UnreadableLine,
    choose_house,
    decode_file,
    load_named_sheets,
    parse_lines,
)
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
from tests.scoring.engine.support.built_in import rules_of
from tests.scoring.engine.support.strategies import records
from tests.scoring.support.evenings import SIX
from tests.scoring.support.tables import dreier, rufer, totals, trischaken

pytestmark = pytest.mark.django_db
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


TWO = as_text([dreier(), rufer(1)])


@pytest.fixture
def run(tmp_path: Path) -> Any:
    """Run the command on these records; what it prints."""

    def run_on(text: str | bytes = TWO, *more: str, players: int = 4, sheet: str = "treffpunkt") -> str:
        file, printed = tmp_path / "evening.jsonl", StringIO()
        file.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
        rules = ["--sheet", sheet] if sheet else []
        call_command(
            "import_evening", str(file), "--names", *SIX[:players], *rules, "--language=en", *more, stdout=printed
        )
        return printed.getvalue()

    return run_on


def test_records_are_shown_with_payouts_and_totals_and_written_only_when_told(run):
    shown = run()
    assert all(word in shown for word in ("Dreier", "Rufer", "+15", "2 hands", "Nothing is saved yet"))
    assert not GameTable.objects.exists()
    shown = run(TWO, "--write")
    table = GameTable.objects.get()
    assert f"Saved as table {table.slug}" in shown
    assert totals(table) == [14, -4, -6, -4]
    assert table.ended is not None


def test_it_may_go_on_be_of_another_day_and_for_money(run):
    run(TWO, "--write", "--open", "--day", "2019-12-31", "--cents", "20")
    table = GameTable.objects.get()
    assert table.ended is None
    assert timezone.localtime(table.started).date().isoformat() == "2019-12-31"
    assert json.loads(table.agreed)["rate"] == 20


def test_bad_lines_keep_all_out_unless_they_are_left_out(run):
    text = as_text([dreier(), {"plays": []}, dreier()])
    with pytest.raises(CommandError, match="--leave-out"):
        run(text, "--write")
    assert not GameTable.objects.exists()
    assert "Cannot be imported" in run(text, "--write", "--leave-out")
    assert Entry.objects.filter(kind="hand").count() == 2


def test_the_same_evening_again_is_told_and_needs_a_word(run):
    run(TWO, "--write")
    with pytest.raises(CommandError, match=str(GameTable.objects.get().slug)):
        run(TWO, "--write")
    run(TWO, "--write", "--again")
    assert GameTable.objects.count() == 2


def test_the_house_rules_may_be_those_of_the_records(run):
    with pytest.raises(CommandError, match="house rules"):
        run(TWO, sheet="")
    run(as_text([{**dreier(), "sheet": "skoty"}]), "--write", sheet="")
    assert GameTable.objects.get().sheet_version.sheet == "skoty"


def test_an_option_is_switched_and_one_that_does_not_exist_is_refused(run):
    for options in ([], ["--option", "radl_announced_only=off"], ["--option", "radl_announced_only=on"]):
        run(TWO, "--write", "--again", *options)
    usual, off, on = GameTable.objects.order_by("pk").values_list("sheet_version", flat=True)
    assert usual == off != on
    for sheet, option in (("treffpunkt", "nothing=on"), ("", "radl_announced_only=on")):
        with pytest.raises(CommandError, match=option.partition("=")[0]):
            run(as_text([{**dreier(), "sheet": "treffpunkt"}]), "--option", option, sheet=sheet)


@pytest.mark.parametrize(
    ("more", "players", "word"),
    [(("--day", "2999-01-01"), 4, "day"), (("--day", "2026-02-30"), 4, "date"), ((), 3, "four to six")],
    ids=["future", "no day", "three"],
)
def test_what_cannot_be_is_told(run, more, players, word):
    with pytest.raises(CommandError, match=word):
        run(TWO, *more, players=players)


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "nothing"),
        (b"\xff\xfe{}", "not_utf8"),
        (b"PK\x03\x04\xd0", "not_utf8"),
        (b" " * (MOST_BYTES + 1), "too_large"),
        (b"{}\n" * (MOST_LINES + 1), "too_many_lines"),
    ],
    ids=["empty", "utf16", "zip", "large", "long"],
)
def test_what_is_no_text_of_records_is_refused_as_a_whole(run, raw, code):
    with pytest.raises(UnreadableLine, match=code):
        parse_lines(decode_file(raw))
    with pytest.raises(CommandError):
        run(raw)


def test_a_file_from_windows_is_read(run):
    assert "2 hands" in run(b"\xef\xbb\xbf" + TWO.replace("\n", "\r\n").encode())


@pytest.mark.parametrize(
    "line",
    [
        "[" * (MOST_OPENED + 1),
        '{"id": "' + "x" * LONGEST + '"}',
        '{"void": true, "void": true}',
        '{"plays": [{"contract": "a", "contract": "b", "declarer": 0}]}',
        '{"sheet": "\\ud800\\u0000"}',
        '{"plays": 1e999}',
        '{"plays": NaN}',
        '{"forehand": ' + "9" * 5000 + "}",
        "{'void': true}",
        "\x00",
        '{"\\ud800": 1, "plays": []}',
    ],
    ids=lambda line: line[:12],
)
def test_a_hostile_line_is_told_and_nothing_more(run, line):
    shown = run(f"{TWO}\n{line}").splitlines()
    assert "Cannot be imported" in shown[4]
    assert "2 hands" in shown[5]
