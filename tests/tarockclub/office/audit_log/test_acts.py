"""The acts of a tournament: every kind has words, in the log and in the list of what can be undone; each is found."""

import pytest
from django.urls import reverse

from tarockclub.models import Person
from tarockclub.office.privacy.erasing import erase
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.accounts.rights import Right
from tests.support.accounts import log_in, make_account
from tests.support.programs import create_program
from tests.tarockclub.office.audit_log.conftest import list_shown_lines
from tests.tournaments.results.final_results.test_publishing import published
from tests.tournaments.results.standings.played_tables import over
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.actions.sentences import (
    format_act_kind,
    format_act_sentence,
    format_season_kind,
    load_sentence_names,
)
from tournaments.core.acts import Kind
from tournaments.core.cash_journal.services import FLOAT
from tournaments.core.selectors import format_unknown_entry
from tournaments.models import Act, Entrant, Presence, RoundTable
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.register.services import rename
from tournaments.results.final_results.prizes import NONE
from tournaments.results.undo.services import list_undo_lines

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


def test_every_kind_of_act_has_words():
    of_seasons = {Kind.EVENT, Kind.TYPED_RESULTS, Kind.STANDING}
    assert {kind for kind in Kind if format_act_kind(kind) == format_unknown_entry()} == of_seasons
    assert not [kind for kind in Kind if format_season_kind(kind) == format_unknown_entry()]


def test_who_did_what_when_and_why_the_latest_first():
    of, _first, _tables = factories.whole(4)
    boss = Person.objects.create(club=load_first_club(), number=900, name="Österreicher")
    acts.record_movement(of, factories.new_key(), FLOAT, 500, "Wechselgeld", Actor(person=boss.pk))
    client, page = log_in(), reverse("tournament_log", args=[of.slug])
    lines = list_shown_lines(client.get(page, headers=ENGLISH))
    assert [lines[0].text, lines[0].place, lines[0].by, lines[0].reason] == [
        "€5.00 put into the cash box · Change money",
        "",
        "Österreicher",
        "Wechselgeld",
    ]
    assert lines[-1].text == "the tournament was created"
    for typed in ("wechsel", "ÖSTER"):
        assert len(client.get(page, {"q": typed}).context["list"].rows) == 1


def list_sentences(of, typed=""):
    """The sentences of the log, the latest first."""
    client, page = log_in(make_account("secretary")), reverse("tournament_log", args=[of.slug])
    return [line.text for line in list_shown_lines(client.get(page, {"q": typed}, headers=ENGLISH))]


def test_the_log_names_person_amount_and_direction():
    of, first, (table, _other) = factories.whole(8)
    entrants = list(of.entrants.order_by("number"))
    acts.pay(first, factories.new_key(), [entrants[0].pk])
    acts.pay(first, factories.new_key(), [entrants[0].pk], back=True)
    acts.pay(first, factories.new_key(), [entrant.pk for entrant in entrants[2:]])
    acts.keep_apart(of, factories.new_key(), (entrants[0].pk, entrants[1].pk))
    acts.start_clock(first, factories.new_key())
    acts.extend(first, factories.new_key(), -90)
    acts.set_state(first, factories.new_key(), [entrants[1].pk], "no_show")
    acts.substitute(table, factories.new_key(), 1, Newcomer("Ersatz"))
    acts.decide_debt(first, factories.new_key(), entrants[1].pk, "moved", payer=of.entrants.get(number=9).pk)
    acts.withdraw(of.pk, factories.new_key(), entrants[1].pk)
    out = acts.record_movement(of, factories.new_key(), FLOAT, -500, "zur Bank")
    acts.reverse_move(of, factories.new_key(), out.sequence, "doch nicht")
    acts.count_box(of, factories.new_key(), 1700, 1800, reason="fehlt")
    acts.plan_rounds(of, factories.new_key(), 4)
    assert list_sentences(of)[:15] == [
        "number of rounds: 4 instead of any number",
        "the cash box was counted: €17.00 · €1.00 taken out of the cash box",
        "€5.00 put into the cash box · Undone",
        "€5.00 taken out of the cash box · Change money",
        "Spieler 2 withdrew",
        "Ersatz pays the entry fee of Spieler 2",
        "Ersatz plays for Spieler 2",
        "registered: Ersatz",
        "Spieler 2: did not come",
        "1:30 min less",
        "the round was started",
        "Spieler 1 and Spieler 2 must not sit at the same table",
        "Spieler 3, Spieler 4, Spieler 5, Spieler 6, Spieler 7, Spieler 8: entry fee €3.00 paid",
        "Spieler 1: entry fee €3.00 refunded",
        "Spieler 1: entry fee €3.00 paid",
    ]
    assert list_sentences(of, "ersatz plays") == ["Ersatz plays for Spieler 2"]
    assert list_sentences(of, "Ersatz")[:2] == ["Ersatz pays the entry fee of Spieler 2", "Ersatz plays for Spieler 2"]
    found = create_program(make_account("director")).read(f"tournaments/{of.slug}/log?q=Ersatz").json()["lines"]
    assert found[1]["text"] == "Ersatz plays for Spieler 2"
    said_at_the_desk = log_in(make_account("director")).get(
        reverse("desk_table", args=[of.slug, 1, 1]), headers=ENGLISH
    )
    assert "Ersatz plays for Spieler 2" in said_at_the_desk.content.decode()


def test_prizes_and_results_are_told_by_name():
    of, first, (table,) = factories.whole(4)
    acts.add_prize(of, factories.new_key(), 1, "Speck", 1250)
    over(first, (table, (10, 5, -10, -5)))
    published(of, 1)
    one = of.entrants.get(number=1).person_id
    acts.record_choice(of, factories.new_key(), 1, one, of.prizes.get().pk)
    acts.record_choice(of, factories.new_key(), 1, one, NONE, reason="mag keinen")
    assert list_sentences(of)[:3] == [
        "Spieler 1 takes no prize",
        "Spieler 1 takes the prize Speck",
        "result of round 1 published · edition 1",
    ]
    assert list_sentences(of, "Speck") == ["Spieler 1 takes the prize Speck", "prize added to the list: Speck · €12.50"]


def test_names_in_the_log_follow_renaming_and_erasing():
    of, first, _tables = factories.whole(4)
    entrant = of.entrants.select_related("person").get(number=2)
    acts.pay(first, factories.new_key(), [entrant.pk])
    rename(entrant.person, "Elfi Wurm")
    assert list_sentences(of, "Wurm")[:2] == ["name changed, now: Elfi Wurm", "Elfi Wurm: entry fee €3.00 paid"]
    entrant.person.refresh_from_db()
    acts.withdraw(of.pk, factories.new_key(), entrant.pk)
    erase(entrant.person)
    assert list_sentences(of, "Wurm") == []
    entrant.person.refresh_from_db()
    assert f"{entrant.person.name}: entry fee €3.00 paid" in list_sentences(of)


def test_who_is_registered_for_rounds_stands_in_one_sentence_with_them():
    of = factories.tournament()
    acts.enter(of.pk, factories.new_key(), [Newcomer("Elfi Wurm")], [acts.open_round(of, factories.new_key()).number])
    assert list_sentences(of)[0] == "registered for round 1: Elfi Wurm"


def test_each_line_is_the_sentence_of_the_log():
    of, round_, _tables = factories.whole(8)
    first, second, third = Entrant.objects.filter(tournament=of).order_by("number")[:3]
    for name, cents in (("Speckseite", 2500), ("Schnaps", 1200)):
        acts.add_prize(of, new_key(), 0, name, cents)
    acts.pay(round_, new_key(), [first.pk])
    acts.pay(round_, new_key(), [first.pk], back=True)
    acts.set_state(round_, new_key(), [second.pk], Presence.State.NO_SHOW)
    acts.start_clock(round_, new_key())
    acts.extend(round_, new_key(), 300)
    acts.substitute(RoundTable.objects.get(round=round_, number=1), new_key(), 2, Newcomer("Ersatz"))
    lines = list_undo_lines(of, rights=frozenset(Right), most=9)
    by_sequence = {act.sequence: act for act in Act.objects.filter(tournament=of).select_related("undoes")}
    names = load_sentence_names(by_sequence.values())
    assert all(format_act_sentence(by_sequence[line.sequence], names) in line.label for line in lines)
    labels = [line.label for line in lines]
    assert len(set(labels)) == len(labels) > 5
    told = " ".join(labels)
    for part in ("Speckseite", "Schnaps", "zurückgegeben", "Spieler 2: ist nicht gekommen", "5 min", "Ersatz spielt"):
        assert part in told, told
    assert third.person.name in told
