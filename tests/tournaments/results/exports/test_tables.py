"""The tables of an export, one thing at a time, at small tournaments; no head of a workbook is clipped."""

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarockclub.kit.days import convert_to_local
from tarockclub.kit.xlsx.cells import clean_xml_text
from tarockclub.kit.xlsx.csv_text import format_plain
from tarockclub.models import Person
from tarockclub.platform.accounts.persons import find_or_create_person, lock_club
from tests.support.shared_rows import share_rows
from tests.tournaments.hall.clock.rounds import tables_of
from tests.tournaments.hall.desk.playing import play
from tests.tournaments.results.exports.exported import book_of, csv_of, taken
from tests.tournaments.results.standings.played_tables import over, paper, running, started
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.acts import Kind
from tournaments.core.cash_journal.services import FLOAT
from tournaments.core.settings import CAPITAL, LOT, PLACES, TABLE
from tournaments.models import RoundTable
from tournaments.people.name_lists.candidates import Newcomer

pytestmark = pytest.mark.django_db


def test_a_tournament_without_rounds_is_a_list_of_its_people(tmp_path):
    of = factories.tournament()
    factories.people(of, 4)
    book = book_of(of, tmp_path)
    assert book.sheetnames == ["Notice board", "Overall", "Rounds", "Hands", "Registrations", "Rules"]
    assert book.properties.keywords == "tarockclub:Registrations"
    assert [book["Notice board"][f"A{row}"].value for row in (1, 2)] == [of.club.name, of.name]


def test_names_stay_text_in_every_form(tmp_path):
    of = factories.tournament()
    names = ("=1+1", "+43 1", "-Toni", "@home", 'a;b "c"', "ＳＵＭ＝", "Łódź <&>")
    factories.enter_people(of, *names, "Zoe")
    round_ = factories.round_(of)
    factories.draw_tables(round_)
    started(round_)
    book = book_of(of, tmp_path)
    cells = [row[2] for row in book["Registrations"].iter_rows(min_row=4)]
    assert [cell.value for cell in cells[: len(names)]] == list(names)
    assert {cell.data_type for cell in cells} == {"s"}
    formulas = {cell.value for sheet in book for row in sheet.iter_rows() for cell in row if cell.data_type == "f"}
    assert formulas
    assert not [formula for formula in formulas if any(name in formula for name in names)]
    typed = [row[2] for row in csv_of(of, tmp_path)["entries"][1:]]
    assert typed[: len(names)] == ["'=1+1", "'+43 1", "'-Toni", "'@home", *names[4:]]


def test_tables_whose_score_was_struck_are_not_in_the_standing():
    of, _round, tables = running(8)
    for table in tables:
        paper(table, 3, -1, -1, -1)
    RoundTable.objects.filter(pk=tables[0].pk).update(counts=False)
    found = taken(of)
    assert {row["table"] for row in found.values("standing_1")} == {2}
    hands = found.values("hands")
    assert {(row["table"], row["counts"]) for row in hands} == {(1, "does not count"), (2, None)}
    assert len(found.values("overall")) == 4


def test_ranks_count_within_a_table_where_tables_are_ranked_by_themselves():
    of, round_, tables = factories.whole(8, scope=TABLE)
    over(round_, *((table, (3, -1, -1, -1)) for table in tables))
    found = taken(of)
    assert [row["rank"] for row in found.values("standing_1")] == [1, 2, 2, 2, 1, 2, 2, 2]


def test_end_totals_of_a_paper_sheet_are_a_row_among_the_hands():
    of, _round, tables = running(5)
    paper(tables[0], 8, -2, -2, -2, -2)
    found = taken(of)
    assert found.values("standing_1")[0]["name"] == "Spieler 1"
    assert [row["place"] for row in found.values("entries")] == [1, 2, 3, 4, 5]
    assert [row["deals"] for row in found.values("entries")] == ["yes", None, None, None, None]
    assert [row["kind"] for row in found.values("hands")] == ["final totals"]
    assert [found.values("hands")[0][f"points_{at}"] for at in range(1, 6)] == [8, -2, -2, -2, -2]


def test_fees_prizes_and_what_was_taken_out_are_in_the_cash_box():
    of, round_, _tables = factories.whole(4)
    acts.pay(round_, factories.new_key(), list(of.entrants.values_list("pk", flat=True)))
    acts.add_prize(of, factories.new_key(), 1, "Geselchtes", 550)
    acts.record_movement(of, factories.new_key(), FLOAT, -200, "Trinkgeld")
    found = taken(of)
    assert [(row["what"], row["amount"]) for row in found.values("cash")[:-1]] == [
        ("Entry fees, round 1", 12.0),
        ("Prizes bought", -5.5),
        ("Trinkgeld", -2.0),
    ]
    assert [row["balance"] for row in found.values("cash")] == [12.0, 6.5, 4.5, 4.5]
    moments = [of.acts.get(kind=kind).at for kind in (Kind.PAID, Kind.PRIZE, Kind.CASH)]
    assert [row["at"] for row in found.values("cash")[:-1]] == list(map(convert_to_local, moments))
    assert [(row["prize"], row["cost"], row["round"]) for row in found.values("prizes")] == [("Geselchtes", 5.5, "1")]


def test_more_criteria_have_columns_of_their_own():
    of, round_, tables = factories.whole(8, overall_criteria=(PLACES, CAPITAL, LOT))
    over(round_, *((table, (3, -1, -1, -1)) for table in tables))
    found = taken(of)
    rows = found.values("overall")
    assert [row["rank"] for row in rows] == [1, 1, 3, 3, 3, 3, 3, 3]
    assert [row["places"] for row in rows] == [2, 2, 1, 1, 1, 1, 1, 1]
    assert {row["lot"] for row in rows} == {0}  # none was drawn


def test_the_number_of_queries_does_not_grow_with_the_hands(django_assert_max_num_queries):
    of, round_, tables = factories.whole(16)
    over(round_, *((table, (3, -1, -1, -1)) for table in tables))
    taken(of)  # what is read once for all
    with django_assert_max_num_queries(49):
        taken(of)


def test_somebody_who_enters_a_second_time_under_the_same_name_is_another_row():
    of = factories.tournament()
    factories.enter_people(of, "Anna", "Berta", "Cilli")
    acts.enter(of.pk, factories.new_key(), [Newcomer("Anna", new=True)])
    factories.draw_tables(factories.round_(of))
    assert [row["name"] for row in taken(of).values("entries")] == ["Anna (1)", "Berta", "Cilli", "Anna (4)"]


def test_somebody_who_was_entered_twice_and_merged_has_one_row_with_his_seat():
    of, _round, _tables = factories.whole(4)
    seated = of.entrants.get(number=1)
    twin = find_or_create_person(lock_club(of.club), "Spieler 1 junior")
    seated.person.merged_into = twin
    seated.person.save()
    seated.person = twin
    seated.save()
    rows = taken(of).values("entries")
    assert [(row["number"], row["table"], row["place"]) for row in rows] == [(at, 1, at) for at in range(1, 5)]


@given(st.text())
def test_no_text_becomes_a_formula_in_a_csv(text):
    found = format_plain(text, decimal_comma=True)
    assert found in {clean_xml_text(text), f"'{clean_xml_text(text)}"}
    assert not found.lstrip().startswith(("=", "+", "-", "@", "＝", "＋", "－", "＠"))
    file = io.StringIO(newline="")
    csv.writer(file, delimiter=";", lineterminator="\r\n").writerow([found, "end"])
    assert list(csv.reader(io.StringIO(file.getvalue(), newline=""), delimiter=";")) == [[found, "end"]]


def test_each_payment_of_a_fee_is_a_row_with_its_day(tmp_path):
    of, first, _tables = factories.whole(4)
    one, two, *_others = of.entrants.order_by("number")
    acts.pay(first, factories.new_key(), [one.pk, two.pk])
    acts.pay(first, factories.new_key(), [two.pk], back=True)
    rows = taken(of).values("payments")
    assert [(row["number"], row["name"], row["amount"], row["what"]) for row in rows] == [
        (1, "Spieler 1", 3, "paid"),
        (2, "Spieler 2", 3, "paid"),
        (2, "Spieler 2", -3, "refunded"),
    ]
    assert all(row["at"] for row in rows)
    assert sum(row["amount"] for row in rows) == sum(row["paid"] for row in taken(of).values("entries"))
    assert len(csv_of(of, tmp_path)["payments"]) == 1 + len(rows)


def test_what_is_still_due_stands_in_the_entries():
    of, first, _tables = factories.whole(4)
    one, two, three, _four = of.entrants.order_by("number")
    acts.pay(first, factories.new_key(), [one.pk])
    acts.decide_debt(first, factories.new_key(), two.pk, "waived")
    acts.set_state(first, factories.new_key(), [three.pk], "no_show")
    rows = taken(of).values("entries")
    assert [(row["paid"], row["due"], row["debt"]) for row in rows] == [
        (3, 0, None),
        (0, 0, "entry fee waived"),
        (0, 3, None),
        (0, 3, None),
    ]


NAMES = ("Margarethe Mayrhofer-Schmidhuber", "Reinhard Zauner", "Elfi Wurm", "Johannes Oberhumer", "Eva Fürst")


BOLD = 1.1  # bold letters of Calibri beside the digits that widths are measured by


@share_rows
def tournament():
    """Two tables, one of five, of people with long names, over."""
    of = factories.tournament()
    factories.enter_people(of, *NAMES)
    factories.people(of, 4)
    first = factories.round_(of)
    one, other = factories.draw_tables(first)
    over(first, (one, (10, -10, 5, -5, 0)), (other, (1, -1, 2, -2)))
    return of


def needed(text: str, width: float) -> int:
    """Return the lines of a bold text in a column so wide, broken at its words; fail where a word is too long."""
    lines, at = 1, 0.0
    for word in text.split():
        assert len(word) * BOLD <= width, f"{word!r} in {width}"
        if at and at + (1 + len(word)) * BOLD > width:
            lines, at = lines + 1, 0.0
        at += (len(word) + bool(at)) * BOLD
    return lines


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_head_is_clipped_and_no_word_of_one_broken(tournament, tmp_path, language):
    found = 0
    for sheet in book_of(tournament, tmp_path, language):
        for row in sheet.iter_rows():
            for cell in row:
                is_head = cell.fill.fill_type == "solid" and cell.font.color.rgb[-6:] == "FFFFFF"
                if not is_head or not isinstance(cell.value, str) or "-" in cell.value:
                    continue
                found += 1
                width = sheet.column_dimensions[cell.column_letter].width
                height = sheet.row_dimensions[cell.row].height or 15.0
                assert needed(cell.value, width) * 15 <= height, (sheet.title, cell.value)
    assert found > 60


def test_the_foot_leaves_the_middle_free(tournament, tmp_path):
    for sheet in book_of(tournament, tmp_path, "de"):
        assert sheet.oddFooter.center.text is None
        assert "&A" in sheet.oddFooter.right.text


def test_a_double_round_is_no_schlussradl(watch, tmp_path):
    drawn = tables_of(1, round_seconds=60, count_chips=False)
    acts.start_clock(drawn, new_key())
    for _deal in range(4):
        play(drawn, 1)
    watch.later(seconds=61)
    play(drawn, 1, phase="play")
    play(drawn, 1, phase="double")
    words = [str(cell.value) for row in book_of(drawn.tournament, tmp_path, "de")["Spiele"].iter_rows() for cell in row]
    assert "in der Doppelrunde" in words
    assert not [word for word in words if "Radl" in word or "radl" in word]


def test_heads_of_csv_differ_and_money_has_two_decimals(tournament, tmp_path):
    files = csv_of(tournament, tmp_path, "de")
    for name, (head, *_rows) in files.items():
        assert len(set(head)) == len(head), name
    head, *rows = files["standing_1"]
    at = head.index("Kapital am Ende")
    assert all(re.fullmatch(r"-?\d+,\d\d", row[at]) for row in rows)


def test_the_names_of_substitutes_and_whom_they_replaced_are_those_of_the_register_too():
    of, _round, (one,) = running(4)
    paper(one, 3, -1, -1, -1)
    acts.substitute(one, new_key(), 0, Newcomer("Kurt Schöller"))
    Person.objects.update(publicity=Person.Publicity.NUMBER, shown_as="hidden")
    found = taken(of)
    assert found.values("standing_1")[0]["name"] == "Spieler 1 / Kurt Schöller"
    assert found.values("entries")[-1]["name"] == "Kurt Schöller"
