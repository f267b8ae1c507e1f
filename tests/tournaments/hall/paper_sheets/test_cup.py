"""A cup that is written on paper: its sheets typed in hand by hand, or what its tables came to, on the pages for it."""

import pytest
from django.urls import reverse

from scoring.engine.evening.course import EndTotals, get_written_amounts
from scoring.table.written_sheet.selectors import load_book_and_seats
from tests.tournaments.results.standings.played_tables import standings
from tests.tournaments.support import cup
from tests.tournaments.support.cup import PAPER, in_points, numbers, of_sixths, table_at
from tests.tournaments.support.factories import new_key
from tournaments.hall.desk.services import close
from tournaments.hall.paper_sheets.services import find_end_totals
from tournaments.results.cash.donations import DonationBox, load_donations

pytestmark = pytest.mark.django_db


def in_shorthand(hand, columns):
    """A hand of the paper as it is typed, players by their columns."""
    said = [hand["contract"][:2], "".join(str(columns[hand[who]]) for who in ("declarer", "partner") if who in hand)]
    said += ["+" if hand["won"] else "-", *(["k"] if hand.get("kontra") else [])]
    return " ".join(said)


def type_lines(client, table, lines):
    """Send lines of a table's sheet from its page."""
    at = [table.round.tournament.slug, table.round.number, table.number]
    page = client.get(reverse("quick_table", args=at)).context
    sent = {"lines": "\n".join(lines), "key": page["key"], "previous": page["previous"], "save": "1"}
    answer = client.post(reverse("quick_table", args=at), sent)
    assert answer.status_code == 302
    assert client.get(answer["Location"]).context["saved"] == len(lines)


def type_table(client, of, table, paper):
    """A whole sheet, with who came late or took over a seat entered between two hands."""
    columns = {player: at for at, player in enumerate(paper["seats"], 1)}
    between = paper.get("late") or paper.get("substitute") or {"after": len(paper["hands"])}
    first, rest = paper["hands"][: between["after"]], paper["hands"][between["after"] :]
    type_lines(client, table, [in_shorthand(hand, columns) for hand in first])
    if "late" in paper:
        cup.come_late(of, table, between["player"])
        columns[between["player"]] = len(paper["seats"]) + 1
    if "substitute" in paper:
        cup.take_over(table, between)
        columns[between["player"]] = columns[between["instead_of"]]
    if rest:
        type_lines(client, table, [in_shorthand(hand, columns) for hand in rest])


def test_the_cup_typed_in_from_its_sheets_comes_to_what_the_paper_says(secretary):
    of = cup.cup()
    for number, round_paper in enumerate(PAPER["rounds"], 1):
        round_ = cup.begin_round(of, number)
        for at, paper in enumerate(round_paper["tables"], 1):
            type_table(secretary, of, table_at(round_, at), paper)
            close(table_at(round_, at), new_key(), confirmed=True)
    found = standings(of)
    assert {total.player.number: total.rank for total in found.totals} == numbers(PAPER["overall"]["ranks"]["of"])
    sums = {total.player.number: in_points(total.together) for total in found.totals}
    assert sums == numbers(PAPER["overall"]["sums"])
    assert DonationBox(load_donations(of)).cents == PAPER["overall"]["cents"]


def test_a_table_whose_hands_are_all_typed_in_leads_on_and_takes_no_more(secretary):
    of = cup.cup()
    paper = PAPER["rounds"][0]["tables"][0]
    round_ = cup.begin_round(of, 1)
    page = reverse("quick_table", args=[of.slug, 1, 1])
    assert 'id="quick"' in secretary.get(page).content.decode()
    type_table(secretary, of, table_at(round_, 1), paper)
    full = secretary.get(page)
    assert full.context["is_over"]
    assert 'id="quick"' not in full.content.decode()


def end_totals(client, round_, fields):
    """Send what a round's tables came to from its page."""
    page = reverse("quick_round", args=[round_.tournament.slug, round_.number])
    keys = {f"t{row.table.number}-key": row.key for row in client.get(page).context["rows"]}
    return client.post(page, {**keys, **fields})


def boxes(of, number, table, what="written"):
    """The fields of a table of the paper: its written score, or its money."""
    paper = PAPER["rounds"][number - 1]["tables"][table - 1]
    field = {"written": "a", "money": "m"}[what]
    points = numbers(paper[what])
    return {f"t{table}-{field}{place}": str(points[player]) for place, player in enumerate(paper["seats"])}


def test_what_a_table_came_to_is_typed_as_written_score_and_money_with_its_hands(secretary):
    of = cup.cup()
    round_ = cup.begin_round(of, 1)
    first = {**boxes(of, 1, 1), **boxes(of, 1, 1, "money"), "t1-hands": "4"}
    assert end_totals(secretary, round_, first).status_code == 302
    book, _seats = load_book_and_seats(table_at(round_, 1).game_table)
    _line, said = find_end_totals(book)
    assert isinstance(said, EndTotals)
    assert said.hands == 4
    assert [of_sixths(amount) for amount in get_written_amounts(said)[:4]] == [-5, -3, 13, -5]
    assert [of_sixths(amount) for amount in said.amounts[:4]] == [-4, -4, 12, -4]
    row = secretary.get(reverse("quick_round", args=[of.slug, 1])).context["rows"][0]
    assert [(box.typed.amount, box.typed.money) for box in row.boxes] == [
        ("-5", "-4"),
        ("-3", "-4"),
        ("13", "12"),
        ("-5", "-4"),
    ]
    assert row.hands_typed == "4"
    placed = {
        line.player.number: in_points(line.points) for line in standings(of).find_round(1).lines if line.table == 1
    }
    assert placed == numbers(PAPER["rounds"][0]["tables"][0]["points"])


def test_without_money_the_written_score_is_the_money_too(secretary):
    of = cup.cup()
    round_ = cup.begin_round(of, 1)
    assert end_totals(secretary, round_, boxes(of, 1, 1)).status_code == 302
    book, _seats = load_book_and_seats(table_at(round_, 1).game_table)
    assert find_end_totals(book)[1] == EndTotals((-30, -18, 78, -30, 0, 0))
    again = end_totals(secretary, round_, boxes(of, 1, 1))
    assert again["Location"].endswith("saved=0")


@pytest.mark.parametrize(
    "wrong",
    [
        {"t1-a0": "3"},
        {"t1-a0": ""},
        {"t1-m0": "5"},
        {"t1-hands": "x"},
        {"t1-hands": "-4"},
        {"t1-m0": "5", "t1-m1": "-4"},
    ],
)
def test_what_does_not_add_up_or_is_no_number_is_told_and_not_entered(secretary, wrong):
    of = cup.cup()
    round_ = cup.begin_round(of, 1)
    answer = end_totals(secretary, round_, {**boxes(of, 1, 1), **wrong})
    assert answer.status_code == 400
    assert answer.context["rows"][0].problems
    book, _seats = load_book_and_seats(table_at(round_, 1).game_table)
    assert find_end_totals(book)[1] is None
