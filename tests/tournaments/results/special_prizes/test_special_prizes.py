"""Special prizes by what the books know, with ties and lots; the raffle is drawn from the seed and recorded."""

import pytest
from django.urls import reverse
from django.utils import translation

from tarockclub.models import Club, Person
from tests.support.accounts import log_in
from tests.tournaments.results.standings.played_tables import (
    finish_table,
    normal,
    over,
    play_hand,
    published,
    running,
    solo,
    standings,
)
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.acts import ActionRefused
from tournaments.core.editions import FINAL
from tournaments.core.rules.ranking import compute_lot
from tournaments.hall.standing.standing import CHOICE
from tournaments.models import Tournament
from tournaments.results.final_results.prizes import load_scope
from tournaments.results.special_prizes import prizes
from tournaments.results.special_prizes.actions import DrawSpecialLots
from tournaments.results.special_prizes.page import list_raffle_names, list_special_lines
from tournaments.results.special_prizes.prizes import choose_winners, list_participants, load_raffles

pytestmark = pytest.mark.django_db


def play():
    """A round at one table: a solo of the first with a silent Pagat ultimo, and three normal games."""
    of, first, [table] = running(4)
    bird = {"premiums": [{"premium": "pagat", "side": "declarer", "won": True}]}
    for record in (solo(0) | bird, normal(1, 2), normal(2, 3), normal(1, 3)):
        play_hand(table, record)
    finish_table(table)
    return of, first


def lines_of(of):
    with translation.override("en"):
        return {line.kind: line for line in list_special_lines(standings(of))}


def test_the_books_say_who_wins_what():
    of, _first = play()
    found = lines_of(of)
    # The solo pays 4 from each of three, its silent Pagat 2 more. The others have won two normal games each.
    assert (found["best_hand"].winner, found["best_hand"].amount) == ("Spieler 1", "18 points")
    assert (found["birds"].winner, found["birds"].amount) == ("Spieler 1", "1×")
    assert found["hands_won"].winner == ""
    assert set(found["hands_won"].equals) == {"Spieler 2", "Spieler 3", "Spieler 4"}
    assert "newcomer" not in found  # in a club's first tournament everybody is one
    assert "valats" not in found


def test_the_best_hand_is_found_however_few_tables_are_read_at_once(monkeypatch):
    of, _first, tables = running(8)
    for table, record in zip(tables, (normal(0, 1), solo(0)), strict=True):
        play_hand(table, record)
    monkeypatch.setattr(prizes, "AT_ONCE", 1)
    best = lines_of(of)["best_hand"]
    monkeypatch.setattr(prizes, "AT_ONCE", 2)
    assert best == lines_of(of)["best_hand"]
    assert best.amount == "12 points"


def test_categories_of_the_register_and_the_oldest_have_their_prizes(director):
    of, _first = play()
    people = {entrant.person.name: entrant.person_id for entrant in of.entrants.select_related("person")}
    Club.objects.update(categories="Dame\nJugend\nGäste & Freunde")
    for name, categories, year in (
        ("Spieler 1", "", 1950),
        ("Spieler 2", "dame, Gäste & Freunde", 1938),
        ("Spieler 3", "Dame", 1938),
    ):
        Person.objects.filter(pk=people[name]).update(categories=categories, birth_year=year)
    found = lines_of(of)
    # Players 2 to 4 have won two normal games each, so the ladies share rank 2 and the oldest their year.
    assert (found["category-Dame"].label, found["category-Dame"].equals) == (
        "Best of the category: Dame",
        ("Spieler 2", "Spieler 3"),
    )
    assert (found["category-Gäste & Freunde"].winner, found["category-Gäste & Freunde"].amount) == (
        "Spieler 2",
        "rank 2",
    )
    assert (found["oldest"].equals, found["oldest"].amount) == (("Spieler 2", "Spieler 3"), "born 1938")
    assert "category-Jugend" not in found
    page = director.get(reverse("special_prizes", args=[of.slug])).content.decode()
    assert "Kategorie: Dame" in page
    lots = reverse("special_lots", args=[of.slug, "category-Dame"])
    assert director.post(lots, {"key": new_key()}).status_code == 302
    assert lines_of(of)["category-Dame"].winner in ("Spieler 2", "Spieler 3")


def test_equals_draw_lots_once_and_the_larger_lot_wins():
    of, _first = play()
    DrawSpecialLots(kind="hands_won").perform(of, new_key())
    line, row = lines_of(of)["hands_won"], Tournament.objects.get(pk=of.pk)
    persons = {entrant.person.name: entrant.person_id for entrant in row.entrants.select_related("person")}
    lots = {name: compute_lot(row.seed, "special hands_won", persons[name]) for name in line.equals}
    assert line.winner == max(lots, key=lambda name: lots[name])
    for kind, code in (("hands_won", "lots_drawn"), ("best_hand", "no_equals"), ("nothing", "no_equals")):
        with pytest.raises(ActionRefused) as refused:
            DrawSpecialLots(kind=kind).perform(of, new_key())
        assert refused.value.code == code


def test_a_newcomer_has_played_in_no_earlier_tournament():
    earlier = factories.tournament()
    factories.enter_people(earlier, "Spieler 1", "Spieler 2")
    Tournament.objects.filter(pk=earlier.pk).update(day="2025-01-06")
    of, first, [table] = factories.whole(4)
    over(first, (table, (30, 10, -25, -15)))
    assert (lines_of(of)["newcomer"].winner, lines_of(of)["least"].winner) == ("Spieler 4", "Spieler 3")


def test_a_raffle_can_be_repeated_and_gives_nobody_a_second_prize():
    of, _first = play()
    acts.add_prize(of, new_key(), 1, "Speck", 100)
    published(of, 1)
    acts.draw_lots(of, new_key(), 1, CHOICE)
    best = load_scope(Tournament.objects.get(pk=of.pk), 1).turn
    acts.record_choice(of, new_key(), 1, best, load_scope(of, 1).prizes[0].pk)
    key = new_key()
    assert acts.draw_raffle(of, key, 2).pk == acts.draw_raffle(of, key, 2).pk
    [raffle], row = load_raffles(of), Tournament.objects.get(pk=of.pk)
    assert best not in raffle.among
    assert list(raffle.winners) == choose_winners(row.seed, 1, raffle.among, 2)
    assert list_participants(row, others=True) == sorted(set(raffle.among) - set(raffle.winners))
    acts.draw_raffle(of, new_key(), 9, others=False)
    assert len(load_raffles(of)[1].winners) == 4
    for many in (0, 101):
        with pytest.raises(ActionRefused):
            acts.draw_raffle(of, new_key(), many)
    with pytest.raises(ActionRefused):
        acts.draw_raffle(of, new_key(), 1)  # everybody has something
    wall = log_in().get(reverse("projector", args=[of.slug])).content.decode()
    assert all(name in wall for name in list_raffle_names(row))


def test_the_page_draws_and_prints(director):
    of, _first = play()
    at = reverse("special_prizes", args=[of.slug])
    assert "Spieler 1" in director.get(at).content.decode()
    lots = reverse("special_lots", args=[of.slug, "hands_won"])
    assert director.post(lots, {"key": new_key()})["Location"].startswith(at)
    assert director.post(reverse("raffle", args=[of.slug]), {"key": new_key(), "winners": "1"}).status_code == 302
    assert director.post(reverse("raffle", args=[of.slug]), {"key": new_key(), "winners": "x"}).status_code == 400
    published(of, 1)
    published(of, FINAL, confirmed=True)
    paper = director.get(reverse("paper", args=[of.slug, "certificates"]) + "?special=birds")
    assert paper.status_code == 200
    assert paper["Content-Type"] == "application/pdf"
