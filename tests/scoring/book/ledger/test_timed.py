"""A table with a clock: what is taken when, what is written, its pages; golden moments: tests/data/clock.toml."""

import json
import tomllib
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.book import audit, table_clock
from scoring.book import table_clock as table_clock_clock
from scoring.book.ledger.entries import Outcome, build_entry_facts
from scoring.book.ledger.services import record_hand
from scoring.book.table_clock import PlayTime, decode_clock, encode_clock
from scoring.models import Entry, GameTable
from scoring.table.corrections import changes
from scoring.table.corrections.services import strike_last_deal
from tarockclub.kit import hash_chain
from tarockclub.platform.accounts.actors import Actor
from tests.scoring.support.clocks import clocked, enter, wind
from tests.scoring.support.corrections import payouts, radls
from tests.scoring.support.evenings import fresh, send_change
from tests.scoring.support.pages import url
from tests.scoring.support.state_machine_checks import all_of_it
from tests.scoring.support.tables import POINT, book_of, dreier, last_key, new_key, new_table, nuller, play
from tests.scoring.support.tampering import numbers
from tests.support.paths import DATA, DEV_DOCS
from tests.support.phones import Client

pytestmark = pytest.mark.django_db
MOMENTS = tomllib.loads((DATA / "clock.toml").read_text("utf-8"))["moments"]
PHASES = ("time", "play", "double", "none")
# For each thing that is said, a moment and a phase at which it is; what is said when is tried without the wire.
ONE_OF_EACH = {golden[phase]: (golden, phase) for golden in MOMENTS for phase in PHASES}
DIRECTOR = Actor(directs=True)
FIVE = ("Anna", "Berta", "Cilli", "Dora", "Emil")
SIX = (*FIVE, "Franz")


def describe_outcome(written) -> str:
    """Describe an outcome in the words of the golden moments."""
    return "saved" if written.outcome is Outcome.SAVED else written.code


def at_moment(golden) -> GameTable:
    """A table at one of the golden moments."""
    table = clocked(1800)
    assert enter(table).outcome is Outcome.SAVED
    wind(table, -60, double=golden.get("double_round", True), in_play=golden.get("in_play", True))
    for phase in golden.get("played", []):
        assert enter(table, phase).outcome is Outcome.SAVED
    wind(
        table,
        golden["left"],
        golden.get("stands", ""),
        double=golden.get("double_round", True),
        in_play=golden.get("in_play", True),
    )
    return fresh(table)


@pytest.mark.heavy_but("a minute is left-time")
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("golden", MOMENTS, ids=lambda golden: golden["name"])
def test_a_hand_is_answered_by_its_phase_and_the_servers_clock(golden, phase):
    table = at_moment(golden)
    before = all_of_it(table)
    written = enter(table, "" if phase == "none" else phase)
    assert describe_outcome(written) == golden[phase]
    if golden[phase] != "saved":
        later = ("not_started", "in_pause", "halted")
        asked = {"no_phase": Outcome.INVALID} | dict.fromkeys(later, Outcome.NOT_NOW)
        assert written.outcome is asked.get(written.code, Outcome.TIME_OVER)
        assert all_of_it(table) == before
    assert audit.verify([table.pk]) == []


@pytest.mark.parametrize(("golden", "phase"), ONE_OF_EACH.values(), ids=ONE_OF_EACH)
def test_the_same_is_said_over_the_wire_with_its_reason(golden, phase):
    table = at_moment(golden)
    body = {"key": new_key(), "previous": last_key(table), "seats": [0, 1, 2, 3, book_of(table).now.forehand]}
    body |= {"record": dreier(0)} | ({} if phase == "none" else {"phase": phase})
    answer = Client().post(url("save_hand", table), json.dumps(body), content_type="application/json")
    said = answer.json()
    if golden[phase] == "saved":
        assert (answer.status_code, said["saved"]) == (200, True)
    else:
        assert (said["code"], said["held"]) == (golden[phase], False)
        assert answer.status_code in ((400,) if said["code"] == "no_phase" else (423, 425))
        assert len(said["message"]) > 20


def test_a_hand_without_its_phase_is_told_all_else_that_is_wrong_with_it_and_is_not_held():
    table = clocked(60)
    record = {"plays": [{"contract": "dreier", "declarer": 0}]}  # won or lost?
    written = enter(table, "", raw=record)
    assert (written.outcome, written.code) == (Outcome.INVALID, "no_phase")
    paths = [problem.path for problem in written.problems]
    assert paths
    assert all(path.startswith("plays/0") for path in paths)
    body = {"key": new_key(), "previous": "", "seats": [0, 1, 2, 3, book_of(table).now.forehand], "record": record}
    answer = Client().post(url("save_hand", table), json.dumps(body), content_type="application/json")
    said = answer.json()
    assert (answer.status_code, said["code"], said["held"]) == (400, "no_phase", False)
    assert [error["path"] for error in said["errors"]] == ["phase", *paths]
    page = Client().post(url("save_hand", table), {"key": new_key(), "previous": ""})
    assert page.status_code == 400
    assert fresh(table).last_sequence == 0


@pytest.mark.parametrize(("double", "told_then"), [(False, "saved"), (True, "no_phase")])
def test_where_no_time_ends_and_nothing_is_doubled_every_hand_is_one_in_time(double, told_then):
    table = clocked(0, timed=False, double=double, hands=(16, 20, 24))
    clock = decode_clock(table.clock)
    assert clock is not None
    GameTable.objects.filter(pk=table.pk).update(clock=encode_clock(clock._replace(ends=None)))
    written = enter(table, "")
    assert describe_outcome(written) == told_then
    if told_then == "saved":
        assert book_of(table).played[0].entry.phase == "time"
        assert audit.verify([table.pk]) == []


def test_the_double_round_begins_with_its_first_hand_and_everybody_deals_once():
    for names in (FIVE[:4], FIVE, SIX):
        table = clocked(60, names=names)
        enter(table)
        enter(table)
        wind(table, -1)
        enter(table, "play")
        for _ in names:
            assert enter(table, "double").outcome is Outcome.SAVED
        assert describe_outcome(enter(table, "double")) == "double_round_over"
        played = book_of(table).played
        doubled = [line for line in played if line.entry.phase == "double" and line.is_deal]
        assert sorted(line.before.dealer for line in doubled) == list(range(len(names)))
        assert radls(table) == [1, 1, 1, None, *[2] * len(names)]
        assert [line.entry.kind for line in played][3] == "last_round"
        assert audit.verify([table.pk]) == []


def test_a_radl_that_still_runs_merges_into_the_double_round():
    table = clocked(60)
    enter(table)
    enter(table, raw=nuller(1))  # four deals are double
    wind(table, -1)
    enter(table, "play")
    for _ in range(4):
        assert enter(table, "double").outcome is Outcome.SAVED
    assert [factor for factor in radls(table) if factor] == [1, 1, 2, 2, 2, 2, 2]


def test_a_hand_of_the_double_round_that_is_refused_begins_nothing():
    table = clocked(-1)
    before = all_of_it(table)
    assert enter(table, "double", {"plays": []}).outcome is Outcome.INVALID
    assert enter(table, "double", previous_of_another(table)).outcome is Outcome.INVALID
    assert all_of_it(table) == before


def previous_of_another(table: GameTable) -> dict[str, object]:
    """Return a record that is no hand."""
    return {"plays": [{"contract": "no such game"}], "table": table.pk}


def test_the_first_hand_of_the_double_round_sent_again_is_answered_as_the_first_time():
    table = clocked(-1)
    key, previous = new_key(), last_key(table)
    first = enter(table, "double", key=key)
    wind(table, 0, "done")
    before = all_of_it(table)
    again = record_hand(table.slug, key, previous, dreier(0), phase="double")
    assert (again.outcome, again.entry) == (Outcome.SAVED, first.entry)
    assert all_of_it(table) == before


def test_a_struck_hand_in_play_may_be_entered_again_and_does_not_come_back_beside_the_other():
    table = clocked(-1)
    enter(table, "play")
    line = numbers(table)[-1]
    assert strike_last_deal(table, new_key(), last_key(table), "falsch").outcome is Outcome.SAVED
    assert enter(table, "play", dreier(1)).outcome is Outcome.SAVED
    back = send_change(table, changes.restore_line(line))
    assert (back.outcome, back.code) == (Outcome.TIME_OVER, "in_play_played")
    assert payouts(table)[0] == (0, 0, 0, 0)


def test_a_struck_deal_of_the_double_round_does_not_come_back_beside_the_other():
    table = clocked(-1)
    for _ in range(4):
        enter(table, "double")
    line = numbers(table)[-1]
    strike_last_deal(table, new_key(), last_key(table), "falsch")
    assert enter(table, "double", dreier(1)).outcome is Outcome.SAVED
    back = send_change(table, changes.restore_line(line))
    assert (back.outcome, back.code) == (Outcome.TIME_OVER, "double_round_over")


def test_a_redeal_uses_up_nothing_after_the_gong():
    table = clocked(-1)
    enter(table, "double")
    assert send_change(table, changes.redeal()).entry
    for _ in range(3):
        assert enter(table, "double").outcome is Outcome.SAVED
    assert describe_outcome(enter(table, "double")) == "double_round_over"


def test_a_void_deal_of_the_double_round_is_one_of_it():
    table = clocked(-1)
    void = send_change(table, changes.void_next_deal())
    assert (void.outcome, void.code) == (Outcome.TIME_OVER, "time_up")
    enter(table, "double")
    assert send_change(table, changes.void_next_deal(), who=DIRECTOR).entry
    assert [enter(table, "double").outcome for _ in range(3)] == [Outcome.SAVED, Outcome.SAVED, Outcome.TIME_OVER]
    assert [line.entry.phase for line in book_of(table).played] == ["double"] * 5


def test_the_phase_stays_with_the_line_whatever_becomes_of_it():
    table = clocked(60)
    enter(table)
    line = numbers(table)[0]
    wind(table, -1)
    for ask in (
        changes.correct_hand(line, dreier(1)),
        changes.void_hand(line),
        changes.correct_hand(line, dreier(2)),
        changes.strike_line(line),
    ):
        assert send_change(table, ask, who=DIRECTOR).outcome is Outcome.SAVED
    assert set(Entry.objects.filter(table=table).values_list("phase", flat=True)) == {"time"}
    assert audit.verify([table.pk]) == []


def test_a_table_without_a_clock_asks_for_no_phase_and_keeps_none():
    table = new_table()
    assert enter(table, "play").outcome is Outcome.SAVED
    assert book_of(table).played[0].entry.phase == ""


@pytest.mark.parametrize("left", [1800, -1])
def test_a_clock_asks_no_more_of_the_database(left):
    plain, timed = new_table(), clocked(left)
    counts = []
    for table, phase in ((plain, ""), (timed, "time" if left > 0 else "double")):
        enter(table, phase)
        previous = last_key(table)
        with CaptureQueriesContext(connection) as queries:
            record_hand(table.slug, new_key(), previous, dreier(1), phase=phase)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_who_is_quicker_is_told_before_the_clock_is_asked():
    table = clocked(60)
    enter(table)
    wind(table, -1)
    assert record_hand(table.slug, new_key(), "", dreier(0), phase="time").outcome is Outcome.STALE


def test_a_director_types_in_a_sheet_of_paper_whenever_he_likes():
    table = clocked(0, "done")
    assert enter(table, "", who=DIRECTOR).outcome is Outcome.SAVED
    assert enter(table, "play", who=DIRECTOR).outcome is Outcome.SAVED
    for _ in range(4):
        assert enter(table, "double", who=DIRECTOR).outcome is Outcome.SAVED
    assert [line.entry.phase for line in book_of(table).played] == ["time", "play", *["double"] * 5]
    assert describe_outcome(enter(table, "later", who=DIRECTOR)) == "no_phase"


def test_a_clock_is_read_as_it_was_written():
    ends = datetime(2026, 10, 25, 1, 59, 59, 999000, tzinfo=UTC)  # the night in which an hour comes twice
    clock = PlayTime(ends=ends, stands="", settled=(1, 7), double=False)
    assert decode_clock(encode_clock(clock)) == clock
    assert clock.compute_left(ends - timedelta(minutes=30)) == 30 * 60 * 1000


def test_every_code_of_the_clock_has_its_sentence_and_is_explained_in_the_docs():
    codes = {
        value
        for name, value in vars(table_clock_clock).items()
        if name.isupper() and isinstance(value, str) and value in table_clock._SENTENCES
    }
    assert {moment[phase] for moment in MOMENTS for phase in ("time", "play", "double", "none")} - {"saved"} <= codes
    page = (DEV_DOCS / "book.md").read_text("utf-8")
    assert all(f"`{code}`" in page for code in codes)
    assert len({table_clock.format_clock_refusal(code) for code in codes}) == len(codes)


def test_an_entry_without_a_phase_is_hashed_as_before_there_were_any():
    table = new_table()
    play(table, dreier(0))
    entry = book_of(table).played[0].entry
    said = build_entry_facts(entry, table.slug.hex)
    before = json.dumps(list(said)[:-1], ensure_ascii=False, separators=(",", ":")).encode()
    assert bytes(entry.hash) == sha256(bytes(entry.previous_hash) + before).digest()
    assert hash_chain.compute_link(b"", said._replace(phase="time")) != hash_chain.compute_link(b"", said)


def test_the_preview_of_the_first_hand_of_the_double_round_is_double():
    table = clocked(-1)
    paid = {}
    for phase in ("play", "double"):
        said = Client().post(url("preview", table), {**posted_form(table), "phase": phase})
        paid[phase] = dict(said.context["scored"].amounts)
    assert paid["play"]["Anna"] == 15 * POINT
    assert paid["double"]["Anna"] == 30 * POINT


def posted_form(table: GameTable) -> dict[str, str]:
    """A Dreier that Anna has won, as the form posts it."""
    fields = {"p0-contract": "dreier", "p0-declarer": "0", "p0-result": "won"}
    return {**fields, "key": new_key(), "previous": last_key(table)}


def test_the_form_of_the_page_says_the_phase_and_is_given_back_where_the_clock_refuses_it(settings):
    settings.HOOKS = ""  # a table with a clock, and no tournament
    table = clocked(-1)
    page = Client().get(url("table", table)).content.decode()
    assert 'value="play" autocomplete="off" checked' in page
    refused = Client().post(url("save_hand", table), {**posted_form(table), "phase": "time"})
    assert refused.status_code == 423
    assert refused.context["problems"]
    assert 'value="dreier" checked' in refused.content.decode()
    saved = Client().post(url("save_hand", table), {**posted_form(table), "phase": "double"})
    assert saved.status_code == 302
    assert radls(table) == [None, 2]


@pytest.mark.heavy_but("de-0-done")
@pytest.mark.parametrize(("left", "stands"), [(600, ""), (-1, ""), (600, "paused"), (600, "referee"), (0, "done")])
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_page_of_a_table_with_a_clock_can_be_opened(settings, left, stands, language):
    settings.HOOKS = ""  # a table with a clock, and no tournament
    table = clocked(60)
    enter(table)
    wind(table, left, stands)
    phone = Client(headers={"accept-language": language})
    for name in ("table", "more", "settlement", "live"):
        assert phone.get(url(name, table)).status_code == 200
    deal = phone.get(f"{url('table', table)}lines/{numbers(table)[0]}/")
    assert (b"/change/" in deal.content) == (stands not in ("done", "referee"))
    more = phone.get(url("more", table)).content.decode()
    assert 'name="deals"' not in more
    assert 'name="what" value="end"' not in phone.get(url("settlement", table)).content.decode()


def test_the_page_of_a_table_that_has_played_says_so_and_shows_no_form(settings):
    settings.HOOKS = ""
    table = clocked(-1)
    for _ in range(4):
        enter(table, "double")
    page = Client().get(url("table", table))
    assert 'id="entry"' not in page.content.decode()
    assert page.context["phase"].closed
