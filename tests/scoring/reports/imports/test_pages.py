"""The page that brings an evening in: looked at first, written as it was looked at, nothing hostile gets further."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import Entry, GameTable
from scoring.reports.imports import record_lines, replay, views
from scoring.reports.imports.chosen_rules import choose_house, load_named_sheets
from scoring.reports.imports.record_lines import MOST_BYTES, MOST_LINES, MOST_OPENED, UnreadableLine, parse_lines
from tests.scoring.reports.imports.sessions import as_text
from tests.scoring.support.evenings import SIX
from tests.scoring.support.tables import dreier, rufer, totals
from tests.support.accounts import log_in
from tests.support.shared_rows import share_rows

pytestmark = pytest.mark.django_db
PAGE = reverse("bring_evening")
TWO = as_text([dreier(), rufer(1)])
Fields = dict[str, Any]


@share_rows
def staff():
    """A secretary of the club."""
    return log_in()


def fill_form(text: str = TWO, players: int = 4, **more: Any) -> Fields:
    """The form as somebody fills it in."""
    names = {f"name{at}": name for at, name in enumerate(SIX[:players])}
    said = {"key": str(uuid4()), "sheet": "treffpunkt", "day": "2026-11-01", "played_for": "points", "text": text}
    return {**said, **names, **more}


def looked_at(staff: Client, fields: Fields) -> Fields:
    """The form as the page gives it back: what was looked at may be written."""
    answer = staff.post(PAGE, fields)
    assert answer.status_code == 200, answer.content.decode()[-4000:]
    return {**fields, "seen": answer.context["seen"], "text": answer.context["text"], "write": "1"}


def test_the_example_on_the_page_can_be_brought_in(staff):
    example = staff.get(PAGE).content.decode().partition('<pre id="example">')[2].partition("</pre>")[0]
    report = staff.post(PAGE, fill_form(example)).context["report"]
    assert (report.hands, report.bad) == (2, ())


def test_records_are_shown_with_payouts_and_totals_and_written_only_then(staff):
    fields = looked_at(staff, fill_form())
    assert not GameTable.objects.exists()
    page = staff.post(PAGE, fill_form()).content.decode()
    assert all(word in page for word in ("Dreier", "15 <small>+15</small>", "−4 <small>+1</small>"))
    answer = staff.post(PAGE, fields)
    table = GameTable.objects.get()
    assert answer["Location"] == reverse("table", args=[table.slug])
    assert totals(table) == [14, -4, -6, -4]


def test_tapped_twice_it_is_written_once_and_other_content_is_refused(staff):
    fields = looked_at(staff, fill_form())
    first, second = staff.post(PAGE, fields), staff.post(PAGE, fields)
    assert (
        (first.status_code, first["Location"]) == (second.status_code, second["Location"]) == (302, first["Location"])
    )
    other = looked_at(staff, {**fill_form(as_text([dreier()])), "key": fields["key"]})
    assert staff.post(PAGE, other).status_code == 422
    assert GameTable.objects.count() == 1


def test_what_was_not_looked_at_is_not_written(staff):
    fields = looked_at(staff, fill_form())
    answer = staff.post(PAGE, {**fields, "text": as_text([dreier(1)])})
    assert answer.status_code == 200
    assert not GameTable.objects.exists()


def test_bad_lines_keep_all_out_unless_it_is_ticked_that_they_are_left_out(staff):
    fields = looked_at(staff, fill_form(as_text([dreier(), {"plays": []}, dreier()])))
    assert staff.post(PAGE, fields).status_code == 400
    assert not GameTable.objects.exists()
    assert staff.post(PAGE, {**fields, "leave_out": "on"}).status_code == 302
    assert Entry.objects.filter(kind="hand").count() == 2


def test_the_same_evening_again_is_told_and_needs_a_word(staff):
    staff.post(PAGE, looked_at(staff, fill_form(as_text([dreier(), dreier()]))))
    again = looked_at(staff, fill_form(as_text([dreier(), dreier()])))
    refused = staff.post(PAGE, again)
    assert refused.status_code == 409
    assert refused.context["before"] == GameTable.objects.get()
    assert staff.post(PAGE, {**again, "again": "on"}).status_code == 302
    assert GameTable.objects.count() == 2


def test_the_house_rules_may_be_those_of_the_records(staff):
    without = staff.post(PAGE, fill_form(sheet=""))
    assert without.status_code == 400
    assert "sheet" in without.context["form"].errors
    said = as_text([{**dreier(), "sheet": "skoty"}])
    staff.post(PAGE, looked_at(staff, fill_form(said, sheet="")))
    assert GameTable.objects.get().sheet_version.sheet == "skoty"


def test_a_file_is_read_as_a_pasted_text(staff):
    raw = b"\xef\xbb\xbf" + TWO.replace("\n", "\r\n").encode()
    fields = looked_at(staff, fill_form("", file=SimpleUploadedFile("x.jsonl", raw)))
    assert fields["text"] == TWO


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
def test_what_is_no_text_of_records_is_refused_as_a_whole(staff, raw, code):
    with pytest.raises(record_lines.UnreadableLine, match=code):
        record_lines.parse_lines(record_lines.decode_file(raw))
    answer = staff.post(PAGE, fill_form("", file=SimpleUploadedFile("x.jsonl", raw)))
    assert answer.status_code == 400


def test_far_too_large_a_form_is_not_even_read(staff):
    answer = staff.post(PAGE, fill_form("x" * (MOST_BYTES + 300_000)))
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("[" * (MOST_OPENED + 1), "nested_too_deep"),
        ('{"id": "' + "x" * record_lines.LONGEST + '"}', "line_too_long"),
        ('{"void": true, "void": true}', "said_twice"),
        ('{"plays": [{"contract": "a", "contract": "b", "declarer": 0}]}', "said_twice"),
        ('{"sheet": "\\ud800\\u0000"}', "unknown_sheet"),
        ('{"plays": 1e999}', "invalid_json"),
        ('{"plays": NaN}', "invalid_json"),
        ('{"forehand": ' + "9" * 5000 + "}", "invalid_json"),
        ("{'void': true}", "invalid_json"),
        ("\x00", "invalid_json"),
        ('{"\\ud800": 1, "plays": []}', "unknown_field"),
    ],
    ids=str,
)
def test_a_hostile_line_is_told_and_nothing_more(staff, line, code):
    answer = staff.post(PAGE, fill_form(f"{TWO}\n{line}"))
    assert answer.status_code == 200
    row = answer.context["report"].rows[2]
    assert code in [problem.code for problem in row.problems]


def test_what_takes_too_long_is_broken_off(monkeypatch):
    monkeypatch.setattr(replay, "MOST_SECONDS", -1)
    lines = parse_lines('{"sheet": "treffpunkt"}')
    with pytest.raises(UnreadableLine, match="too_slow"):
        replay.replay_lines(lines, choose_house("treffpunkt"), 4, "de", load_named_sheets(lines, None))


def test_more_lines_than_an_evening_has_are_counted_and_not_all_shown(staff, monkeypatch):
    monkeypatch.setattr(views, "MOST_ROWS", 1)
    page = staff.post(PAGE, fill_form(f"{TWO}\n[]\n{{}}"))
    assert [row.line for row in page.context["rows"]] == [1, 3]
    assert [row.line for row in page.context["bad"]] == [3]
    assert (page.context["more_rows"], page.context["more_bad"], page.context["report"].hands) == (2, 1, 2)


@pytest.mark.parametrize("day", ["2999-01-01", "1234-01-01", "x", "", "2026-02-30"])
def test_a_day_that_cannot_be_is_told(staff, day):
    assert "day" in staff.post(PAGE, fill_form(day=day)).context["form"].errors


def test_looking_asks_the_database_no_more_for_many_lines(staff):
    def count_queries(count: int) -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            staff.post(PAGE, fill_form(as_text([dreier()] * count)))
        return len(queries)

    count_queries(1)
    assert count_queries(2) == count_queries(60)
