"""A merge of two people is taken back: names, details, entries and fees are as before, if nobody has played since."""

import json

import pytest
from django.urls import reverse

from scoring.book.ledger.seats import load_seats
from tarockclub.models import ClubAct, Note, Person
from tarockclub.office.club_file.contents import select_rows
from tarockclub.office.privacy.erasing import erase, list_mentions
from tarockclub.platform.accounts.club_log import Kind as Event
from tarockclub.platform.accounts.persons import clean_details, create_person, load_first_club
from tarockclub.platform.act_chain import record_act
from tarockclub.platform.privacy.readers import INSIDE
from tarockclub.platform.sealed_rows import CLUB
from tests.scoring.support.tables import new_table
from tests.support.accounts import log_in, make_account
from tests.tarockclub.office.club_file.worlds import prove
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tests.tournaments.support.tournament_fee import DIRECTOR
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.cash_journal.services import load_cash_box
from tournaments.models import Entrant, Presence
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.register.merge_reversals import list_merges, take_merge_back
from tournaments.people.register.selectors import set_details
from tournaments.people.register.services import merge, rename, set_federation_number, set_publicity
from tournaments.results.undo.services import undo

pytestmark = pytest.mark.django_db
COLUMNS = (
    *("name", "called", "shown_as", "publicity", "federation_number", "town", "player_number", "categories"),
    *("birth_year", "contact", "details_public", "merged_into"),
)


def table_names(table) -> list[str]:
    return [seat.name for seat in load_seats(table, INSIDE)]


def read_people() -> list[tuple[object, ...]]:
    return list(Person.objects.order_by("pk").values_list("pk", *COLUMNS))


def read_entries(of) -> list[list[tuple[object, ...]]]:
    entrants = Entrant.objects.filter(tournament=of).order_by("pk").values_list("pk", "person", "number", "withdrawn")
    entries = Presence.objects.filter(round__tournament=of).order_by("round", "entrant")
    return [list(entrants), list(entries.values_list("round", "entrant", "state", "paid", "debt"))]


@pytest.fixture
def two():
    """Two people who both have details, in a club with a third one of the same name."""
    club = load_first_club()
    kept, gone = create_person(club, "Anna Maier"), create_person(club, "Maier Anna")
    create_person(club, "Maier Anna")
    set_details(kept, clean_details("Wien", "", "Dame"), public=True)
    set_details(gone, clean_details("Graz", "12", "Gast", "1950", "0664 1"), public=False)
    set_federation_number(gone, "W7")
    set_publicity(gone, "short")
    return kept, gone


def test_names_details_and_numbers_are_as_before(two):
    kept, gone = two
    before = read_people()
    merge(kept, gone)
    assert read_people() != before
    take_merge_back(kept, gone)
    assert read_people() == before


def test_what_was_changed_since_stays_and_a_number_that_somebody_else_has_is_not_given_twice(two):
    kept, gone = two
    merge(kept, gone)
    kept.refresh_from_db()
    set_details(kept, clean_details("Linz", "", "Dame", "1951"), public=False)
    rename(kept, "Anna Mair")
    other = create_person(kept.club, "Berta")
    set_details(other, clean_details("", "12"), public=False)
    take_merge_back(kept, gone)
    kept.refresh_from_db()
    gone.refresh_from_db()
    assert (kept.name, kept.town, kept.birth_year, kept.federation_number) == ("Anna Mair", "Linz", 1951, "")
    assert (gone.name, gone.town, gone.birth_year, gone.federation_number) == ("Maier Anna", "Graz", 1950, "W7")
    assert gone.player_number == ""


def test_entries_payments_and_withdrawals_are_as_before(two):
    kept, gone = two
    alone, both = factories.tournament(fee=300), factories.tournament(fee=300)
    factories.enter_people(alone, "Cilli")
    acts.enter(alone.pk, new_key(), [Newcomer(gone.name, person=gone.pk)])
    factories.round_(alone)
    for person in two:
        acts.enter(both.pk, new_key(), [Newcomer(person.name, person=person.pk)])
    own, twin = Entrant.objects.filter(tournament=both).order_by("number")
    first, second = factories.round_(both), factories.round_(both, [twin])
    acts.pay(first, new_key(), [twin.pk])
    acts.pay(second, new_key(), [twin.pk])
    acts.set_state(first, new_key(), [twin.pk], "no_show")
    before = [read_entries(alone), read_entries(both)]
    merge(kept, gone)
    after = [read_entries(alone), read_entries(both)]
    assert before[0] != after[0]
    assert before[1] != after[1]
    take_merge_back(kept, gone)
    assert [read_entries(alone), read_entries(both)] == before
    assert own.presences.get().paid == 0
    assert load_cash_box(both).adds_up
    last = [of.acts.latest("sequence") for of in (alone, both)]
    assert [act.kind for act in last] == [Kind.MERGED] * 2
    page = log_in(make_account("director", kept.club)).get(reverse("tournament_log", args=[both.slug]))
    assert "Zusammenlegung zurückgenommen" in page.content.decode()


def test_chains_of_people_come_apart_the_last_one_first():
    club = load_first_club()
    a, b, c = (create_person(club, name) for name in ("Anna", "Berta", "Cilli"))
    before = read_people()
    merge(b, c)
    between = read_people()
    merge(a, b)
    with pytest.raises(ActionRefused, match="merged_already"):
        take_merge_back(b, c)
    take_merge_back(a, b)
    assert read_people() == between
    take_merge_back(b, c)
    assert read_people() == before
    with pytest.raises(ActionRefused, match="merge_unknown"):
        take_merge_back(b, c)


def test_of_two_who_were_merged_into_one_the_last_comes_back_first(two):
    kept, gone = two
    other = create_person(kept.club, "Berta")
    before = read_people()
    merge(kept, gone)
    merge(kept, other)
    assert [bool(line.problem) for line in list_merges(kept)] == [False, True]
    with pytest.raises(ActionRefused, match="merge_followed"):
        take_merge_back(kept, gone)
    take_merge_back(kept, other)
    take_merge_back(kept, gone)
    assert read_people() == before


def test_where_somebody_has_played_since_it_stays(two):
    kept, gone = two
    new_table(names=("Anna Maier", "Emil", "Franz", "Georg"))
    merge(kept, gone)
    assert [line.problem for line in list_merges(kept)] == [""]
    table = new_table(names=("Anna Maier", "Emil", "Franz", "Georg"))
    assert table_names(table)[0] == "Anna Maier"
    with pytest.raises(ActionRefused, match="merge_played"):
        take_merge_back(kept, gone)
    [line] = list_merges(kept)
    assert "gespielt" in line.problem


def test_where_a_payment_was_moved_and_has_changed_since_it_stays(two):
    kept, gone = two
    of = factories.tournament(fee=300)
    for person in two:
        acts.enter(of.pk, new_key(), [Newcomer(person.name, person=person.pk)])
    own, twin = Entrant.objects.filter(tournament=of).order_by("number")
    round_ = factories.round_(of, [twin])
    merge(kept, gone)
    acts.pay(round_, new_key(), [own.pk])
    before = [read_people(), read_entries(of)]
    with pytest.raises(ActionRefused, match="merge_changed"):
        take_merge_back(kept, gone)
    assert [read_people(), read_entries(of)] == before


def test_a_payment_that_a_merge_has_moved_is_undone_only_where_it_was_made(two):
    kept, gone = two
    of = factories.tournament(fee=300)
    for person in two:
        acts.enter(of.pk, new_key(), [Newcomer(person.name, person=person.pk)])
    own, twin = Entrant.objects.filter(tournament=of).order_by("number")
    payment = acts.pay(factories.round_(of, [own, twin]), new_key(), [twin.pk])
    merge(kept, gone)
    with pytest.raises(ActionRefused, match="cannot_undo"):
        undo(of.pk, new_key(), payment.sequence, DIRECTOR)
    take_merge_back(kept, gone)
    undo(of.pk, new_key(), payment.sequence, DIRECTOR)
    box = load_cash_box(of)
    assert (box.fee_total, box.adds_up) == (0, True)


def test_payments_on_a_receipt_since_stay_together(two):
    kept, gone = two
    of = factories.tournament(fee=300)
    for person in two:
        acts.enter(of.pk, new_key(), [Newcomer(person.name, person=person.pk)])
    own, twin = Entrant.objects.filter(tournament=of).order_by("number")
    acts.pay(factories.round_(of, [twin]), new_key(), [twin.pk])
    merge(kept, gone)
    acts.write_fees_receipt(of, new_key(), own.pk)
    with pytest.raises(ActionRefused, match="merge_changed"):
        take_merge_back(kept, gone)


def test_an_older_program_has_not_kept_what_it_changed(two):
    kept, gone = two
    with record_act(CLUB, kept.club_id, ClubAct.Kind.MERGED, {"kept": kept.pk, "gone": [gone.pk]}):
        Person.objects.filter(pk=gone.pk).update(merged_into=kept)
    with pytest.raises(ActionRefused, match="merge_not_kept"):
        take_merge_back(kept, gone)
    [line] = list_merges(kept)
    assert line.problem


def test_the_act_holds_no_text_and_what_is_kept_goes_with_the_name(two):
    kept, gone = two
    merge(kept, gone)
    said = ClubAct.objects.get(kind=ClubAct.Kind.MERGED).said
    note = Note.objects.get(pk=json.loads(said)["before"])
    for text in ("Maier", "Graz", "0664 1", "W7"):
        assert text not in said
        assert text in note.text
    assert note.club_id == kept.club_id
    assert note in select_rows(Note, kept.club_id)
    erase(kept)
    note.refresh_from_db()
    assert (note.text, note.erased is not None) == ("", True)
    assert not Note.objects.filter(text__contains="Graz").exists()
    with pytest.raises(ActionRefused, match="erased"):
        take_merge_back(kept, gone)


def test_what_was_kept_is_gone_once_the_merge_was_taken_back(two):
    kept, gone = two
    merge(kept, gone)
    take_merge_back(kept, gone)
    assert not Note.objects.filter(text__contains="0664 1").exists()


def test_a_name_in_the_details_of_another_is_found_in_what_a_merge_has_kept(two):
    kept, gone = two
    helper = create_person(kept.club, "Zita Zauner")
    set_details(gone, clean_details("Graz", "", "", "", "bei Zita Zauner"), public=False)
    merge(kept, gone)
    kept.refresh_from_db()
    set_details(kept, clean_details("Wien"), public=False)
    assert [str(mention.text.where) for mention in list_mentions(helper)] == ["Was vor einer Zusammenlegung war"]
    erase(helper)
    assert not Note.objects.filter(text__contains="Zauner").exists()
    take_merge_back(kept, gone)
    gone.refresh_from_db()
    assert gone.contact == f"bei Spieler {helper.number}"


def test_the_page_of_a_person_takes_it_back_and_the_log_says_so(two):
    kept, gone = two
    director = make_account("director", kept.club)
    client = log_in(director)
    merge(kept, gone)
    page = reverse("person", args=[kept.number])
    html = client.get(page).content.decode()
    assert f'name="other" value="{gone.pk}"' in html
    assert "Zusammenlegung zurücknehmen" in html
    answer = client.post(page, {"what": "part", "other": gone.pk})
    assert answer.status_code == 302
    gone.refresh_from_db()
    assert gone.merged_into is None
    log = kept.club.log.log_entries.order_by("sequence").last()
    assert log.kind == Event.PARTED
    again = client.post(page, {"what": "part", "other": gone.pk})
    assert again.status_code == 409


def test_the_proof_finds_nothing_after_it(two):
    kept, gone = two
    of = factories.tournament(fee=300)
    acts.enter(of.pk, new_key(), [Newcomer(gone.name, person=gone.pk)])
    merge(kept, gone)
    take_merge_back(kept, gone)
    prove()
