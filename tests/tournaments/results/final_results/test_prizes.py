"""Prizes: chosen in the order of ranks by as many as the settings say; lots between equals; nothing chosen twice."""

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from tests.support.accounts import log_in, make_account
from tests.support.programs import create_program
from tests.support.shared_rows import share_rows
from tests.tournaments.results.exports.exported import file_of
from tests.tournaments.results.standings.played_tables import DIRECTOR, over, paper, published
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.acts import TOURNAMENTS, ActionRefused, Command, Kind
from tournaments.core.editions import FINAL
from tournaments.core.rules.ranking import compute_lot
from tournaments.hall.standing.standing import CHOICE
from tournaments.models import Act, Prize, Tournament
from tournaments.results.exports.formats import FORMS
from tournaments.results.final_results.prize_actions import AddPrize
from tournaments.results.final_results.prizes import NONE, compute_choosers, load_choices, load_scope
from tournaments.results.standings.editions import load_standing_editions, parse_edition_row
from tournaments.results.undo.services import undo


def as_rows(some):
    """A result: ranks, and the tables at which they sat."""
    rows = enumerate(sorted(some), 1)
    return [parse_edition_row([rank, who, who, table, 0, 0, 0]) for who, (rank, table) in rows]


ROWS = st.lists(st.tuples(st.integers(1, 3), st.integers(1, 3)), max_size=10).map(as_rows)


def lot(who):
    return compute_lot("seed", "choice", who)


@given(ROWS, st.integers(0, 4))
def test_nobody_chooses_before_somebody_with_a_better_rank(rows, count):
    ranks = {row.person: row.rank for row in rows}
    found = compute_choosers(rows, count, lot)
    assert len(found.order) == min(count, len(rows)) == len(set(found.order))
    assert [ranks[person] for person in found.order] == sorted(ranks.values())[: len(found.order)]
    left = [row.rank for row in rows if row.person not in found.order]
    assert not found.order or not left or max(ranks[person] for person in found.order) <= min(left)


@given(ROWS, st.integers(1, 3))
def test_lots_are_asked_for_exactly_where_they_change_something(rows, count):
    if not compute_choosers(rows, count, lot).equals:
        assert compute_choosers(rows, count, lot).order == compute_choosers(rows, count, lambda who: -lot(who)).order


@given(ROWS, st.integers(1, 3))
def test_table_by_table_the_first_of_each_table_choose(rows, count):
    found = compute_choosers(rows, count, lot, by_table=True)
    for table in {row.table for row in rows}:
        there = [row for row in rows if row.table == table]
        assert sum(row.person in found.order for row in there) == min(count, len(there))


def order_of(of, number=1):
    return load_scope(Tournament.objects.get(pk=of.pk), number)


@share_rows
def prize_tournament():
    of, first, (one, other) = factories.whole(8)
    over(first, (one, (10, -10, 5, -5)), (other, (1, -1, 2, -2)))
    for name in ("Speck", "Wein", "Kerze"):
        acts.add_prize(of, new_key(), 1, name, 1000)
    return of


def test_it_is_nobodys_turn_before_the_result_is_published(prize_tournament):
    assert order_of(prize_tournament).turn == 0
    person = prize_tournament.entrants.get(number=1).person_id
    with pytest.raises(ActionRefused, match="not_published"):
        acts.record_choice(prize_tournament, new_key(), 1, person, prize_tournament.prizes.first().pk)


def test_the_two_first_placed_choose_one_after_the_other(prize_tournament):
    published(prize_tournament, 1)
    first, second = (prize_tournament.entrants.get(number=number).person_id for number in (1, 3))
    speck, wein, _kerze = prize_tournament.prizes.order_by("number")
    assert order_of(prize_tournament).turn == first
    with pytest.raises(ActionRefused, match="not_his_turn"):
        acts.record_choice(prize_tournament, new_key(), 1, second, speck.pk)
    key = new_key()
    acts.record_choice(prize_tournament, key, 1, first, wein.pk)
    acts.record_choice(prize_tournament, key, 1, first, wein.pk)
    assert order_of(prize_tournament).turn == second
    with pytest.raises(ActionRefused, match="prize_taken"):
        acts.record_choice(prize_tournament, new_key(), 1, second, wein.pk)
    acts.record_choice(prize_tournament, new_key(), 1, second, speck.pk)
    assert order_of(prize_tournament).turn == 0
    assert {choice.person: choice.prize for choice in order_of(prize_tournament).choices} == {
        first: wein.pk,
        second: speck.pk,
    }


def test_a_choice_is_changed_with_a_reason_and_frees_the_prize(prize_tournament):
    published(prize_tournament, 1)
    first, second = (prize_tournament.entrants.get(number=number).person_id for number in (1, 3))
    speck, wein, kerze = prize_tournament.prizes.order_by("number")
    acts.record_choice(prize_tournament, new_key(), 1, first, wein.pk)
    with pytest.raises(ActionRefused, match="no_reason"):
        acts.record_choice(prize_tournament, new_key(), 1, first, speck.pk)
    acts.record_choice(prize_tournament, new_key(), 1, first, speck.pk, reason="mag keinen Wein")
    acts.record_choice(prize_tournament, new_key(), 1, second, wein.pk)
    found = load_choices(prize_tournament, load_standing_editions(prize_tournament))
    assert found[1, first].reason == "mag keinen Wein"
    with pytest.raises(ActionRefused, match="prize_chosen"):
        acts.remove_prize(speck, new_key())
    acts.remove_prize(kerze, new_key())
    assert len(order_of(prize_tournament).prizes) == 2


def test_who_takes_none_lets_the_next_one_choose(prize_tournament):
    published(prize_tournament, 1)
    first, second = (prize_tournament.entrants.get(number=number).person_id for number in (1, 3))
    acts.record_choice(prize_tournament, new_key(), 1, first, NONE)
    assert order_of(prize_tournament).turn == second
    assert len(order_of(prize_tournament).free) == 3


@pytest.mark.django_db
def test_lots_decide_between_equals_and_only_then_somebody_chooses():
    of, first, (one,) = factories.whole(4)
    over(first, (one, (5, 5, -5, -5)))
    acts.add_prize(of, new_key(), 1, "Speck", 0)
    with pytest.raises(ActionRefused, match="not_published"):
        acts.draw_lots(of, new_key(), 1, CHOICE)
    published(of, 1)
    assert order_of(of).lots_first
    person = of.entrants.get(number=1).person_id
    with pytest.raises(ActionRefused, match="lots_first"):
        acts.record_choice(of, new_key(), 1, person, of.prizes.get().pk)
    acts.draw_lots(of, new_key(), 1, CHOICE)
    turn = order_of(of).turn
    assert turn in {entrant.person_id for entrant in of.entrants.filter(number__in=(1, 2))}
    assert turn == order_of(of).turn
    assert order_of(of).edition.rows[0].rank == order_of(of).edition.rows[1].rank == 1


@pytest.mark.django_db
def test_before_lots_are_drawn_all_of_a_rank_are_waiting():
    """Two prizes, and two share the second place: page and program name both, until lots have chosen one."""
    of, first, (one,) = factories.whole(4)
    over(first, (one, (10, 0, 0, -10)))
    for name in ("Speck", "Wein"):
        acts.add_prize(of, new_key(), 1, name, 0)
    published(of, 1)
    director = log_in(make_account("director"))

    def list_waiting() -> list[str]:
        (scope,) = director.get(reverse("prizes", args=[of.slug])).context["scopes"]
        return [chooser.name for chooser in scope.waiting]

    assert list_waiting() == ["Spieler 1", "Spieler 2", "Spieler 3"]
    acts.draw_lots(of, new_key(), 1, CHOICE)
    assert len(list_waiting()) == 2


def test_a_prize_of_another_list_is_not_taken(prize_tournament):
    published(prize_tournament, 1)
    acts.add_prize(prize_tournament, new_key(), FINAL, "Pokal", 0)
    person = prize_tournament.entrants.get(number=1).person_id
    for prize in (prize_tournament.prizes.get(name="Pokal").pk, 10**9):
        with pytest.raises(ActionRefused, match="no_such_prize"):
            acts.record_choice(prize_tournament, new_key(), 1, person, prize)


def test_the_page_leads_through_the_choosing(prize_tournament):
    published(prize_tournament, 1)
    director, page = log_in(make_account("director")), reverse("prizes", args=[prize_tournament.slug])
    (scope,) = director.get(page).context["scopes"]
    assert [choice.name for choice in scope.waiting] == ["Spieler 1", "Spieler 3"]
    sent = {"key": new_key(), "person": scope.waiting[0].person, "prize": scope.scope.free[1].pk}
    assert director.post(reverse("prize_choice", args=[prize_tournament.slug, 1]), sent).status_code == 302
    (scope,) = director.get(page).context["scopes"]
    assert [(choice.name, choice.prize.name) for choice in scope.chosen] == [("Spieler 1", "Wein")]
    assert director.post(page, {"key": new_key(), "name": "Torte", "cost": "8,50", "of": "0"}).status_code == 302
    assert prize_tournament.prizes.get(name="Torte").cents == 850
    assert director.post(page, {"key": new_key(), "name": "Torte", "cost": "acht", "of": "0"}).status_code == 400
    looks = log_in().get(page).content.decode()
    assert "<button" not in looks.split("<main")[1]
    assert log_in().post(page, {"key": new_key(), "name": "Torte", "cost": "1"}).status_code == 403


@pytest.mark.django_db
def test_after_a_correction_that_swaps_the_first_two_the_prizes_say_so_and_change_nothing(director):
    of, first, (table,) = factories.whole(4)
    for name in ("Geschenkkorb", "Doppler"):
        acts.add_prize(of, new_key(), 1, name, 0)
    over(first, (table, (10, 5, -10, -5)))
    published(of, 1)
    one, two = (of.entrants.get(number=number).person_id for number in (1, 2))
    basket, wine = of.prizes.order_by("number")
    acts.record_choice(of, new_key(), 1, one, basket.pk)
    acts.record_choice(of, new_key(), 1, two, wine.pk)
    page = reverse("prizes", args=[of.slug])
    assert not order_of(of).is_order_changed
    paper(table, 5, 10, -10, -5)
    published(of, 1, reason="Zeilen vertauscht", confirmed=True)
    html = director.get(page, headers={"accept-language": "en"}).content.decode()
    assert "They chose in this order: Spieler 1, Spieler 2." in html
    assert "Now it would be: Spieler 2, Spieler 1." in html
    assert [choice.prize for choice in order_of(of).choices] == [basket.pk, wine.pk]
    paper(table, 10, -10, 5, -5)
    published(of, 1, reason="noch einmal", confirmed=True)
    assert order_of(of).others_now == (two,)
    assert order_of(of).is_order_changed


@pytest.mark.django_db
def test_a_changed_choice_changes_no_order():
    of, first, (table,) = factories.whole(4)
    for name in ("Geschenkkorb", "Doppler", "Speck"):
        acts.add_prize(of, new_key(), 1, name, 0)
    over(first, (table, (10, 5, -10, -5)))
    published(of, 1)
    one, two = (of.entrants.get(number=number).person_id for number in (1, 2))
    prizes = of.prizes.order_by("number")
    acts.record_choice(of, new_key(), 1, one, prizes[0].pk)
    acts.record_choice(of, new_key(), 1, two, prizes[1].pk)
    acts.record_choice(of, new_key(), 1, one, prizes[2].pk, reason="lieber Speck")
    assert order_of(of).order_then == (one, two)
    assert not order_of(of).is_order_changed
    paper(table, 7, 7, -9, -5)  # now they are equal: lots were not drawn, so nobody is first
    published(of, 1, reason="verlesen", confirmed=True)
    assert order_of(of).lots_first
    assert not order_of(of).is_order_changed


def test_a_prize_that_was_left_out_is_not_taken_for_none_and_a_round_not_for_everything(prize_tournament):
    published(prize_tournament, 1)
    director, address = log_in(make_account("director")), reverse("prize_choice", args=[prize_tournament.slug, 1])
    sent = {"key": new_key(), "person": order_of(prize_tournament).turn, "prize": ""}
    assert director.post(address, sent).status_code == 400
    assert order_of(prize_tournament).choices == ()
    sent = {"key": new_key(), "name": "Torte", "cost": "1", "of": ""}
    assert director.post(reverse("prizes", args=[prize_tournament.slug]), sent).status_code == 400
    assert not prize_tournament.prizes.filter(name="Torte").exists()


NOBODY = (0, 10**9, 2**63 - 1)


def test_a_choice_for_nobody_is_refused_also_when_nobodys_turn_is_left(prize_tournament):
    published(prize_tournament, 1)
    prizes = prize_tournament.prizes.order_by("number")
    other = factories.enter_people(factories.tournament(name="Anderes Turnier"), "Fremder")[0].person_id
    for step in range(3):
        for person in (*NOBODY, other):
            with pytest.raises(ActionRefused, match="not_in_result"):
                acts.record_choice(prize_tournament, new_key(), 1, person, prizes[2].pk, reason="so")
        if turn := order_of(prize_tournament).turn:
            acts.record_choice(prize_tournament, new_key(), 1, turn, prizes[step].pk)
    assert order_of(prize_tournament).turn == 0


def test_pages_and_programs_are_told_that_nobody_cannot_choose(prize_tournament):
    published(prize_tournament, 1)
    for prize in prize_tournament.prizes.order_by("number")[:2]:
        acts.record_choice(prize_tournament, new_key(), 1, order_of(prize_tournament).turn, prize.pk)
    director, address = make_account("director"), reverse("prize_choice", args=[prize_tournament.slug, 1])
    for person in ("", "0", "-1", "x", str(10**9)):
        sent = {"key": new_key(), "person": person, "prize": prize_tournament.prizes.get(name="Kerze").pk}
        answer = log_in(director).post(address, sent, headers={"accept-language": "en"})
        assert (answer.status_code, "is not in this result" in answer.content.decode()) == (400, True), person
    said = {"key": new_key(), "person": 0, "prize": 3}
    answer = create_program(director).send(f"tournaments/{prize_tournament.slug}/results/1/choice", said)
    assert (answer.status_code, answer.json()["code"]) == (409, "not_in_result")


def wrong_choice(of, person, prize):
    """A choice for nobody, as an earlier version of the program wrote it."""
    said = {"of": 1, "person": person, "entrant": 0, "prize": prize, "edition": 1}
    return TOURNAMENTS.act(of.pk, Command(new_key(), Kind.CHOICE, said, round=of.rounds.get()), lambda _row: said)


@pytest.mark.heavy_but("9223372036854775807")
@pytest.mark.parametrize("person", NOBODY)
def test_a_choice_for_nobody_that_was_taken_counts_for_nothing_and_stands_in_the_log(
    prize_tournament, tmp_path, person
):
    published(prize_tournament, 1)
    first, wein = order_of(prize_tournament).turn, prize_tournament.prizes.get(name="Wein")
    wrong = wrong_choice(prize_tournament, person, wein.pk)
    assert order_of(prize_tournament).turn == first
    director = make_account("director")
    pages, reads = log_in(director), create_program(director)
    shown = pages.get(reverse("tournament_log", args=[prize_tournament.slug]), headers={"accept-language": "en"})
    assert "unknown person takes the prize Wein (does not count)" in shown.content.decode()
    for address in ("prizes", "results", "tournament", "cash_receipts"):
        assert pages.get(reverse(address, args=[prize_tournament.slug])).status_code == 200
    assert pages.get(reverse("paper", args=[prize_tournament.slug, "prizes"])).status_code == 200
    assert reads.read(f"tournaments/{prize_tournament.slug}/prizes").json()["scopes"][0]["turn"] == first
    for form in FORMS:
        assert file_of(prize_tournament, tmp_path, form)
    acts.record_choice(prize_tournament, new_key(), 1, first, wein.pk)
    with pytest.raises(ActionRefused, match="followed"):
        undo(prize_tournament.pk, new_key(), wrong.sequence, DIRECTOR)


def test_a_choice_for_nobody_can_be_taken_back(prize_tournament):
    published(prize_tournament, 1)
    wrong = wrong_choice(prize_tournament, 0, NONE)
    pages, address = log_in(make_account("director")), reverse("undo", args=[prize_tournament.slug, wrong.sequence])
    assert pages.get(address).status_code == 200
    assert pages.post(address, {"key": new_key(), "reason": "für niemand"}).status_code == 302
    assert Act.objects.filter(undoes=wrong, note__text="für niemand").exists()
    assert order_of(prize_tournament).choices == ()


@pytest.mark.django_db
@pytest.mark.parametrize("cents", [-1, 10**7, 10**12])
def test_a_prize_costs_what_can_be_paid(cents):
    of = factories.tournament()
    with pytest.raises(ActionRefused, match="prize_wrong"):
        acts.add_prize(of, new_key(), FINAL, "Schinken", cents)
    with pytest.raises(ActionRefused, match="no_name"):
        AddPrize.build_here(of, of=FINAL, name=" ", cents=0)
    assert not Prize.objects.filter(tournament=of).exists()
