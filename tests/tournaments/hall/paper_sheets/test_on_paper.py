"""Tables that play on paper: nobody asks there, the typed totals are the count, two people type and are compared."""

import pytest
from django.urls import reverse

from scoring.book.table_clock import decode_clock
from scoring.table.written_sheet.selectors import load_table_view
from tarockclub.platform.privacy.readers import INSIDE
from tests.tournaments.hall.clock.rounds import table_at, tables_of
from tests.tournaments.hall.desk.playing import at, play
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.selectors import load_settings
from tournaments.hall.desk.page import CHIPS, FINISHED, TOTALS, load_desk
from tournaments.hall.desk.questions import TableNow, find_question_moment
from tournaments.hall.paper_sheets.actions import PlayOnPaper
from tournaments.models import Act, Round, RoundTable

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("watch")]
GOOD = {1: ("12", "-4", "-8", "0"), 2: ("1", "1", "1", "-3"), 3: ("20", "-20", "7", "-7")}


def begin(count=3):
    """A round of some tables that runs, with play money whose chips are counted."""
    made = tables_of(count, fee=0)
    acts.start_clock(made, new_key())
    return Round.objects.select_related("tournament").get(pk=made.pk)


def page(round_):
    return reverse("quick_round", kwargs={"slug": round_.tournament.slug, "number": round_.number})


def say_on_paper(client, round_, *numbers):
    """Tick these tables, as the page does."""
    shown = client.get(page(round_))
    assert (
        client.post(page(round_), {"what": "paper", "key": shown.context["key"], "paper": list(numbers)}).status_code
        == 302
    )


def open_page(client, round_, query=""):
    """The fields of a page as they are sent: the keys, and what it has seen of each table."""
    rows = client.get(page(round_) + query).context["rows"]
    seen = {f"t{row.table.number}-seen": row.table.game_table.last_sequence for row in rows}
    return {f"t{row.table.number}-key": row.key for row in rows} | seen


def fill(number, amounts):
    return {f"t{number}-a{place}": amount for place, amount in enumerate(amounts)}


def list_done(round_):
    return list(RoundTable.objects.filter(round=round_, done__isnull=False).values_list("number", flat=True))


def is_asked_by_phone(round_, number):
    """Return whether the phones of a table will be asked if it still plays."""
    table = RoundTable.objects.select_related("round", "game_table__sheet_version").get(round=round_, number=number)
    clock = decode_clock(table.game_table.clock)
    assert clock is not None
    now = TableNow(table, clock, "", is_over=False)
    view = load_table_view(table.game_table, INSIDE)
    return find_question_moment(now, view, load_settings(round_.tournament)) is not None


def list_kinds(director, round_):
    return {
        need.kind: [row.number for row in need.tables] for need in director.get(at("desk", round_)).context["needs"]
    }


def test_nobody_asks_a_table_on_paper_and_its_saved_totals_close_it(director, watch):
    round_ = begin()
    say_on_paper(director, round_, 2, 3)
    play(round_, 1)
    watch.later(minutes=25)
    silent = [quiet.row.number for quiet in load_desk(round_.tournament, round_, INSIDE).silence.silent]
    assert silent == [1]
    assert "auf Papier" in director.get(at("desk", round_)).content.decode()
    watch.later(minutes=15)
    assert list_kinds(director, round_)[TOTALS] == [2, 3]
    assert director.post(page(round_), open_page(director, round_) | fill(2, GOOD[2])).status_code == 302
    assert list_done(round_) == [2]
    kinds = list_kinds(director, round_)
    assert kinds[TOTALS] == [3]
    assert 2 not in [*kinds.get(CHIPS, []), *kinds.get(FINISHED, [])]
    assert not Act.objects.filter(kind=Kind.COUNTED).exists()


def test_typed_totals_are_the_count_also_at_a_table_that_nobody_had_called_one_on_paper(director):
    round_ = begin()
    assert director.post(page(round_), open_page(director, round_) | fill(1, GOOD[1])).status_code == 302
    assert list_done(round_) == []
    assert list_kinds(director, round_)[FINISHED] == [1]
    acts.close_table(table_at(round_, 1), new_key())
    assert list_done(round_) == [1]


def test_a_phone_makes_it_a_table_with_a_phone_again_and_the_next_round_begins_like_this_one(director, watch):
    round_ = begin(2)
    say_on_paper(director, round_, 1, 2)
    play(round_, 1)
    watch.later(minutes=25)
    assert [quiet.row.number for quiet in load_desk(round_.tournament, round_, INSIDE).silence.silent] == [1]
    assert [is_asked_by_phone(round_, number) for number in (1, 2)] == [True, False]
    say_on_paper(director, round_)
    assert not RoundTable.objects.filter(paper=True).exists()
    say_on_paper(director, round_, 1, 2)
    with pytest.raises(ActionRefused, match="no_such_table"):
        PlayOnPaper(tables=[9]).perform(round_, new_key())
    following = acts.open_round(round_.tournament, new_key())
    acts.change_entries(following, new_key(), list(round_.tournament.entrants.values_list("pk", flat=True)))
    draft = acts.draft(following, new_key())
    acts.publish_draw(following, new_key(), draft.number)
    assert set(RoundTable.objects.filter(round=following).values_list("paper", flat=True)) == {True}


def test_a_whole_round_or_tournament_is_on_paper_by_one_tick(director):
    _of, round_, _tables = factories.whole(12, fee=0, on_paper=True)
    assert set(round_.tables.values_list("paper", flat=True)) == {True}
    for every, expected in (("none", False), ("all", True)):
        shown = director.get(page(round_))
        assert f'name="every" value="{every}"' in shown.content.decode()
        director.post(page(round_), {"what": "paper", "key": shown.context["key"], "every": every})
        assert set(round_.tables.values_list("paper", flat=True)) == {expected}


def test_of_two_who_type_at_once_none_undoes_the_other_and_the_second_finds_a_typing_error(director, secretary):
    round_ = begin(12)
    say_on_paper(director, round_, *range(1, 13))
    ours, theirs = open_page(director, round_), open_page(secretary, round_)
    typo = ("12", "-4", "-7", "-1")
    assert director.post(page(round_), ours | fill(1, typo) | fill(2, GOOD[2])).status_code == 302
    late = secretary.post(page(round_), theirs | fill(1, GOOD[1]) | fill(3, GOOD[3]))
    assert late.status_code == 400
    problems = {row.table.number: row.problems for row in late.context["rows"] if row.problems}
    assert list(problems) == [1]
    assert list_done(round_) == [1, 2, 3]
    again = open_page(secretary, round_, "?again=1") | {"again": "1"}
    assert sorted(name for name in again if name.endswith("-key")) == ["t1-key", "t2-key", "t3-key"]
    compared = secretary.post(page(round_), again | fill(1, GOOD[1]) | fill(2, GOOD[2]))
    [wrong] = [row for row in compared.context["rows"] if row.problems]
    assert wrong.table.number == 1
    assert "Eingetippt war: 12, -4, -7, -1" in wrong.problems[0].replace("−", "-")
    assert list(Act.objects.filter(kind=Kind.CHECKED).values_list("table__number", flat=True)) == [2]
    [row] = [row for row in secretary.get(page(round_)).context["rows"] if row.is_checked]
    assert row.table.number == 2
    assert "3 von 12 getippt, 1 bestätigt" in director.get(at("desk", round_)).content.decode()


def test_who_ticks_on_an_older_page_is_told_who_was_quicker(director, secretary):
    round_ = begin(2)
    ours, theirs = director.get(page(round_)).context["key"], secretary.get(page(round_)).context["key"]
    assert director.post(page(round_), {"what": "paper", "key": ours, "paper": [1]}).status_code == 302
    late = secretary.post(page(round_), {"what": "paper", "key": theirs, "paper": [2]})
    assert late.status_code == 409
    assert list(RoundTable.objects.filter(paper=True).values_list("number", flat=True)) == [1]
    again = {"what": "paper", "key": late.context["key"], "paper": [1, 2]}
    assert secretary.post(page(round_), again).status_code == 302
