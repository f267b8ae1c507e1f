"""Starting an evening: one table for one key, its sheet pinned, its players known by name."""

from datetime import UTC, datetime

import pytest

from scoring.book.ledger.sheet_versions import parse_sheet, pin_sheet
from scoring.engine.hand.reader import parse
from scoring.engine.hand.scorer import score_record
from scoring.engine.house_rules.library import BUILT_IN
from scoring.models import GameTable, Seated, SheetVersion, Sitting, Total
from scoring.table.evenings.services import EveningStart, OtherEvening, start_evening
from tarockclub.kit.time_source import pretend_time
from tarockclub.models import Club, Person
from tests.scoring.engine.support.golden_data import all_faults, golden
from tests.scoring.engine.support.strategies import choices
from tests.scoring.support.tables import NAMES, new_key, new_table, play

pytestmark = pytest.mark.django_db


def test_the_same_key_opens_one_table():
    key = new_key()
    wanted = EveningStart(NAMES, "treffpunkt", {}, 0)
    assert start_evening(key, wanted) == start_evening(key, wanted)
    assert GameTable.objects.count() == 1
    assert Sitting.objects.count() == Total.objects.count() == Seated.objects.count() == 4


def test_it_begins_when_it_is_by_the_time_of_the_program():
    then = datetime(2026, 3, 29, 2, 55, tzinfo=UTC)
    with pretend_time(then):
        table = new_table()
    assert GameTable.objects.get(pk=table.pk).started == then


def test_somebody_known_by_name_is_the_same_person_again():
    new_table(names=("Anna", "Berta", "Cilli", "Dora"))
    new_table(names=("Emil", "Anna", "Dora", "Franz"))
    numbers = dict(Person.objects.values_list("name", "number"))
    assert numbers == {"Anna": 1, "Berta": 2, "Cilli": 3, "Dora": 4, "Emil": 5, "Franz": 6}
    assert Club.objects.count() == 1


def test_a_sheet_with_the_same_options_is_kept_once():
    one = new_table("treffpunkt", piccolo_over_solo=True)
    same = new_table("treffpunkt", piccolo_over_solo=True, radl_announced_only=False)
    other = new_table("treffpunkt")
    assert one.sheet_version == same.sheet_version
    assert one.sheet_version != other.sheet_version
    assert SheetVersion.objects.count() == 2


def test_tables_of_different_options_score_differently_side_by_side():
    piccolo = {"plays": [{"contract": "piccolo", "declarer": 0, "result": "won"}]}
    plain, changed = new_table("treffpunkt"), new_table("treffpunkt", piccolo_over_solo=True)
    first, second = play(plain, piccolo).entry, play(changed, piccolo).entry
    assert first is not None
    assert second is not None
    assert (first.money0, second.money0) == (36, 54)


def test_a_sheet_that_nobody_knows_cannot_be_pinned():
    with pytest.raises(ValueError, match="bauerntarock"):
        pin_sheet("bauerntarock", {})


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_a_pinned_sheet_scores_every_golden_hand_as_the_sheet_it_came_from(sheet_id):
    versions = {chosen.options: parse_sheet(pin_sheet(sheet_id, dict(chosen.options))) for chosen in choices(sheet_id)}
    originals = {chosen.options: chosen.sheet for chosen in choices(sheet_id)}
    default = next(iter(versions))

    def faults(hand):
        given = hand.record.get("options", {})
        options = tuple((name, given.get(name, False)) for name, _ in default)
        record, problems = parse(hand.record)
        if options not in versions:  # options that exclude each other: nobody can pin them
            return
        pin, original = (score_record(record, problems, sheets[options]) for sheets in (versions, originals))
        if pin.problems != original.problems or (pin.score and pin.score[1:]) != (
            original.score and original.score[1:]
        ):
            yield f"{pin} is not {original}"

    assert not all_faults(golden(sheet_id), faults)


def test_a_key_of_another_club_opens_nothing_and_gives_nothing_away():
    key, wanted = new_key(), EveningStart(NAMES, "treffpunkt", {}, 0)
    start_evening(key, wanted)
    with pytest.raises(OtherEvening) as refused:
        start_evening(key, wanted, Club.objects.create(name="Nachbarn"))
    assert refused.value.table is None
    assert GameTable.objects.count() == 1


def test_each_club_has_players_of_its_own():
    neighbours = Club.objects.create(name="Nachbarn")
    new_table(names=NAMES)
    start_evening(new_key(), EveningStart(NAMES, "treffpunkt", {}, 0), neighbours)
    assert Person.objects.filter(club=neighbours).count() == Person.objects.exclude(club=neighbours).count() == 4
