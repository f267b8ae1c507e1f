"""A ruling that corrects another shows what that one moved, and takes it back in the same act."""

import pytest

from scoring.models import Entry
from tarockclub.platform.privacy.readers import INSIDE
from tests.tournaments.hall.rulings.ruled_tables import (
    DECIDED,
    again,
    fill_form,
    get_sequence,
    page_of,
    play_hand,
    totals,
)
from tests.tournaments.support import acts, factories
from tournaments.core.acts import ActionRefused
from tournaments.hall.rulings.actions import REDEAL, RENONCE, STRIKE, TAKE_BACK, TRANSFER, VOID
from tournaments.hall.rulings.selectors import load_register, load_table_rulings
from tournaments.models import RoundTable

pytestmark = pytest.mark.django_db


def test_a_mistake_is_set_right_by_another_ruling_that_names_it(table):
    acts.record_ruling(table, factories.new_key(), DECIDED)
    acts.record_ruling(table, factories.new_key(), "Doch nicht.", corrects=1)
    first, second = load_register(table.round.tournament)
    assert (first.corrected_by, second.corrects) == ((2,), 1)
    assert load_table_rulings(table, INSIDE) == (first, second)
    with pytest.raises(ActionRefused, match="ruling_unknown"):
        acts.record_ruling(table, factories.new_key(), DECIDED, corrects=9)


def test_what_a_ruling_moved_is_taken_back_by_the_one_that_corrects_it(table):
    acts.record_ruling(table, factories.new_key(), "Falsch.", deed=TRANSFER, amounts=(60, -60, 0, 0))
    assert totals(table) == [60, -60, 0, 0]
    acts.record_ruling(table, factories.new_key(), "Nur ein Wort.", corrects=1, seen=get_sequence(table))
    assert totals(table) == [60, -60, 0, 0]
    back = {"deed": TAKE_BACK, "corrects": 1}
    acts.record_ruling(table, factories.new_key(), "Zurück.", **back, seen=get_sequence(table))
    assert totals(table) == [0, 0, 0, 0]
    with pytest.raises(ActionRefused, match="not_written") as refused:
        acts.record_ruling(table, factories.new_key(), "Noch einmal.", **back, seen=get_sequence(table))
    assert [problem.code for problem in refused.value.params["problems"]] == ["changed_since_ruling"]
    # That one is a ruling, too, and is taken back like any other.
    third = {"deed": TAKE_BACK, "corrects": 3}
    acts.record_ruling(table, factories.new_key(), "Doch.", **third, seen=get_sequence(table))
    assert totals(table) == [60, -60, 0, 0]


@pytest.mark.parametrize("deed", [STRIKE, VOID, RENONCE])
def test_a_hand_that_a_ruling_has_changed_counts_again_as_it_was(table, deed):
    line = play_hand(table).deal_number
    play_hand(table, "hand-2", "hand-1")
    before = totals(table)
    renonce = {"plays": [{"contract": "normalspiel", "declarer": 0, "partner": 2}], "renonce": {"seat": 0}}
    more = {"record": renonce} if deed == RENONCE else {}
    acts.record_ruling(table, factories.new_key(), "Falsch.", deed=deed, line=line, seen=get_sequence(table), **more)
    assert totals(table) != before
    acts.record_ruling(table, factories.new_key(), "Zurück.", deed=TAKE_BACK, corrects=1, seen=get_sequence(table))
    assert totals(table) == before


@pytest.mark.parametrize("deed", [VOID, REDEAL])
def test_a_deal_that_a_ruling_has_written_is_struck(table, deed):
    acts.record_ruling(table, factories.new_key(), "Falsch.", deed=deed, seen=get_sequence(table))
    kept = again(table).game_table.last_sequence
    assert kept
    acts.record_ruling(table, factories.new_key(), "Zurück.", deed=TAKE_BACK, corrects=1, seen=kept)
    last = Entry.objects.filter(table=table.game_table).latest("sequence")
    assert (last.kind, last.replaces) == (Entry.Kind.STRIKE, Entry.objects.get(table=table.game_table, sequence=kept))
    play_hand(table)


def test_what_somebody_has_changed_since_or_is_at_another_table_is_not_taken_back(table):
    line = play_hand(table).deal_number
    acts.record_ruling(table, factories.new_key(), "Falsch.", deed=VOID, line=line, seen=get_sequence(table))
    acts.record_ruling(table, factories.new_key(), "Anders.", deed=STRIKE, line=line, seen=get_sequence(table))
    acts.record_ruling(table, factories.new_key(), "Nur ein Wort.")
    other = again(RoundTable.objects.exclude(pk=table.pk).get(round=table.round))
    for at, number, code in (
        (table, 1, "changed_since_ruling"),
        (table, 3, "nothing_to_take_back"),
        (other, 1, "nothing_to_take_back"),
    ):
        with pytest.raises(ActionRefused, match="not_written") as refused:
            acts.record_ruling(
                at, factories.new_key(), "Zurück.", deed=TAKE_BACK, corrects=number, seen=get_sequence(at)
            )
        assert [problem.code for problem in refused.value.params["problems"]] == [code]


def test_the_preview_shows_what_the_corrected_ruling_moved_and_offers_to_take_it_back(director, table):
    assert 'value="take_back"' not in director.get(page_of(table)).content.decode()
    acts.record_ruling(table, factories.new_key(), "Falsch.", deed=TRANSFER, amounts=(60, -60, 0, 0))
    assert 'value="take_back"' in director.get(page_of(table)).content.decode()
    assert director.post(page_of(table), fill_form(deed="take_back")).status_code == 400
    sent = fill_form(corrects="1", key=factories.new_key())
    shown = director.post(page_of(table), sent)
    html = " ".join(shown.content.decode().split())
    assert "Spieler 1 +10, Spieler 2 −10" in html.replace("\u2060", "")
    assert "Das bleibt, wie es ist" in html
    again_shown = director.post(page_of(table), {**sent, "take_back": "1"})
    assert [(total.before, total.after) for total in again_shown.context["foreseen"].totals][:2] == [(60, 0), (-60, 0)]
    confirmed = {**dict(again_shown.context["fields"]), "seen": again_shown.context["seen"], "confirm": "1"}
    assert director.post(page_of(table), {**confirmed, "key": again_shown.context["key"]}).status_code == 302
    assert totals(table) == [0, 0, 0, 0]
    assert [ruling.deed for ruling in load_table_rulings(table, INSIDE)] == ["transfer", "take_back"]
