"""The written sheet of a table: long evenings, the Radl of each line, the Schrift beside the money, deals ahead."""

import json

import pytest
from django.test import Client as Watcher
from django.urls import reverse
from django.utils.translation import override

from scoring.book.ledger.book import Book
from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.seats import load_seats
from scoring.book.ledger.services import record_hand
from scoring.engine.evening.course import Seating
from scoring.models import GameTable
from scoring.table.corrections import changes, history
from scoring.table.corrections.services import compute_plan
from scoring.table.table_page.page import encode_next_deals
from scoring.table.written_sheet.radl_marks import RadlMark, compute_radl_marks
from scoring.table.written_sheet.selectors import build_scored_line, load_table_view
from tarockclub.models import Person
from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.evenings import change_book, evening_of, fresh, play_hands, table_of
from tests.scoring.support.exports import pages_of, records
from tests.scoring.support.pages import open_table_page, url
from tests.scoring.support.tables import book_of, dreier, new_table, nuller, play, rufer, strike, trischaken
from tests.scoring.support.tampering import numbers
from tests.support.phones import Client
from tests.support.programs import create_phone

pytestmark = pytest.mark.django_db


def play_rounds(table: GameTable, rounds: int) -> None:
    """Play so many rounds of deals, in which each player wins once."""
    for _round in range(rounds):
        play_hands(table, *(dreier(declarer) for declarer in range(4)))


def list_lines(html: str) -> list[int]:
    """The lines of the book that stand on a page."""
    return [int(part.partition('"')[0]) for part in html.split('data-line="')[1:]]


def test_the_page_of_500_hands_has_what_that_of_60_has():
    table, weights = evening_of(), []
    for rounds in (15, 110):
        play_rounds(table, rounds)
        html = Client().get(url("table", table)).content.decode()
        assert len(list_lines(html)) == 8
        weights.append((len(html), html.count("<")))
    (few, few_elements), (many, many_elements) = weights
    assert many <= 1.05 * few
    assert many_elements <= 1.05 * few_elements


def test_all_lines_come_by_one_request_and_again_only_when_one_is_new():
    table, client = evening_of(), Client()
    play_rounds(table, 4)
    answer = client.get(url("rows", table))
    lines = [line.number for line in book_of(table).played]
    assert list_lines(answer.content.decode()) == lines
    assert client.get(url("rows", table), headers={"if-none-match": answer["ETag"]}).status_code == 304
    strike(table, "vergeben")
    struck = client.get(url("rows", table), headers={"if-none-match": answer["ETag"]})
    assert "vergeben" in struck.content.decode()
    assert list_lines(client.get(url("table", table)).content.decode()) == lines[-8:]


def test_without_script_a_link_shows_all_lines():
    table, client = evening_of(), Client(headers={"accept-language": "en"})
    play_rounds(table, 4)
    page = client.get(url("table", table)).content.decode()
    assert f'href="{url("table", table)}?rows=all#schrift">Show all 16 lines</a>' in page
    assert len(list_lines(client.get(f"{url('table', table)}?rows=all").content.decode())) == 16


def marks(book: Book) -> list[tuple[int, int] | None]:
    """The marks of all lines and of the next deal, as (which, of how many)."""
    found = compute_radl_marks(book)
    lines = [found.lines.get(line.number) for line in book.played]
    return [None if line is None else (line.position, line.length) for line in (*lines, found.now)]


@pytest.mark.parametrize("players", [4, 5, 6])
def test_a_radl_counts_from_the_first_deal_to_one_for_each_player(players):
    table = table_of(trischaken(), *[dreier(1)] * (players + 1), players=players)
    counted = [(at, players) for at in range(1, players + 1)]
    assert marks(book_of(table)) == [None, *counted, None, None]


def test_a_radl_that_starts_again_counts_from_the_first_deal_again():
    table = table_of(trischaken(), dreier(1), trischaken(2), dreier(1))
    assert marks(book_of(table)) == [None, (1, 4), (2, 4), (1, 4), (2, 4)]


def test_a_radl_set_by_hand_has_as_many_deals_as_was_said_also_when_one_runs():
    table = table_of(trischaken(), dreier(1))
    change_book(table, changes.set_radl(2))
    play_hands(table, dreier(1), dreier(1))
    assert marks(book_of(table)) == [None, (1, 4), None, (1, 2), (2, 2), None]


def test_the_schlussradl_is_marked_as_such_before_any_other_radl():
    table = table_of(dreier(1), nuller(1))
    change_book(table, changes.announce_last_round("first_forehand"))
    play_hands(table, dreier(1))
    found = compute_radl_marks(book_of(table))
    assert list(found.lines.values()) == [RadlMark(1, 2, last_round=True)]
    assert found.now == RadlMark(2, 2, last_round=True)
    assert found.now.left == 1


def test_of_the_schlussradl_one_number_is_said_everywhere():
    """Announced with three deals to go while a Radl of four runs: question, badge, sheet, and what is said after it."""
    table = table_of(trischaken())
    plan = compute_plan(table, changes.announce_last_round("first_forehand"))
    seats = load_seats(table, INSIDE)
    assert history.build_next_deal(plan.after, seats, 0).left == 3
    change_book(table, changes.announce_last_round("first_forehand"))
    html = Client().get(url("table", table)).content.decode()
    assert "Schlussradl 1/3: noch 3 Spiele" in html
    play_hands(table, *[dreier(1)] * 3)
    assert marks(book_of(table)) == [None, None, (1, 3), (2, 3), (3, 3), (4, 4)]
    html = Client().get(url("table", table)).content.decode()
    assert "Zu Ende gespielt: Schlussradl. Wer weiterspielt: Vom Radl davor ist noch 1 Spiel übrig." in " ".join(
        html.split()
    )


def test_who_joins_in_the_schlussradl_makes_it_longer():
    table = evening_of()
    change_book(table, changes.announce_last_round("dealer", 3))
    play_hands(table, dreier(1))
    gerti = find_or_create_person(load_first_club(), "Gerti").pk
    change_book(table, changes.change_seats(Seating((0, 1, 2, 3, 4), came=((4, gerti),))))
    assert compute_radl_marks(book_of(table)).now == RadlMark(2, 5, last_round=True)


def test_a_sheet_is_folded_where_a_round_of_deals_ends_and_says_what_is_carried_over():
    table = table_of(*[dreier(1)] * 12)
    view = load_table_view(fresh(table), INSIDE)
    assert view.folded_rows == 0
    assert view.carried_totals == ()
    play_hands(table, *[dreier(1)] * 3)
    view = load_table_view(fresh(table), INSIDE)
    assert view.folded_rows == 4
    assert [total // 6 for total in view.carried_totals if total is not None] == [-20, 60, -20, -20]


def test_a_sheet_without_rounds_is_folded_all_the_same():
    table = table_of(rufer(0))
    for deals in (2, 3) * 7:
        change_book(table, changes.set_radl(deals))
    assert load_table_view(fresh(table), INSIDE).folded_rows == 7


SUBKONTRA = {"plays": [{"contract": "rufer", "declarer": 0, "partner": 2, "result": "won", "kontra": 8}]}
PLAIN = {"plays": [{"contract": "dreier", "declarer": 1, "result": "won"}]}


def play_table(sheet, *hands):
    table, previous = new_table(sheet), ""
    for number, hand in enumerate(hands):
        written = record_hand(table.slug, f"k{number}", previous, hand)
        assert written.outcome is Outcome.SAVED
        previous = f"k{number}"
    return table


def test_the_sheet_and_the_cards_show_the_written_score_and_the_money_stands_below():
    table = play_table("skoty", SUBKONTRA, PLAIN)
    view = load_table_view(table, INSIDE)
    assert [player.total // 6 for player in view.totals] == [2 - 5, -2 + 15, 2 - 5, -2 - 5]
    assert [total // 6 for total in view.money] == [8 - 5, -8 + 15, 8 - 5, -8 - 5]
    assert [cell.total // 6 for cell in view.rows[0].cells if cell is not None] == [2, -2, 2, -2]
    assert [amount // 6 for _, amount in view.rows[0].money] == [8, -8, 8, -8]
    assert view.rows[1].money == ()
    text = open_table_page(Client(headers={"accept-language": "de"}), table).text
    assert "Geld: Anna +8, Berta −8" in " ".join(text.split())


def test_where_both_are_the_same_no_money_is_shown():
    view = load_table_view(play_table("standard", SUBKONTRA), INSIDE)
    assert view.money == ()
    assert [player.total // 6 for player in view.totals] == [8, -8, 8, -8]


def test_a_note_says_whose_negative_game_it_is_and_against_whom():
    piccolo = {"plays": [{"contract": "piccolo", "declarer": 1, "result": "won", "kontra": {"3": 2}}]}
    view = load_table_view(play_table("treffpunkt", piccolo), INSIDE)
    german, english = (build_scored_line(view.book.played[0], view.seats, language) for language in ("de", "en"))
    assert german is not None
    assert english is not None
    assert german.notes[-1].text.startswith("Berta gegen Dora: Piccolo gewonnen")
    assert english.notes[0].text.startswith("Berta against Anna: Piccolo won")


def test_after_a_renonce_each_line_says_who_gets_what():
    renonce = {
        "plays": [{"contract": "dreier", "declarer": 1}],
        "premiums": [{"premium": "pagat", "side": "declarer", "announced": True}],
        "renonce": {"seat": 2, "claims": {"0": 2}},
    }
    view = load_table_view(play_table("treffpunkt", renonce), INSIDE)
    told = build_scored_line(view.book.played[0], view.seats, "de")
    assert told is not None
    notes = [note.text for note in told.notes]
    assert notes[0].endswith("Anna +5, Berta +15, Cilli −25, Dora +5")
    assert notes[1].endswith("Anna +2, Berta +6, Cilli −10, Dora +2")
    assert told.story == "Dreier · Berta · Pagat angesagt · Renonce: Cilli · Anna fordert 2"


SOLO = {
    "plays": [{"contract": "solorufer", "declarer": 3, "partner": 1, "points": "41/1", "kontra": 2}],
    "premiums": [{"premium": "trull", "side": "declarer"}],
}
STORY = "Solorufer · Dora mit Berta · gewonnen · 41/1 · Kontra · Trull still"


@pytest.fixture
def table():
    """Return a table at which a Solorufer was played."""
    return table_of(SOLO)


def stories(table, language="de"):
    with override(language):
        return [row.story for row in load_table_view(fresh(table), INSIDE).rows]


def page(name, table, *line):
    client = Client(headers={"accept-language": "de"})
    return client.get(reverse(name, args=[table.slug, *line])).content.decode()


def test_sheet_second_phone_and_hand_page_say_who_played(table):
    sheet = page("table", table)
    assert sheet.count(STORY) == 3, "the ribbon, the line of the sheet, and the question to the other phones"
    assert 'class="story"' in sheet
    hand = page("deal", table, numbers(table)[0])
    assert hand.count(STORY) == 2, "the hand, and how it came about"


def test_workbook_and_api_say_it_too(table):
    [hand] = records(pages_of(table)["Schrift"])
    heads = ["Spieler", "Partner", "Ergebnis", "Spiel und Prämien"]
    assert [hand[head] for head in heads] == ["Dora", "Berta", "gewonnen", "Solorufer · 41/1 · Kontra · Trull still"]
    answer = Watcher(headers={"accept-language": "de"}).get(f"/api/v1/tables/{table.slug}").json()
    assert [line["story"] for line in answer["lines"]] == [STORY]
    assert [line["remark"] for line in answer["lines"]] == ["Solorufer (Kontra), Trull still"]


def test_the_api_says_it_before_it_is_saved(table):
    body = {"record": {**rufer(1), "premiums": [{"premium": "pagat", "side": "declarer", "announced": True}]}}
    answer = create_phone(table).send(f"tables/{table.slug}/preview", body).json()
    assert answer["story"] == "Rufer · Berta with Dora · won · Pagat announced"


def test_a_struck_hand_still_says_who_had_played_it_and_what_is_none_says_nothing(table):
    strike(table)
    change_book(table, changes.void_next_deal(), "verworfen")
    assert stories(table) == [STORY, ""]


def test_a_hand_is_told_with_the_names_that_people_have_now(table):
    Person.objects.filter(name="Dora").update(name="Theodora")
    assert stories(table) == [STORY.replace("Dora", "Theodora")]
    assert stories(table, "en") == ["Solorufer · Theodora with Berta · won · 41/1 · kontra · Trull silent"]


def test_names_are_as_short_as_tells_them_apart():
    table = new_table(names=("Anna Huber", "Anna Maier", "Franz Wimmer", "Dr. Moser"))
    for declarer in range(4):
        play(table, dreier(declarer))
    told = [story.split(" · ")[1] for story in stories(table)]
    assert told == ["Anna Huber", "Anna Maier", "Franz", "Dr. Moser"]
    assert load_table_view(fresh(table), INSIDE).heads == ("Anna Huber", "Anna Maier", "Franz", "Dr. Moser")


def test_the_radl_is_said_once_by_its_badge_and_once_in_the_preview_of_a_change(table):
    play(table, trischaken(1))
    play(table, dreier(0))
    first, _second, third = numbers(table)
    before, speech_and_after = page("table", table).split('data-live="speech"')
    assert "im Radl" not in before + speech_and_after.partition("</div>")[2]
    asked = {"what": "strike", "line": first, "reason": "doppelt"}
    client = Client(headers={"accept-language": "de"})
    preview = client.post(reverse("change", args=[table.slug]), asked).content.decode()
    assert "Dreier · Anna · gewonnen" in page("deal", table, third)
    assert "im Radl" not in preview.split("<table")[0]


@pytest.mark.parametrize("players", [4, 5, 6])
def test_the_deals_to_come_are_those_that_come(players):
    table = new_table(names=tuple("ABCDEF"[:players]))
    foreseen = json.loads(encode_next_deals(load_table_view(table, INSIDE)))
    assert len(foreseen) == players
    for at in range(2 * players):
        table.refresh_from_db()
        now = json.loads(encode_next_deals(load_table_view(table, INSIDE)))[0]
        assert now == foreseen[at % players]
        record_hand(table.slug, f"hand-{at}", table.last_key, dreier())


def test_a_deal_says_who_sits_where_and_whose_forehand_it_is():
    table = new_table(names=tuple("ABCDE"))
    first, second, *_ = json.loads(encode_next_deals(load_table_view(table, INSIDE)))
    assert (first["names"], first["forehand"], first["dealer"]) == (["A", "B", "C", "D"], 0, None)
    assert (second["names"], second["forehand"], second["dealer"]) == (["B", "C", "D", "E"], 0, None)
    four = json.loads(encode_next_deals(load_table_view(new_table(), INSIDE)))
    assert [(deal["forehand"], deal["dealer"]) for deal in four] == [(0, 3), (1, 0), (2, 1), (3, 2)]
    assert len({tuple(deal["names"]) for deal in four}) == 1
