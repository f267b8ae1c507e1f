"""Draws, results, lots and prizes are taken back; a tournament that ended too early is played on."""

import pytest
from django.conf import settings
from django.urls import reverse

from scoring.book.table_clock import decode_clock
from scoring.table.held_hands.receiving import receive_hand
from tarockclub.kit.time_source import now
from tarockclub.platform.privacy.readers import EVERYBODY
from tests.scoring.support.held_hands import Away
from tests.support.accounts import log_in, make_account
from tests.support.shared_rows import share_rows
from tests.tournaments.hall.desk.playing import play
from tests.tournaments.results.standings.played_tables import finish_table, over, paper, started
from tests.tournaments.support import acts, factories
from tests.tournaments.support.acts import DIRECTOR, last, take_back
from tests.tournaments.support.factories import new_key
from tournaments.around.hall_of_fame.data import _load_tournaments
from tournaments.core import selectors
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.cash_journal.services import load_cash_box
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.hall.standing.players import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import Act, Round, RoundTable, Tournament
from tournaments.people.entrants.substitutes import list_seat_holders
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.results.final_results.prizes import load_choices, load_scope
from tournaments.results.final_results.result_actions import compute_result_sign
from tournaments.results.standings.editions import load_standing_editions
from tournaments.results.undo.services import undo, withdraw_result

pytestmark = pytest.mark.django_db


def fresh(of):
    return Tournament.objects.get(pk=of.pk)


def published(of, number, **more):
    standings = load_standings(load_progress(fresh(of)), EVERYBODY)
    return acts.publish_edition(of, new_key(), number, compute_result_sign(standings, number), confirmed=True, **more)


@share_rows
def played_round():
    """A tournament of three rounds, the first of which was played."""
    of, first, (table,) = factories.whole(4, rounds=3)
    over(first, (table, (10, -10, 5, -5)))
    return of, first, table


def test_a_final_result_that_came_too_early_is_taken_back_and_the_next_round_is_played(played_round):
    of, _first, _table = played_round
    published(of, 1)
    published(of, FINAL)
    with pytest.raises(ActionRefused, match="ended"):
        acts.open_round(of, new_key())
    with pytest.raises(ActionRefused, match="no_reason"):
        withdraw_result(fresh(of), new_key(), FINAL, "", DIRECTOR)
    key = new_key()
    for _twice in range(2):
        withdraw_result(fresh(of), key, FINAL, "erst nach Runde 3", DIRECTOR)
    assert fresh(of).ended is None
    (edition,) = [candidate for candidate in load_standing_editions(of) if candidate.of == FINAL]
    assert edition.withdrawn is not None
    assert edition.why_withdrawn == "erst nach Runde 3"
    assert find_latest_edition(load_standing_editions(of), FINAL) is None
    assert not _load_tournaments(of.club)
    second = factories.round_(fresh(of))
    (table,) = factories.draw_tables(second)
    over(second, (table, (1, -1, 0, 0)))
    published(of, 2)
    published(of, FINAL)
    newest = find_latest_edition(load_standing_editions(of), FINAL)
    assert newest is not None
    assert newest.number == 2
    assert fresh(of).ended is not None


def test_who_looks_at_the_edition_reads_that_it_does_not_count(played_round):
    of, _first, _table = played_round
    published(of, 1)
    published(of, FINAL)
    director = log_in(make_account("director"))
    page = reverse("results", args=[of.slug])
    assert "Zu früh veröffentlicht" in director.get(page).content.decode()
    sent = {"key": new_key(), "reason": "zu früh"}
    assert director.post(reverse("withdraw_result", args=[of.slug, 0]), {**sent, "reason": ""}).status_code == 400
    assert director.post(reverse("withdraw_result", args=[of.slug, 0]), sent).status_code == 302
    assert "zurückgenommen" in director.get(page).content.decode()
    edition = director.get(reverse("edition", args=[of.slug, 0, 1])).content.decode()
    assert "zählt nicht mehr" in edition
    assert "zu früh" in edition


def test_a_round_is_opened_again_to_be_played_not_only_to_be_corrected(played_round):
    of, first, table = played_round
    published(of, 1)
    with pytest.raises(ActionRefused, match="closed"):
        acts.reopen(table, new_key(), 300, "eine Runde fehlt")
    withdraw_result(fresh(of), new_key(), 1, "Tisch 1 spielt weiter", DIRECTOR)
    acts.reopen(table, new_key(), 300, "eine Runde fehlt")
    paper(table, 20, -20, 0, 0)
    finish_table(table)
    published(of, 1)
    assert [(edition.number, edition.withdrawn is None) for edition in load_standing_editions(of)] == [
        (1, False),
        (2, True),
    ]
    first.refresh_from_db()
    assert first.closed is not None


def test_a_round_is_not_opened_again_once_the_next_one_runs(played_round):
    of, *_rest = played_round
    published(of, 1)
    second = factories.round_(fresh(of))
    factories.draw_tables(second)
    started(second)
    with pytest.raises(ActionRefused, match="followed") as found:
        withdraw_result(fresh(of), new_key(), 1, "weiter", DIRECTOR)
    assert found.value.params["act"].kind == Kind.START


def test_a_choice_that_was_signed_for_stays(played_round):
    of, *_rest = played_round
    published(of, 1)
    acts.add_prize(of, new_key(), 1, "Geselchtes", 1500)
    prize = of.prizes.get()
    acts.record_choice(of, new_key(), 1, load_scope(fresh(of), 1).turn, prize.pk)
    acts.write_prize_receipt(of, new_key(), prize.pk)
    with pytest.raises(ActionRefused, match="followed"):
        take_back(Kind.CHOICE)


def test_the_cash_box_adds_up_when_a_prize_is_put_off_and_on_again(played_round):
    of, *_rest = played_round
    acts.add_prize(of, new_key(), FINAL, "Geselchtes", 1500)
    acts.remove_prize(of.prizes.get(), new_key())
    take_back(Kind.PRIZE)
    assert load_cash_box(fresh(of)).bought == 1500
    acts.remove_prize(of.prizes.get(), new_key())
    assert load_cash_box(fresh(of)).balance == 0
    acts.add_prize(of, new_key(), FINAL, "Doppler", 900)
    take_back(Kind.PRIZE)
    box = load_cash_box(fresh(of))
    assert box.adds_up
    assert [entry.cents for entry in box.journal] == [-1500, 1500, -1500, 1500, -900, 900]


def test_a_round_that_was_given_up_by_mistake_is_open_again(played_round):
    of, *_rest = played_round
    published(of, 1)
    second = factories.round_(fresh(of))
    acts.give_up_round(second, new_key(), "zu spät")
    take_back(Kind.ROUND)
    second.refresh_from_db()
    assert second.closed is None
    opened = Act.objects.filter(kind=Kind.ROUND, undone_by=None).latest("sequence")
    with pytest.raises(ActionRefused, match="cannot_undo"):
        undo(of.pk, new_key(), opened.sequence, DIRECTOR)


def test_a_table_that_was_struck_by_mistake_counts_again_and_plays():
    _of, first, tables = factories.whole(8)
    started(first)
    acts.break_up(tables[0], new_key(), "falscher Tisch", counts=False)
    take_back(Kind.BROKEN_UP)
    table = RoundTable.objects.get(pk=tables[0].pk)
    assert (table.done, table.counts) == (None, True)


def test_a_draw_that_was_published_too_early_is_a_draft_again():
    of = factories.tournament()
    factories.people(of, 8)
    first = factories.round_(of)
    acts.publish_draw(first, new_key(), acts.draft(first, new_key()).number)
    acts.publish_draw(first, new_key(), acts.draft(first, new_key()).number, reason="noch einmal")
    take_back(Kind.PUBLISHED_DRAW)
    first.refresh_from_db()
    assert first.draw == first.draws.get(number=1)
    assert first.tables.count() == 2
    earlier = Act.objects.get(kind=Kind.PUBLISHED_DRAW, undone_by=None)
    undo(of.pk, new_key(), earlier.sequence, DIRECTOR)
    assert Round.objects.get(pk=first.pk).draw is None
    assert not first.tables.exists()


def test_it_is_drawn_once_more_also_where_somebody_was_replaced_or_a_table_had_more_time():
    of = factories.tournament()
    factories.people(of, 8)
    first = factories.round_(of)
    acts.publish_draw(first, new_key(), acts.draft(first, new_key()).number)
    acts.start_clock(first, new_key())
    table = first.tables.get(number=1)
    acts.extend(first, new_key(), 300, table=table)
    gone = list_seat_holders(table.game_table)[1].name
    wrong = acts.substitute(table, new_key(), 1, Newcomer("Ersatz"))
    take_back(Kind.START)
    again = acts.draft(first, new_key())
    acts.publish_draw(first, new_key(), again.number, reason="Ersatz ist da")
    acts.start_clock(first, new_key())
    assert Round.objects.get(pk=first.pk).draw == first.draws.get(number=2)
    tables = list(first.tables.order_by("number"))
    assert [row.pk == table.pk for row in tables] == [True, False]
    names = {holder.name for other in tables for holder in list_seat_holders(other.game_table)}
    assert "Ersatz" in names
    assert gone not in names
    assert decode_clock(tables[0].game_table.clock) == decode_clock(tables[1].game_table.clock)
    with pytest.raises(ActionRefused, match="cannot_undo"):  # the seat is not that one any more
        undo(of.pk, new_key(), wrong.sequence, DIRECTOR)


def test_a_hand_of_a_start_that_was_taken_back_stays_on_its_phone_when_the_tables_are_laid_anew():
    of = factories.tournament()
    factories.people(of, 8)
    first = factories.round_(of)
    acts.publish_draw(first, new_key(), acts.draft(first, new_key()).number)
    acts.start_clock(first, new_key())
    away = Away(first.tables.get(number=1).game_table)
    hand = away.enter({"p0-contract": "solo", "p0-declarer": "1", "p0-result": "won", "phase": "time"})
    entered = now()
    take_back(Kind.START)
    acts.publish_draw(first, new_key(), acts.draft(first, new_key()).number, reason="Ehepaar getrennt")
    sent = receive_hand(away.table.slug, hand.submission._replace(phase="time"), away.who, entered=entered)
    assert (sent.code, sent.held) == ("table_done", None)


def test_a_started_round_without_hands_is_given_up():
    of, first, _tables = factories.whole(4)
    acts.start_clock(first, new_key())
    take_back(Kind.START)
    acts.give_up_round(first, new_key(), "Stromausfall")
    first.refresh_from_db()
    assert first.closed is not None
    assert selectors.find_tournament(of.slug).frozen is None


def test_the_start_of_a_round_is_asked_about_once_with_what_it_means():
    of, first, _tables = factories.whole(8, fee=300)
    director, page = log_in(make_account("director")), reverse("desk_clock", args=[of.slug, 1])
    asked = director.post(page, {"key": new_key(), "what": "start"})
    assert asked.status_code == 200
    html = asked.content.decode()
    assert "Runde 1 mit 2 Tischen starten?" in html
    assert "24,00" in html
    first.refresh_from_db()
    assert first.started is None
    assert director.post(page, {"key": new_key(), "what": "start", "asked": "1"}).status_code == 302
    first.refresh_from_db()
    assert first.started is not None


def test_the_question_before_the_start_names_who_has_no_seat():
    of, first, _tables = factories.whole(8)
    factories.enter_people(of, "Ohne Platz")
    acts.change_entries(first, new_key(), [of.entrants.get(person__name="Ohne Platz").pk])
    director, page = log_in(make_account("director")), reverse("desk_clock", args=[of.slug, 1])
    html = director.post(page, {"key": new_key(), "what": "start"}).content.decode()
    assert "Noch ohne Platz: Startnummer 9" in html
    said = {"key": new_key(), "what": "start", "asked": "1"}
    assert director.post(page, said).status_code == 409  # somebody else has come in between, say
    assert director.post(page, {**said, "key": new_key(), "confirm": "1"}).status_code == 302


def test_the_final_result_is_asked_about_once_with_what_it_means(played_round):
    of, *_rest = played_round
    published(of, 1)
    director, page = log_in(make_account("director")), reverse("publish", args=[of.slug, 0])
    seen = compute_result_sign(load_standings(load_progress(fresh(of)), EVERYBODY), FINAL)
    asked = director.post(page, {"key": new_key(), "seen": seen})
    assert asked.status_code == 200
    html = asked.content.decode()
    assert "Endergebnis veröffentlichen?" in html
    assert "1. Spieler 1" in html
    assert "noch nicht gespielt sind: 2" in html
    assert fresh(of).ended is None
    assert director.post(page, {"key": new_key(), "seen": seen, "asked": "1", "confirmed": "1"}).status_code == 302
    assert fresh(of).ended is not None


def test_what_must_be_taken_back_first_is_offered_where_it_stands_against_something(played_round):
    of, *_rest = played_round
    published(of, 1)
    acts.add_prize(of, new_key(), 1, "Geselchtes", 1500)
    acts.record_choice(of, new_key(), 1, load_scope(fresh(of), 1).turn, of.prizes.get().pk)
    director = log_in(make_account("director"))
    sent = {"key": new_key(), "reason": "weiterspielen", "next": reverse("results", args=[of.slug])}
    html = director.post(reverse("withdraw_result", args=[of.slug, 1]), sent).content.decode()
    choice = last(Kind.CHOICE)
    assert "nimmt den Gewinn Geselchtes" in html
    assert f'action="{reverse("undo", args=[of.slug, choice.sequence])}"' in html
    of_result = director.get(reverse("undo", args=[of.slug, last(Kind.RESULT).sequence])).content.decode()
    assert reverse("undo", args=[of.slug, choice.sequence]) in of_result
    director.post(reverse("undo", args=[of.slug, choice.sequence]), {"key": new_key()})
    assert not load_choices(of, load_standing_editions(of))
    assert director.post(reverse("withdraw_result", args=[of.slug, 1]), {**sent, "key": new_key()}).status_code == 302
    assert Round.objects.get(tournament=of).closed is None


def test_the_desk_offers_to_take_the_start_back_until_a_hand_stands(watch):
    of, first, _tables = factories.whole(8)
    acts.start_clock(first, new_key())
    watch.later(minutes=11)
    director, desk = log_in(make_account("director")), reverse("desk", args=[of.slug, 1])
    start = reverse("undo", args=[of.slug, last(Kind.START).sequence])
    assert start in director.get(desk).content.decode()
    page = director.get(start).content.decode()
    assert 'name="reason"' in page
    for language, sentence in (("de", "Sag, warum."), ("en", "Say why.")):
        director.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        refused = director.post(start, {"key": new_key(), "reason": ""})
        assert refused.status_code == 409
        assert f'<div class="problem" role="alert" id="problem"><p>{sentence}</p></div>' in refused.content.decode()
    assert director.post(start, {"key": new_key(), "reason": "zu früh", "next": desk}).status_code == 302
    first.refresh_from_db()
    assert first.started is None
    acts.start_clock(first, new_key())
    play(first, 1)
    assert reverse("undo", args=[of.slug, last(Kind.START).sequence]) not in director.get(desk).content.decode()
