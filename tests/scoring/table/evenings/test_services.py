"""An evening is one table for one key, with its sheet and players; it is deleted, archived, or made up."""

from datetime import UTC, datetime

import pytest
from django.urls import reverse

from scoring.book.audit import verify
from scoring.book.ledger.services import record_hand
from scoring.book.ledger.sheet_versions import parse_sheet, pin_sheet
from scoring.engine.hand.reader import parse
from scoring.engine.hand.scorer import score_record
from scoring.engine.house_rules.library import BUILT_IN
from scoring.models import Entry, GameTable, Seated, SheetVersion, Sitting, Total
from scoring.reports.statistics.filters import StatisticsFilter, list_filter_tables
from scoring.table.evenings.services import EveningStart, OtherEvening, start_evening
from tarockclub.kit.time_source import pretend_time
from tarockclub.models import Club, LogEntry, Person
from tarockclub.office.demo.installation import create_demo_evening
from tests.scoring.engine.support.built_in import all_faults, golden
from tests.scoring.engine.support.strategies import choices
from tests.scoring.support.tables import NAMES, book_of, everything, new_key, new_table, play
from tests.support.accounts import log_in, make_account

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


HAND = {"plays": [{"contract": "solorufer", "declarer": 0, "partner": 1, "result": "won"}]}


def texts(client):
    """The first page and the lists, without the line above all pages about what goes on."""
    pages = [client.get(reverse(page)).content.decode() for page in ("home", "evenings", "archived_evenings")]
    return [page.partition("<main")[2] for page in pages]


def test_an_evening_without_a_hand_is_deleted_with_two_taps():
    table, secretary = new_table(), log_in()
    page = reverse("archive_evening", args=[table.slug])
    assert page in texts(secretary)[0]  # offered in the list
    assert "Diesen Abend löschen?" in secretary.get(page).content.decode()
    for _tap in range(2):
        assert secretary.post(page, {"what": "archive"}).status_code == 302
    assert not any(str(table.slug) in text for text in texts(secretary))
    assert secretary.get(reverse("table", args=[table.slug])).status_code == 404
    assert GameTable.objects.filter(pk=table.pk).exists()


def test_a_hand_of_a_late_phone_is_not_lost():
    table, secretary = new_table(), log_in()
    secretary.post(reverse("archive_evening", args=[table.slug]), {"what": "archive"})
    assert record_hand(table.slug, new_key(), "", HAND).entry is not None
    assert str(table.slug) in texts(secretary)[2]
    assert secretary.get(reverse("table", args=[table.slug])).status_code == 200


def test_a_played_evening_is_archived_and_comes_back():
    table, secretary = new_table(), log_in()
    record_hand(table.slug, new_key(), "", HAND)
    page = reverse("archive_evening", args=[table.slug])
    assert table in list_filter_tables(table.club_id, StatisticsFilter())
    secretary.post(page, {"what": "archive"})
    assert [str(table.slug) in text for text in texts(secretary)] == [False, False, True]
    assert table not in list_filter_tables(table.club_id, StatisticsFilter())
    secretary.post(page, {"what": "back"})
    assert [str(table.slug) in text for text in texts(secretary)] == [True, True, False]
    assert table in list_filter_tables(table.club_id, StatisticsFilter())


def test_the_log_says_who_archived_an_evening_and_who_took_it_back_and_the_proof_agrees():
    table = new_table()
    record_hand(table.slug, new_key(), "", HAND)
    account = make_account()
    secretary, page = log_in(account), reverse("archive_evening", args=[table.slug])
    for what in ("archive", "archive", "back"):
        secretary.post(page, {"what": what})
        assert verify() == []
    entries = LogEntry.objects.filter(kind__startswith="evening_").order_by("sequence")
    assert [(entry.kind, entry.by_id) for entry in entries] == [
        ("evening_archived", account.person_id),
        ("evening_back", account.person_id),
    ]
    shown = log_in(make_account("director")).get(reverse("club_log")).content.decode()
    assert "Abend aus dem Archiv zurückgeholt" in shown
    assert reverse("table", args=[table.slug]) in shown


def test_the_demo_evening_is_entered_once_and_shows_every_kind_of_hand(client):
    table = create_demo_evening()
    assert client.get(f"/tables/{table.slug}/").status_code == 200
    kinds = {line.entry.kind for line in book_of(table).played}
    assert kinds == {Entry.Kind.HAND, Entry.Kind.STRIKE}
    assert any(line.entry.radl == 2 for line in book_of(table).played)
    before = everything(table)
    assert create_demo_evening() == table
    assert everything(table) == before
    assert GameTable.objects.count() == 1
