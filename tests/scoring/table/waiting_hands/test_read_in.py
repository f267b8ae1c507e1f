"""Waiting hands that director or secretary read in from their text: as if the phone had sent them itself."""

import random
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import Entry, HeldHand
from scoring.table.held_hands import receiving
from scoring.table.waiting_hands.services import WaitingHand
from scoring.table.waiting_hands.views import LONGEST, MOST_HANDS
from tarockclub.models import Club
from tests.scoring.support.evenings import end_evening
from tests.scoring.support.held_hands import Away, Fields, decided, dreier_of, open_at, post_hand
from tests.scoring.support.tables import book_of, dreier, everything, new_table, play, strike
from tests.support.accounts import log_in, make_account
from tests.support.hand_text import build_text, encode_hand
from tests.support.shared_rows import share_rows

pytestmark = pytest.mark.django_db
PAGE = reverse("read_in")
TWO = "Piccolo · Berta · Zwiccolo · Dora"
TEN_PAST = datetime(2026, 11, 20, 20, 10, tzinfo=UTC)


@share_rows
def staff():
    """A secretary of the club."""
    return log_in()


def away(table, *hands: Fields) -> Away:
    """A phone that was without the network while these were entered."""
    phone = Away(table)
    for hand in hands:
        phone.enter(hand)
    return phone


def as_text(phone: Away) -> list[WaitingHand]:
    """The hands in the queue of a phone."""
    return [
        WaitingHand(
            slug=phone.table.slug,
            key=hand.key,
            previous=hand.previous,
            seats=(*hand.seen.active, hand.seen.forehand, *(hand.seen.sittings or ())),
            number=at,
            entry_time=TEN_PAST + timedelta(minutes=at),
            fields=hand.fields,
        )
        for at, hand in enumerate(phone.queue, 1)
    ]


def post_text(staff, text: str, status: int = 200, **more: str) -> Any:
    """The page that answers to a text."""
    answer = staff.post(PAGE, {"text": text, **more})
    assert answer.status_code == status
    return answer


def fates(answer) -> list[tuple[str, int]]:
    """Return the fate of each hand on the page, and its number on the sheet."""
    return [(hand.how, hand.number) for read in answer.context["found"].tables for hand in read.hands]


def read_in(staff, text: str) -> list[tuple[str, int]]:
    """Read a text in; its hands become what was foreseen."""
    foreseen = fates(post_text(staff, text))
    became = fates(post_text(staff, text, what="write"))
    assert became == foreseen
    return became


def test_a_queue_comes_onto_the_sheet_in_its_order_in_the_name_of_who_reads_it_in(table):
    account = make_account("director")
    phone = away(table, *(dreier_of(seat) for seat in (0, 1, 2, 3)))
    assert read_in(log_in(account), build_text(*as_text(phone))) == [("saved", at) for at in (1, 2, 3, 4)]
    book = book_of(table)
    assert [line.key for line in book.played] == [hand.key for hand in phone.queue]
    assert {line.entry.by_id for line in book.played} == {account.person_id}


def test_looking_at_it_writes_nothing(table, staff):
    late = away(table, dreier_of(1))
    play(table, dreier(0))
    before = everything(table)
    post_text(staff, build_text(*as_text(late), *as_text(away(table, dreier_of(2)))))
    assert everything(table) == before
    assert not HeldHand.objects.exists()


def test_the_order_of_the_lines_does_not_matter_and_repeats_do_no_harm(table, staff):
    phone = away(table, *(dreier_of(at % 4) for at in range(6)))
    lines = [encode_hand(hand) for hand in as_text(phone)] * 2
    random.Random(5).shuffle(lines)
    assert read_in(staff, "\n".join(lines)) == [("saved", at) for at in range(1, 7)]
    assert [line.key for line in book_of(table).played] == [hand.key for hand in phone.queue]


def test_once_more_is_known_and_counted_once(table, staff):
    text = build_text(*as_text(away(table, dreier_of(0), dreier_of(1))))
    read_in(staff, text)
    before = everything(table)
    assert read_in(staff, text) == [("there", 1), ("there", 2)]
    assert everything(table) == before


def test_the_phone_itself_is_told_that_its_hand_is_saved_and_forgets_it(table, staff):
    phone = away(table, dreier_of(0), dreier_of(1))
    read_in(staff, build_text(*as_text(phone)))
    for sequence, hand in enumerate(phone.queue, 1):
        answer = post_hand(table, hand).json()
        assert (answer["key"], answer["saved"], answer["sequence"]) == (hand.key, True, sequence)
    assert Entry.objects.filter(table=table).count() == 2


def test_what_the_phone_has_sent_meanwhile_is_there(table, staff):
    phone = away(table, dreier_of(0), dreier_of(1))
    post_hand(table, phone.queue[0])
    assert read_in(staff, build_text(*as_text(phone))) == [("there", 1), ("saved", 2)]


def test_where_others_have_written_on_it_waits_for_the_players(table, staff):
    one, other = away(table, dreier_of(0), dreier_of(1)), away(table, dreier_of(2))
    text = build_text(*as_text(one), *as_text(other))
    assert read_in(staff, text) == [("saved", 1), ("saved", 2), ("held", 0)]
    assert open_at(table) == [other.queue[0].key]
    assert "bis die Spieler sagen, welches Spiel es ist" in post_text(staff, text).content.decode()


def test_what_waits_at_the_table_already_is_not_read_in_once_more(table, staff):
    late = away(table, dreier_of(1))
    play(table, dreier(0))
    text = build_text(*as_text(late))
    assert read_in(staff, text) == read_in(staff, text) == [("held", 0)]
    page = post_text(staff, text).content.decode()
    assert "Wartet schon am Tisch" in page
    assert "Es ist nichts einzulesen." in page
    assert 'value="write"' not in page


def test_of_a_hand_that_was_changed_before_it_was_sent_the_newer_one_counts(table, staff):
    [hand] = as_text(away(table, dreier_of(0)))
    newer = hand._replace(fields=dreier_of(2), entry_time=hand.entry_time + timedelta(minutes=1))
    for text in (build_text(hand, newer), build_text(newer, hand)):
        assert "Dreier · Cilli" in post_text(staff, text).content.decode()


def test_a_phone_that_has_shown_another_sheet_is_not_asked_about_the_hand_before(table, staff):
    phone = away(table, dreier_of(0), dreier_of(1))
    play(table, dreier(3))
    _first, second = as_text(phone)
    missing = "Das Spiel davor fehlt"
    assert missing in post_text(staff, build_text(second)).content.decode()
    assert missing not in post_text(staff, build_text(*as_text(phone))).content.decode()


def test_after_the_end_of_the_evening_it_waits_for_the_players(table, staff):
    phone = away(table, dreier_of(0))
    end_evening(table)
    assert read_in(staff, build_text(*as_text(phone))) == [("ended", 0)]
    assert open_at(table) == [phone.queue[0].key]


def test_what_the_players_have_decided_stays_and_is_told(table, staff):
    phone = away(table, dreier_of(0), dreier_of(1))
    play(table, dreier(0))
    text = build_text(*as_text(phone))
    read_in(staff, text)
    for hand in phone.queue[::-1]:
        decided(table, hand.key, "drop", note="verzählt")
    assert read_in(staff, text) == [("dropped", 0), ("dropped", 0)]
    assert "dass es nicht zählt. (verzählt)" in post_text(staff, text).content.decode()
    decided(table, phone.queue[0].key, "again")
    decided(table, phone.queue[0].key, "same", line=book_of(table).played[0].number)
    assert read_in(staff, text) == [("same", 1), ("dropped", 0)]


def test_what_cannot_be_saved_is_told_and_stays_on_the_phone(table, staff):
    phone = away(table, {"p0-contract": "dreier", "p0-declarer": "0"})
    text = build_text(*as_text(phone))
    assert read_in(staff, text) == [("invalid", 0)]
    page = post_text(staff, text).content.decode()
    assert "Bitte auf dem Handy richtigstellen" in page
    assert "Dreier · Anna" in page
    assert 'value="write"' not in page
    assert not Entry.objects.filter(table=table).exists()
    assert not HeldHand.objects.exists()


def test_what_follows_a_hand_that_has_to_be_put_right_waits_with_it_as_on_its_phone(table, staff):
    unfinished = {"p0-contract": "dreier", "p0-declarer": "0"}
    phone = away(table, dreier_of(0), unfinished, dreier_of(2), dreier_of(3))
    assert read_in(staff, build_text(*as_text(phone))) == [("saved", 1), ("invalid", 0), ("behind", 0), ("behind", 0)]
    assert not HeldHand.objects.exists()


@pytest.mark.parametrize(
    "spoilt",
    [
        {"seats": (0, 1, 2, 9, 0, 1, 2, 3, 4)},
        {"key": "drei Vögel"},
        {"previous": "drei Vögel"},
        {"fields": {"p0-contract": "x" * 65}},
        {"fields": {"p0-contract": "Drei\nVögel"}},
    ],
)
def test_what_no_phone_could_have_sent_is_not_saved(table, staff, spoilt):
    [hand] = as_text(away(table, dreier_of(0)))
    assert read_in(staff, build_text(hand._replace(**spoilt))) == [("invalid", 0)]
    assert not Entry.objects.filter(table=table).exists()


def test_a_key_that_stands_for_another_hand_changes_nothing(table, staff):
    phone = away(table, dreier_of(0))
    [hand] = as_text(phone)
    read_in(staff, build_text(hand))
    before = everything(table)
    assert read_in(staff, build_text(hand._replace(fields=dreier_of(2)))) == [("other", 1)]
    assert everything(table) == before


def test_a_hand_that_was_struck_out_meanwhile_does_not_come_back(table, staff):
    phone = away(table, dreier_of(0))
    read_in(staff, build_text(*as_text(phone)))
    strike(table)
    before = everything(table)
    assert read_in(staff, build_text(*as_text(phone))) == [("there", 0)]
    assert everything(table) == before


def test_more_than_people_can_decide_about_stays_on_the_phone(table, staff, monkeypatch):
    phones = [away(table, dreier_of(seat)) for seat in (0, 1, 2)]
    play(table, dreier(3))
    monkeypatch.setattr(receiving, "MOST_OPEN", 2)
    text = build_text(*(hand for phone in phones for hand in as_text(phone)))
    assert read_in(staff, text) == [("held", 0), ("held", 0), ("full", 0)]
    assert len(open_at(table)) == 2


def test_hands_of_several_tables_are_told_table_by_table(table, staff):
    other = new_table(names=("Emil", "Fritzi", "Gusti", "Heli"))
    text = build_text(*as_text(away(other, dreier_of(1))), *as_text(away(table, dreier_of(0))))
    page = post_text(staff, text, what="write")
    assert [read.names[0] for read in page.context["found"].tables] == ["Anna", "Emil"]
    for game_table in (table, other):
        assert reverse("table", args=[game_table.slug]) in page.content.decode()
        assert len(book_of(game_table).played) == 1


def test_a_table_of_another_club_is_as_unknown_as_none(table):
    stranger = log_in(make_account("director", Club.objects.create(name="Nachbarn")))
    [hand] = as_text(away(table, dreier_of(0)))
    pages = [
        post_text(stranger, build_text(sent_hand), what="write")
        for sent_hand in (hand, hand._replace(slug=UUID(int=1)))
    ]
    assert [fates(page) for page in pages] == [[], []]
    texts = [page.content.decode() for page in pages]
    assert all("Spiel 1 vom 20. November 2026, 21:11 gehört zu einem Tisch" in text for text in texts)
    assert not Entry.objects.filter(table=table).exists()


def test_damaged_lines_are_named_and_the_others_are_read(table, staff):
    one, two = as_text(away(table, dreier_of(0), dreier_of(1)))
    page = post_text(staff, f"{encode_hand(one)}\n{encode_hand(two)[:-3]}", what="write")
    assert fates(page) == [("saved", 1)]
    assert "beschädigt oder nicht vollständig" in page.content.decode()
    assert encode_hand(two)[:40] in page.content.decode()


@pytest.mark.parametrize("text", ["", "Servus!", "x" * (LONGEST + 1), "TAROCK1/" * (MOST_HANDS + 1)])
def test_nothing_and_too_much_are_refused_with_a_sentence_and_stay_in_the_field(staff, text):
    page = post_text(staff, text, 400)
    assert 'role="alert"' in page.content.decode()
    assert page.context["text"] == text


def test_a_text_is_never_taken_for_html(staff):
    page = post_text(staff, "TAROCK1/<script>alert(1)</script>").content.decode()
    assert "<script>alert" not in page


def test_what_is_foreseen_says_what_each_would_get_and_is_confirmed_by_one_button(table, staff):
    page = post_text(staff, build_text(*as_text(away(table, dreier_of(0), dreier_of(1))))).content.decode()
    for said in ("2 Spiele gefunden", "Wird Spiel 1.", "Wird Spiel 2.", "+15", "Dreier · Anna", "2 Spiele einlesen"):
        assert said in page
    assert "21:11" in page


def test_staff_find_the_page_among_the_evenings(staff):
    assert f'href="{PAGE}"' in staff.get("/evenings/").content.decode()
    assert staff.get(PAGE).status_code == 200


def queries_for(staff, table, hands: int) -> int:
    """Return the number of queries that a look at so many hands takes."""
    text = build_text(*as_text(away(table, *(dreier_of(at % 4) for at in range(hands)))))
    with CaptureQueriesContext(connection) as queries:
        post_text(staff, text)
    return len(queries)


def test_each_further_hand_takes_as_many_queries_as_the_one_before(table, staff):
    queries_for(staff, table, 1)
    counts = [queries_for(staff, table, hands) for hands in (1, 2, 3, 10)]
    each = counts[1] - counts[0]
    assert counts == [counts[0] + each * more for more in (0, 1, 2, 9)]
    assert each <= 8


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"p0-contract": "rufer", "p0-partner": "2"}, "Rufer · Anna mit Cilli"),
        ({"p0-contract": "trischaken"}, "Trischaken · Anna"),
        ({"p0-contract": "piccolo", "p0-declarer": "1", "p1-contract": "zwiccolo", "p1-declarer": "3"}, TWO),
        ({"p0-contract": "dreier", "p0-declarer": "7"}, "Dreier"),
        ({"p0-contract": "schnapsen"}, "?"),
    ],
)
def test_a_hand_is_called_by_its_games_and_who_plays_them_whatever_else_is_wrong(table, staff, fields, words):
    page = post_text(staff, build_text(*as_text(away(table, fields))))
    [became] = page.context["found"].tables[0].hands
    assert became.game == words
