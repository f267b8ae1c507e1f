"""The list of what can be undone says what it undoes, in the words of the log."""

import pytest

from tarockclub.platform.accounts.rights import Right
from tests.tournaments.support import factories
from tests.tournaments.support.clock_acts import extend, start_clock
from tests.tournaments.support.entry_acts import pay, set_state, substitute
from tests.tournaments.support.factories import new_key
from tests.tournaments.support.result_acts import add_prize
from tournaments.hall.action_log.messages import format_act_sentence, load_sentence_names
from tournaments.models import Act, Entrant, Presence, RoundTable
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.results.undo.selectors import list_undo_lines

pytestmark = pytest.mark.django_db


def test_each_line_is_the_sentence_of_the_log():
    of, round_, _tables = factories.whole(8)
    first, second, third = Entrant.objects.filter(tournament=of).order_by("number")[:3]
    for name, cents in (("Speckseite", 2500), ("Schnaps", 1200)):
        add_prize(of, new_key(), 0, name, cents)
    pay(round_, new_key(), [first.pk])
    pay(round_, new_key(), [first.pk], back=True)
    set_state(round_, new_key(), [second.pk], Presence.State.NO_SHOW)
    start_clock(round_, new_key())
    extend(round_, new_key(), 300)
    substitute(RoundTable.objects.get(round=round_, number=1), new_key(), 2, Newcomer("Ersatz"))
    lines = list_undo_lines(of, rights=frozenset(Right), most=9)
    acts = {act.sequence: act for act in Act.objects.filter(tournament=of).select_related("undoes")}
    names = load_sentence_names(acts.values())
    assert all(format_act_sentence(acts[line.sequence], names) in line.label for line in lines)
    labels = [line.label for line in lines]
    assert len(set(labels)) == len(labels) > 5
    told = " ".join(labels)
    for part in ("Speckseite", "Schnaps", "zurückgegeben", "Spieler 2: ist nicht gekommen", "5 min", "Ersatz spielt"):
        assert part in told, told
    assert third.person.name in told
