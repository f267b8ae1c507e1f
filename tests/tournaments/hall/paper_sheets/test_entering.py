"""Paper sheets: hand by hand or by what a table came to; each once, all of it or nothing, never both."""

import pytest
from django.urls import reverse

from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.services import record_hand
from scoring.engine.evening.course import EndTotals, get_written_amounts
from scoring.models import Entry, Total
from scoring.table.written_sheet.selectors import load_book_and_seats
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.privacy.readers import INSIDE
from tests.support.shared_rows import share_rows
from tests.tournaments.results.standings.played_tables import standings
from tests.tournaments.support import acts, cup, factories
from tests.tournaments.support.cup import PAPER, in_points, numbers, of_sixths, table_at
from tests.tournaments.support.factories import new_key
from tournaments.core.acts import ActionRefused
from tournaments.hall.paper_sheets.actions import find_end_totals
from tournaments.hall.paper_sheets.page import list_entered_lines
from tournaments.models import Act, RoundTable
from tournaments.results.cash.page import DonationBox, load_donations

pytestmark = pytest.mark.django_db
SHEET = ["no 24 +", "so 1 - k", "0", "=", "no 31 + tr mo", "#d no 42 -"]


@share_rows
def table():
    """A table that is drawn; nobody has started its clock."""
    return fresh(factories.whole(8)[2][0])


def fresh(table):
    """The table as it is now."""
    return RoundTable.objects.select_related("round__tournament", "game_table__sheet_version").get(pk=table.pk)


def totals(table):
    """Return the totals of the players, in sixths, by place."""
    rows = Total.objects.filter(sitting__table=table.game_table).order_by("sitting__place")
    return list(rows.values_list("written", flat=True))


def key_of(table):
    """The key of its last deal."""
    return fresh(table).game_table.last_key


def kinds(table):
    """Return the kinds of the entries of its book, in order."""
    return list(Entry.objects.filter(table=table.game_table).order_by("sequence").values_list("kind", flat=True))


def test_a_sheet_is_entered_line_by_line_as_if_it_had_been_played_at_the_table(table):
    acts.enter_sheet(table, factories.new_key(), "", SHEET)
    assert kinds(table) == ["hand", "hand", "void", "redeal", "hand", "last_round", "hand"]
    # 1, -2 × 4 to each, 0, 3 each (Trull, Mondfang), and the last one lost with double stake
    by_hand = [-1 - 24 + 3 + 2, 1 + 8 - 3 - 2, -1 + 8 + 3 + 2, 1 + 8 - 3 - 2]
    assert totals(table) == [6 * points for points in by_hand]
    assert sum(totals(table)) == 0


def test_the_same_sheet_sent_twice_is_entered_once(table):
    key = factories.new_key()
    acts.enter_sheet(table, key, "", SHEET)
    stood = totals(table)
    acts.enter_sheet(table, key, "", SHEET)
    assert totals(table) == stood
    assert Act.objects.filter(kind="paper").count() == 1
    with pytest.raises(ActionRefused, match="stale"):
        acts.enter_sheet(table, factories.new_key(), "", SHEET)
    acts.enter_sheet(table, factories.new_key(), key_of(table), ["no 12 +"])
    assert kinds(table)[-1] == "hand"


def test_one_wrong_line_and_nothing_is_entered(table):
    with pytest.raises(ActionRefused, match="line_wrong") as refused:
        acts.enter_sheet(table, factories.new_key(), "", [*SHEET[:2], "no 22 +"])
    assert refused.value.params["line"] == 3
    assert kinds(table) == []


def test_what_a_table_came_to_is_entered_once_and_can_be_put_right(table):
    key = factories.new_key()
    acts.enter_end_totals(table, key, (75, -30, -45, 0), (0, 1, 0, 0))
    acts.enter_end_totals(table, key, (75, -30, -45, 0), (0, 1, 0, 0))
    assert totals(table) == [75, -30, -45, 0]
    acts.enter_end_totals(table, factories.new_key(), (60, -30, -30, 0))
    assert totals(table) == [60, -30, -30, 0]
    assert kinds(table) == ["end_totals", "end_totals"]


def test_what_does_not_add_up_is_refused(table):
    with pytest.raises(ActionRefused, match="not_written") as refused:
        acts.enter_end_totals(table, factories.new_key(), (6, 0, 0, 0))
    assert [problem.code for problem in refused.value.params["problems"]] == ["amounts_not_zero"]
    assert kinds(table) == []


def test_hands_and_what_they_came_to_never_count_twice(table):
    acts.enter_sheet(table, factories.new_key(), "", SHEET)
    with pytest.raises(ActionRefused, match="hands_there"):
        acts.enter_end_totals(table, factories.new_key(), (6, -6, 0, 0))
    other = fresh(RoundTable.objects.get(round=table.round, number=2))
    acts.enter_end_totals(other, factories.new_key(), (6, -6, 0, 0))
    with pytest.raises(ActionRefused, match="end_totals_there"):
        acts.enter_sheet(other, factories.new_key(), "", SHEET)


def test_a_table_that_is_done_takes_nothing(table):
    RoundTable.objects.filter(pk=table.pk).update(done=table.round.tournament.made)
    for enter in (
        lambda: acts.enter_sheet(table, factories.new_key(), "", SHEET),
        lambda: acts.enter_end_totals(table, factories.new_key(), (6, -6, 0, 0)),
    ):
        with pytest.raises(ActionRefused, match="table_done"):
            enter()


def sheet_page(table, name="quick_table"):
    """The address of a table's paper sheet."""
    return reverse(name, args=[table.round.tournament.slug, 1, table.number])


def round_page(table):
    """The address of the page for the whole round."""
    return reverse("quick_round", args=[table.round.tournament.slug, 1])


def test_what_is_typed_is_shown_before_it_is_entered(secretary, table):
    piece = secretary.post(sheet_page(table, "quick_preview"), {"lines": "no 24 +\nso 9\nso 1 - k\nno 11 +"})
    lines = piece.context["lines"]
    assert piece["X-Piece"] == "quick"
    assert [bool(line.faults) for line in lines] == [False, True, False, True]
    assert lines[2].cells == ((-144, -150), (48, 54), (48, 42), (48, 54))
    assert kinds(table) == []


def test_a_secretary_types_a_sheet_and_reads_it_in_the_same_words(secretary, table):
    page = secretary.get(sheet_page(table))
    sent = {"lines": "\n".join(SHEET), "key": page.context["key"], "previous": page.context["previous"], "save": "1"}
    assert secretary.post(sheet_page(table), sent).status_code == 302
    assert secretary.post(sheet_page(table), sent).status_code == 302
    assert kinds(table).count("hand") == 4
    after = secretary.get(sheet_page(table)).context
    assert [line.text for line in after["entered"]] == SHEET
    assert after["previous"] == key_of(table)
    assert list_entered_lines(after["view"])[-1].cells[0] == (12, totals(table)[0])


def test_somebody_else_was_quicker_and_the_lines_stay_in_the_form(secretary, table):
    page = secretary.get(sheet_page(table))
    hand = {"plays": [{"contract": "normalspiel", "declarer": 0, "partner": 2, "result": "won"}]}
    assert record_hand(table.game_table.slug, "k", "", hand, who=Actor(directs=True)).outcome is Outcome.SAVED
    sent = {"lines": "no 13 +", "key": page.context["key"], "previous": page.context["previous"], "save": "1"}
    answer = secretary.post(sheet_page(table), sent)
    assert answer.status_code == 409
    assert answer.context["lines_typed"] == "no 13 +"
    again = {**sent, "previous": answer.context["previous"]}
    assert secretary.post(sheet_page(table), again).status_code == 302
    assert kinds(table) == ["hand", "hand"]


def test_the_tables_of_a_round_are_entered_on_one_page(secretary, table):
    page = secretary.get(round_page(table))
    keys = {f"t{row.table.number}-key": row.key for row in page.context["rows"]}
    sent = {
        **keys,
        **dict(zip([f"t1-a{at}" for at in range(4)], ["12,5", "−5", "-7,5", "0"], strict=True)),
        "t1-r1": "2",
    }
    sent |= dict(zip([f"t2-a{at}" for at in range(4)], ["1", "1", "1", "1"], strict=True))
    answer = secretary.post(round_page(table), sent)
    assert answer.status_code == 400
    assert [bool(row.problems) for row in answer.context["rows"]] == [False, True]
    assert totals(table) == [75, -30, -45, 0]
    again = secretary.post(round_page(table), {**sent, "t2-a3": "-3"})
    assert again.status_code == 302
    assert Act.objects.filter(kind="end_totals").count() == 2
    shown = secretary.get(round_page(table)).context["rows"]
    assert [[box.typed.amount for box in row.boxes] for row in shown] == [
        ["12,5", "-5", "-7,5", "0"],
        ["1", "1", "1", "-3"],
    ]
    assert shown[0].boxes[1].typed.replacements == "2"


def test_a_total_that_allows_two_readings_is_refused_with_both(secretary, table):
    page = secretary.get(round_page(table))
    sent = {f"t{row.table.number}-key": row.key for row in page.context["rows"]}
    sent |= dict(zip([f"t1-a{at}" for at in range(4)], ["1500", "-1500", "0", "0"], strict=True))
    answer = secretary.post(round_page(table), {**sent, "t1-a0": "1.500"})
    assert answer.status_code == 400
    assert "„1.500“ kann 1500 oder 1,5 heißen" in answer.context["rows"][0].problems[0]
    assert totals(table) == [0, 0, 0, 0]


@pytest.mark.heavy_but("a b")
@pytest.mark.parametrize("key", ["", "a b", "x" * 65, "\x00"])
def test_what_no_page_sends_enters_nothing(secretary, table, key):
    sent = {"lines": "no 13 +", "key": key, "previous": "", "save": "1"}
    assert secretary.post(sheet_page(table), sent).status_code == 400
    amounts = {f"t1-a{at}": value for at, value in enumerate(("1", "-1", "0", "0"))}
    assert secretary.post(round_page(table), {**amounts, "t1-key": key}).status_code == 400
    assert kinds(table) == []
    assert secretary.post(sheet_page(table), {**sent, "key": "k", "lines": "0\n" * 70}).status_code == 400
    assert secretary.post(sheet_page(table), {**sent, "key": "k", "previous": "\x00"}).status_code == 409
    assert secretary.get(round_page(table) + "?page=zzz").status_code == 200


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
            acts.close_table(table_at(round_, at), new_key(), confirmed=True)
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
    whole = secretary.get(reverse("quick_round", args=[of.slug, 1])).content.decode()
    assert ('name="t1-a0"' in whole, 'name="t2-a0"' in whole, f'href="{page}"' in whole) == (False, True, True)
    RoundTable.objects.filter(round=round_).update(done=of.made)
    assert "<form method=" not in secretary.get(reverse("quick_round", args=[of.slug, 1])).content.decode()


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
    book, _seats = load_book_and_seats(table_at(round_, 1).game_table, INSIDE)
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
    book, _seats = load_book_and_seats(table_at(round_, 1).game_table, INSIDE)
    assert find_end_totals(book)[1] == EndTotals((-30, -18, 78, -30, 0, 0))
    again = end_totals(secretary, round_, boxes(of, 1, 1))
    assert again["Location"].endswith("saved=0")


@pytest.mark.heavy_but("wrong3")
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
    book, _seats = load_book_and_seats(table_at(round_, 1).game_table, INSIDE)
    assert find_end_totals(book)[1] is None
