"""Players who come, go and are replaced in the middle of an evening, as the form of seats asks for it; Treffpunkt."""

import pytest

from scoring.book.audit import verify
from scoring.book.ledger.seats import load_seats
from scoring.engine.evening.course import Seating
from scoring.models import GameTable
from scoring.table.corrections import changes
from scoring.table.corrections.forms import parse_change
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.corrections import by_sitting, forehands, payouts, radls, refusals
from tests.scoring.support.evenings import change_book, table_of
from tests.scoring.support.pages import url
from tests.scoring.support.tables import book_of, dreier, new_key, nuller, play
from tests.scoring.support.tampering import numbers, person

pytestmark = pytest.mark.django_db
ALL_FIVE = (0, 1, 2, 3, 4)


def test_who_leaves_in_the_middle_of_a_radl_of_five_does_not_shorten_it():
    table = table_of(nuller(0), dreier(0), dreier(0), players=5)
    change_book(table, changes.change_seats(Seating((0, 1, 2, 4))))  # Dora goes; she would have been forehand
    for seat in (0, 1, 2, 3):
        assert play(table, dreier(seat)).entry
    assert radls(table) == [1, 2, 2, None, 2, 2, 2, 1]
    assert forehands(table)[4:] == [4, 0, 1, 2]
    assert payouts(table, 5)[4] == (30, -10, -10, 0, -10)
    assert book_of(table).now.order == (0, 1, 2, 4)


def test_who_comes_begins_with_nothing_and_sits_out_when_he_deals():
    table = table_of(dreier(0))
    change_book(table, changes.change_seats(Seating(ALL_FIVE, came=((4, person("Emil")),))))
    assert play(table, dreier(3)).entry
    assert payouts(table, 5)[2] == (0, -5, -5, -5, 15)
    assert by_sitting(table) == {
        (0, 0): ("Anna", 15),
        (1, 0): ("Berta", -10),
        (2, 0): ("Cilli", -10),
        (3, 0): ("Dora", -10),
        (4, 2): ("Emil", 15),
    }


def test_somebody_new_on_a_place_has_his_own_total_and_a_substitute_goes_on_with_the_old_one():
    table = table_of(dreier(0))
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3), came=((0, person("Emil")),))))
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3), substitutes=((1, person("Fini")),))))
    assert play(table, dreier(1)).entry
    found = by_sitting(table)
    assert (found[0, 0], found[0, 2], found[1, 0]) == (("Anna", 15), ("Emil", -5), ("Berta / Fini", 10))


def test_a_seat_change_that_is_struck_brings_back_who_was_there():
    table = table_of(dreier(0))
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3), came=((0, person("Emil")),))))
    assert play(table, dreier(1)).entry
    change_book(table, changes.strike_line(numbers(table)[1]))
    assert by_sitting(table)[0, 0] == ("Anna", 10)
    assert (0, 2) not in by_sitting(table)
    change_book(table, changes.restore_line(numbers(table)[1]))
    assert (by_sitting(table)[0, 0], by_sitting(table)[0, 2]) == (("Anna", 15), ("Emil", -5))


def test_a_coming_cannot_be_struck_while_a_later_hand_needs_him_or_too_few_would_be_left():
    table = table_of(dreier(0))
    change_book(table, changes.change_seats(Seating(ALL_FIVE, came=((4, person("Emil")),))))
    change_book(table, changes.change_seats(Seating((1, 2, 3, 4))))  # Anna goes
    came = numbers(table)[1]
    assert refusals(table, changes.strike_line(came)) == ["players_out_of_range"]
    change_book(table, changes.strike_line(numbers(table)[2]))
    assert play(table, dreier(3)).entry  # Emil's own game
    assert refusals(table, changes.strike_line(came)) == ["not_in_this_deal"]


def test_a_deal_whose_dealer_changes_with_the_seats_is_written_anew():
    table = table_of(dreier(0), players=5)  # dealt by Emil
    first = numbers(table)[0]
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3, 4, 5), came=((5, person("Fini")),)), first))
    assert payouts(table, 6)[1] == (15, -5, -5, -5, 0, 0)
    assert book_of(table).played[1].entry.dealer == 5
    assert verify([table.pk]) == []


def test_two_who_had_each_others_seats_are_swapped_for_all_hands():
    table = table_of(dreier(0), dreier(1, kontra=2))
    before = by_sitting(table)
    change_book(table, changes.swap_seats((0, 0), (2, 0)))
    found = by_sitting(table)
    assert (found[0, 0], found[2, 0]) == (("Cilli", before[0, 0][1]), ("Anna", before[2, 0][1]))
    change_book(table, changes.swap_seats((0, 0), (2, 0)))
    assert by_sitting(table) == before


def test_a_swap_after_a_substitute_takes_both_names_along_and_swapped_twice_is_as_before():
    table = table_of(dreier(0))
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3), substitutes=((1, person("Fini")),))))
    change_book(table, changes.change_seats(Seating(ALL_FIVE, came=((4, person("Emil")),))))
    before = by_sitting(table)
    change_book(table, changes.swap_seats((1, 0), (4, numbers(table)[2])))
    assert (by_sitting(table)[1, 0][0], by_sitting(table)[4, 3][0]) == ("Emil", "Fini")
    change_book(table, changes.swap_seats((4, numbers(table)[2]), (1, 0)))
    assert by_sitting(table) == before
    change_book(table, changes.swap_seats((1, 0), (0, 0)))
    assert (by_sitting(table)[1, 0][0], by_sitting(table)[0, 0][0]) == ("Anna", "Berta / Fini")


def test_a_substitute_stays_at_the_place_when_an_earlier_newcomer_is_struck():
    table = table_of(dreier(0))
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3), came=((1, person("Emil")),))))
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3), substitutes=((1, person("Fini")),))))
    assert by_sitting(table)[1, 2][0] == "Emil / Fini"
    change_book(table, changes.strike_line(numbers(table)[1]))
    assert by_sitting(table)[1, 0][0] == "Berta / Fini"


def test_a_substitute_goes_on_for_somebody_whose_coming_was_written_down_late():
    table = table_of(dreier(0))
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3), substitutes=((1, person("Fini")),))))
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3), came=((1, person("Emil")),)), numbers(table)[0]))
    assert (by_sitting(table)[1, 0][0], by_sitting(table)[1, 1][0]) == ("Berta", "Emil / Fini")


def test_a_struck_substitute_who_was_swapped_comes_back_where_he_was():
    table = table_of(dreier(0))
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3), substitutes=((1, person("Fini")),))))
    change_book(table, changes.swap_seats((1, 0), (2, 0)))
    before = by_sitting(table)
    change_book(table, changes.strike_line(numbers(table)[1]))
    assert by_sitting(table)[2, 0][0] == "Berta"
    change_book(table, changes.restore_line(numbers(table)[1]))
    assert by_sitting(table) == before


def test_a_swap_needs_two_sittings_of_the_book():
    table = table_of()
    assert refusals(table, changes.swap_seats((0, 0), (5, 0))) == ["place_unknown"]
    assert refusals(table, changes.swap_seats((0, 0), (1, 7))) == ["place_unknown"]
    assert refusals(table, changes.swap_seats((0, 0), (0, 0))) == ["nobody_new"]


@pytest.mark.parametrize(
    ("seating", "code"),
    [
        (Seating((0, 1, 2)), "players_out_of_range"),
        (Seating((0, 1, 2, 2)), "place_unknown"),
        (Seating((0, 1, 2, 3, 4)), "place_unknown"),
        (Seating((0, 1, 2, 9), came=((9, 1),)), "place_unknown"),
        (Seating((0, 1, 2, 3), came=((4, 1),)), "place_unknown"),
        (Seating((0, 1, 2, 3), substitutes=((4, 1),)), "place_unknown"),
        (Seating((0, 1, 2, 3)), "no_change"),
    ],
)
def test_seats_that_cannot_be_are_refused(seating, code):
    assert refusals(table_of(dreier(0)), changes.change_seats(seating)) == [code]


@pytest.fixture
def table() -> GameTable:
    """One hand of a table of four."""
    return table_of(dreier(0))


def parse_fields(table, **posted):
    """Parse the request of the form."""
    return parse_change(posted, load_seats(table, INSIDE), person)


def test_who_came_earlier_gets_a_place_that_nobody_takes_later(table):
    change_book(table, parse_fields(table, what="come", place="3", name="Emil"))
    change_book(table, parse_fields(table, what="come", place="3", name="Fini", line=str(numbers(table)[0])))
    assert book_of(table).now.order == (0, 1, 2, 3, 4, 5)
    assert (by_sitting(table)[5, 1], by_sitting(table)[4, 3]) == (("Fini", 0), ("Emil", 0))


def test_a_substitute_cannot_come_a_second_time_but_whom_he_replaced_may(table):
    change_book(table, parse_fields(table, what="substitute", place="1", name="Fini"))
    assert refusals(table, parse_fields(table, what="come", place="3", name="fini")) == ["same_person"]
    change_book(table, parse_fields(table, what="come", place="3", name="Berta"))
    assert by_sitting(table)[4, 3][0] == "Berta"


def test_who_sits_there_for_a_while_later_does_not_come_earlier_to_another_place(table):
    change_book(table, parse_fields(table, what="come", place="3", name="Emil"))
    assert play(table, dreier(0)).entry
    change_book(table, parse_fields(table, what="go", place="4"))
    first, _came, after, _gone = (str(number) for number in numbers(table))
    for line in (first, after):
        assert refusals(table, parse_fields(table, what="replace", place="0", name="Emil", line=line)) == [
            "same_person"
        ]
    change_book(table, parse_fields(table, what="replace", place="0", name="Emil"))


def test_who_is_replaced_later_does_not_come_before_that(table):
    change_book(table, parse_fields(table, what="substitute", place="1", name="Fini"))
    first = str(numbers(table)[0])
    assert refusals(table, parse_fields(table, what="come", place="3", name="Berta", line=first)) == ["same_person"]
    assert refusals(table, parse_fields(table, what="come", place="3", name="Fini", line=first)) == ["same_person"]


def test_a_place_that_somebody_left_is_taken_again_by_who_comes_next(table):
    change_book(table, parse_fields(table, what="come", place="3", name="Emil"))
    change_book(table, parse_fields(table, what="go", place="1"))
    change_book(table, parse_fields(table, what="come", place="0", name="Fini"))
    content = book_of(table).played[-1].content
    assert isinstance(content, Seating)
    assert content.order == (0, 1, 2, 3, 4)
    assert [place for place, _ in content.came] == [1]


def test_the_preview_shows_the_later_change_of_seats_that_follows(table, client):
    change_book(table, parse_fields(table, what="come", place="3", name="Emil"))
    change_book(table, parse_fields(table, what="go", place="1"))
    change_book(table, parse_fields(table, what="come", place="0", name="Fini"))
    posted = {"what": "strike", "line": numbers(table)[2], "key": new_key(), "seen": 4}
    answer = client.post(url("change", table), posted)
    assert answer.status_code == 400  # Fini sits on Berta's place
    change_book(table, parse_fields(table, what="exchange", place="2", other="4"))
    change_book(table, changes.strike_line(numbers(table)[3]))
    answer = client.post(url("change", table), {**posted, "seen": GameTable.objects.get(pk=table.pk).last_sequence})
    assert answer.status_code == 200
    text = " ".join(answer.content.decode().split())
    assert "Reihenfolge: Anna, Emil, Dora, Cilli</del></p> <p>Reihenfolge: Anna, Berta, Emil, Dora, Cilli</p>" in text
