"""Publishing results: nothing while something is missing, every edition kept as it was."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.book.ledger.services import record_hand
from scoring.book.marks import MARK_DISPUTED, MARK_SETTLED
from scoring.models import Mark
from tarockclub.kit.time_source import now
from tests.support.accounts import forward_confirmation, log_in, make_account
from tests.support.shared_rows import share_rows
from tests.tournaments.results.standings.played_tables import finish_table, over, paper, running, standings, started
from tests.tournaments.results.standings.played_tables import published as published
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.editions import FINAL, LOTS
from tournaments.hall.standing.standing import RANK
from tournaments.models import Act, RoundTable, Tournament
from tournaments.results.final_results import result_actions
from tournaments.results.final_results.result_actions import compute_result_sign, list_missing
from tournaments.results.standings.editions import compute_standing_changes, load_standing_editions

pytestmark = pytest.mark.django_db


def codes(of, number):
    return {gap.code for gap in list_missing(standings(of), number)}


@share_rows
def played_round():
    of, first, (one, other) = factories.whole(8)
    over(first, (one, (10, -10, 5, -5)), (other, (1, -1, 2, -2)))
    return of, first, one


def test_who_publishes_again_or_takes_it_back_is_asked_for_his_password(played_round):
    of, _first, _table = played_round
    director = forward_confirmation(log_in(make_account("director")))

    def post_form(name):
        said = {"key": new_key(), "seen": compute_result_sign(standings(of), 1), "confirmed": "1", "reason": "verlesen"}
        return director.post(reverse(name, args=[of.slug, 1]), said).status_code

    assert [post_form("publish"), len(load_standing_editions(of))] == [302, 1]
    assert [post_form("publish"), post_form("withdraw_result"), len(load_standing_editions(of))] == [403, 403, 1]


def test_a_published_round_is_over_and_its_result_is_kept(played_round):
    of, first, _table = played_round
    assert codes(of, 1) == set()
    published(of, 1)
    first.refresh_from_db()
    assert first.closed is not None
    (edition,) = load_standing_editions(of)
    assert (edition.of, edition.number) == (1, 1)
    assert [row.rank for row in edition.rows] == list(range(1, 9))
    assert [row.ranked_amount // 600 for row in edition.rows] == [60, 55, 52, 51, 49, 48, 45, 40]


def test_what_somebody_has_not_seen_is_not_published(played_round):
    of, *_rest = played_round
    with pytest.raises(ActionRefused, match="standing_changed"):
        acts.publish_edition(of, new_key(), 1, "0" * 24)
    assert not load_standing_editions(of)


def test_nothing_is_published_while_something_is_missing():
    of, first, (one, other) = factories.whole(8)
    assert codes(of, 1) == {result_actions.NOT_STARTED}
    started(first)
    paper(one, 1, -1, 0, 0)
    finish_table(one)
    found = list_missing(standings(of), 1)
    assert [(each.code, each.table) for each in found] == [(result_actions.NOT_DONE, 2)]
    with pytest.raises(ActionRefused, match="something_missing"):
        published(of, 1)
    paper(other, 1, -1, 0, 0)
    finish_table(other)
    RoundTable.objects.filter(pk=other.pk).update(called=now())
    assert codes(of, 1) == {"called"}
    with pytest.raises(ActionRefused, match="something_missing"):
        published(of, 1)


def test_the_final_result_waits_for_every_round_and_for_what_is_disputed(played_round):
    of, *_rest = played_round
    assert codes(of, FINAL) == {result_actions.NOT_CLOSED}
    published(of, 1)
    second = factories.round_(of)
    assert codes(of, FINAL) == {result_actions.NOT_CLOSED}
    acts.give_up_round(second, new_key(), "zu spät geworden")
    assert codes(of, FINAL) == set()
    published(of, FINAL, confirmed=True)
    of.refresh_from_db()
    assert of.ended is not None
    assert load_standing_editions(of)[-1].rows[0].gain == 10 * 600


def test_the_final_result_never_contradicts_the_published_result_of_a_round(played_round):
    of, _first, table = played_round
    published(of, 1)
    paper(table, -10, 10, 5, -5)
    assert codes(of, FINAL) == {result_actions.CORRECTED_ROUND}
    with pytest.raises(ActionRefused, match="something_missing"):
        published(of, FINAL)
    published(of, 1, reason="Zeilen vertauscht")
    assert codes(of, FINAL) == set()
    published(of, FINAL, confirmed=True)


def test_a_round_that_has_started_is_not_given_up(played_round):
    _of, first, _table = played_round
    with pytest.raises(ActionRefused, match="started"):
        acts.give_up_round(first, new_key(), "so")


def test_a_correction_after_publishing_becomes_a_new_edition_and_the_old_one_stays(played_round):
    of, _first, table = played_round
    published(of, 1)
    (old,) = load_standing_editions(of)
    with pytest.raises(ActionRefused, match="same_result"):
        published(of, 1, reason="so")
    paper(table, -10, 10, 5, -5)
    with pytest.raises(ActionRefused, match="no_reason"):
        published(of, 1)
    published(of, 1, reason="Zeilen vertauscht")
    first, second = load_standing_editions(of)
    assert first == old
    assert (second.number, second.reason) == (2, "Zeilen vertauscht")
    assert second.rows[0].person != first.rows[0].person
    newest = Client().get(reverse("edition", args=[of.slug, 1, 2])).content.decode()
    older = Client().get(reverse("edition", args=[of.slug, 1, 1])).content.decode()
    assert "changed-results" in newest
    assert "changed-results" not in older
    assert Client().get(reverse("edition", args=[of.slug, 1, 3])).status_code == 404


def test_another_edition_after_prizes_were_chosen_must_be_confirmed(played_round):
    of, _first, table = played_round
    published(of, 1)
    acts.add_prize(of, new_key(), 1, "Speck", 1200)
    best = load_standing_editions(of)[0].rows[0].person
    prize = of.prizes.get()
    acts.record_choice(of, new_key(), 1, best, prize.pk)
    paper(table, -10, 10, 5, -5)
    with pytest.raises(ActionRefused, match="prizes_chosen"):
        published(of, 1, reason="vertauscht")
    published(of, 1, reason="vertauscht", confirmed=True)
    assert len(load_standing_editions(of)) == 2


def test_where_lots_decide_they_are_drawn_first():
    of, first, (one,) = factories.whole(4, round_criteria=("capital", "lot"))
    started(first)
    paper(one, 5, 5, -5, -5)
    assert [line.rank for line in standings(of).find_round(1).lines] == [1, 1, 3, 3]
    with pytest.raises(ActionRefused, match="something_missing"):
        acts.draw_lots(of, new_key(), 1, RANK)
    finish_table(one)
    assert codes(of, 1) == {LOTS}
    acts.draw_lots(of, new_key(), 1, RANK)
    assert codes(of, 1) == set()
    published(of, 1)
    rows = load_standing_editions(of)[0].rows
    assert [row.rank for row in rows] == [1, 2, 3, 4]
    assert {row.person for row in rows[:2]} == {entrant.person_id for entrant in of.entrants.filter(number__lt=3)}
    with pytest.raises(ActionRefused, match="lots_drawn"):
        acts.draw_lots(of, new_key(), 1, RANK)


def test_lots_between_nobody_are_not_drawn(played_round):
    of, *_rest = played_round
    with pytest.raises(ActionRefused, match="no_equals"):
        acts.draw_lots(of, new_key(), 1, RANK)


def test_a_result_holds_no_names(played_round):
    of, *_rest = played_round
    published(of, 1)
    assert "Spieler" not in Act.objects.get(kind=Kind.RESULT).said


def test_the_director_publishes_on_the_page_and_everybody_reads_it(played_round):
    of, _first, table = played_round
    director, page = log_in(make_account("director")), reverse("results", args=[of.slug])
    shown = director.get(page).context["sections"]
    section = next(choice for choice in shown if choice.of == 1)
    assert not Client().get(page).context["sections"]
    sent = {"key": new_key(), "seen": section.sign}
    answer = director.post(reverse("publish", args=[of.slug, 1]), sent)
    assert answer.status_code == 302
    assert answer["Location"].startswith(page)
    (public,) = Client().get(page).context["sections"]
    assert (public.of, public.missing, public.sign) == (1, (), "")
    paper(table, -10, 10, 5, -5)
    changed = next(choice for choice in director.get(page).context["sections"] if choice.of == 1)
    assert {change.name for change in changed.changed} >= {"Spieler 1", "Spieler 2"}
    without = director.post(reverse("publish", args=[of.slug, 1]), {"key": new_key(), "seen": changed.sign})
    assert without.status_code == 400
    live = Client().get(reverse("round_standings", args=[of.slug, 1])).content.decode()
    assert 'class="warning"' in live


def test_a_disputed_hand_holds_the_result_up_until_it_is_settled():
    of, _first, (one,) = running(4, count_chips=False)
    game = one.game_table
    record = {"plays": [{"contract": "normalspiel", "declarer": 0, "partner": 1, "result": "won"}]}
    written = record_hand(game.slug, new_key(), "", record, phase="time")
    assert written.entry is not None
    acts.close_table(RoundTable.objects.select_related("round", "game_table").get(pk=one.pk), new_key(), confirmed=True)
    said = {"table": game, "entry": written.entry, "place": 0, "device": "x" * 16, "at": now()}
    Mark.objects.create(kind=MARK_DISPUTED, key=new_key(), **said)
    assert codes(of, 1) == {"disputed"}
    with pytest.raises(ActionRefused, match="something_missing"):
        published(of, 1)
    Mark.objects.create(kind=MARK_SETTLED, key=new_key(), **said)
    assert codes(of, 1) == set()
    published(of, 1)


@pytest.mark.parametrize("aware", ["", "consequences"])
def test_a_struck_table_is_put_right_after_its_result_only_by_who_knows_what_that_changes(played_round, aware):
    of, _first, table = played_round
    table.refresh_from_db()
    acts.break_up(table, new_key(), "Falscher Tisch", counts=False)
    published(of, 1)
    assert len(load_standing_editions(of)[0].rows) == 4
    with pytest.raises(ActionRefused, match="must_be_sure"):
        acts.break_up(table, new_key(), "Doch nicht", counts=True, aware=aware)
    key = new_key()
    for _tap in range(2):
        acts.break_up(table, key, "Doch nicht", counts=True, aware="confirm")
    assert len(load_standing_editions(of)[0].rows) == 4  # as it was published
    assert result_actions.CORRECTED_ROUND in codes(of, 0)
    published(of, 1, reason="Tisch 1 zählt doch")
    before, after = (edition.rows for edition in load_standing_editions(of))
    assert len(after) == 8
    assert {
        change.after and change.after.table
        for change in compute_standing_changes(before, after)
        if change.before is None
    } == {1}


def test_the_page_of_a_table_asks_for_that_knowledge_when_the_round_is_over(played_round, director):
    of, _first, _table = played_round
    published(of, 1)
    where = {"slug": of.slug, "number": 1, "table": 1}
    html = director.get(reverse("desk_table", kwargs=where)).content.decode()
    assert 'value="struck"' in html
    assert 'value="reopen"' not in html
    sent = {"what": "struck", "key": new_key(), "reason": "Irrtum"}
    assert director.post(reverse("desk_done", kwargs=where), sent).status_code == 409
    assert RoundTable.objects.get(round__tournament=of, number=1).counts
    sent |= {"key": new_key(), "confirm": "1"}
    assert director.post(reverse("desk_done", kwargs=where), sent).status_code == 302
    assert not RoundTable.objects.get(round__tournament=of, number=1).counts


def test_before_all_planned_rounds_are_played_the_end_must_be_confirmed():
    of, first, (one,) = factories.whole(4, rounds=2)
    over(first, (one, (10, -10, 5, -5)))
    published(of, 1)
    with pytest.raises(ActionRefused) as refused:
        published(of, FINAL)
    assert (refused.value.code, refused.value.params) == ("rounds_left", {"left": 1})
    published(of, FINAL, confirmed=True)
    assert Tournament.objects.get(pk=of.pk).ended is not None


def test_where_any_number_of_rounds_is_played_the_director_says_when_it_is_over(director):
    of, first, (one,) = factories.whole(4)
    over(first, (one, (10, -10, 5, -5)))
    published(of, 1)
    with pytest.raises(ActionRefused, match="any_rounds"):
        published(of, FINAL)
    question = director.post(reverse("publish", args=[of.slug, FINAL])).content.decode()
    assert "Es können beliebig viele Runden gespielt werden" in question
    assert 'name="confirmed"' in question
    home = director.get(reverse("tournament", args=[of.slug])).content.decode()
    assert reverse("results", args=[of.slug]) in home.partition('class="next-step')[2].partition("</section>")[0]
    published(of, FINAL, confirmed=True)
    assert Tournament.objects.get(pk=of.pk).ended is not None
    with pytest.raises(ActionRefused, match="ended"):
        acts.plan_rounds(of, new_key(), 4)
