"""`manage.py import_evening`: an evening is shown, written as it was shown, and nothing hostile gets further."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from scoring.models import Entry, GameTable
from scoring.reports.imports.record_lines import (
    LONGEST,
    MOST_BYTES,
    MOST_LINES,
    MOST_OPENED,
    UnreadableLine,
    decode_file,
    parse_lines,
)
from tests.scoring.reports.imports.sessions import as_text
from tests.scoring.support.evenings import SIX
from tests.scoring.support.tables import dreier, rufer, totals

pytestmark = pytest.mark.django_db
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
