"""With several clubs in PostgreSQL: pages about all of them see all, and nobody signs in the book of another club."""

import json
from typing import Any, NamedTuple

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from scoring.models import Entry, GameTable
from scoring.table.evenings.services import EveningStart, start_evening
from tarockclub.models import Account, Club, Person
from tarockclub.office.backups import folder
from tarockclub.office.backups.container import read_about
from tarockclub.office.hosting.services import change_host
from tarockclub.office.privacy.erasing import erase
from tarockclub.platform.accounts import services
from tarockclub.platform.accounts.actors import ANONYMOUS
from tarockclub.platform.accounts.persons import find_or_create_person, lock_club
from tarockclub.platform.clubs.scope import NOTHING, EnteredScope
from tests.scoring.support.tables import dreier, last_key, new_key, new_table, play
from tests.support import phones
from tests.support.accounts import log_in, make_account
from tests.support.backups import backups_of_its_own
from tests.support.signed_in import PASSWORD

__all__ = ["backups_of_its_own"]


class TwoClubs(NamedTuple):
    """The host, in the first club, and a second one with a table and somebody who will be erased."""

    host: Account
    second: Club
    table: GameTable
    erased: Person


@transaction.atomic
def make_two_clubs():
    """Two clubs, each with a table at which one hand was played."""
    play(new_table(), dreier())
    host = make_account("director")
    change_host(host, is_host=True, who=ANONYMOUS)
    second = Club.objects.create(name="Zweite", slug="zweite")
    make_account("director", second)
    evening = EveningStart(("Emma", "Fritz", "Gerda", "Hans"), "treffpunkt", {}, 0)
    table = phones.let_write(start_evening(new_key(), evening, second))
    play(table, dreier())
    return TwoClubs(host, second, table, find_or_create_person(lock_club(second), "Ida Vergesslich"))


@pytest.fixture
def two_clubs(db):
    """The same, in the transaction of a test."""
    return make_two_clubs()


@pytest.mark.postgres
def test_without_a_club_the_program_is_known_to_be_set_up(two_clubs):
    assert Client().get("/log-in/").status_code == 200
    assert 'href="/c/zweite/"' in Client().get("/").content.decode()
    code = services.create_setup_code()
    with EnteredScope(NOTHING), pytest.raises(services.AlreadySetUp):
        services.set_up_club(code, "Fremde", "Fremd", "fremd", PASSWORD)


def test_a_hand_at_an_address_without_the_club_leads_to_words_of_its_club(two_clubs):
    hand = Entry.objects.get(table=two_clubs.table).deal_number
    page = Client().get(reverse("deal", args=[two_clubs.table.slug, hand])).content.decode()
    assert 'href="/c/zweite/words/contract-dreier/"' in page
    assert Client().get("/c/zweite/words/contract-dreier/").status_code == 200


@pytest.mark.postgres
def test_the_host_changes_and_archives_another_club(two_clubs):
    client, number = log_in(two_clubs.host), two_clubs.second.pk
    sent = {"name": "Umbenannt", "slug": "umbenannt", "host_name": ""}
    assert client.post(reverse("hosted_club", args=[number]), sent).status_code == 302
    assert client.post(reverse("hosted_club_state", args=[number]), {"what": "archive"}).status_code == 302
    club = Club.objects.get(pk=number)
    assert (club.name, club.archived is not None) == ("Umbenannt", True)
    assert not two_clubs.table.tokens.filter(ended=None).exists()


def test_a_hand_by_a_link_of_another_club_is_signed_by_the_device_alone(two_clubs):
    Account.objects.filter(pk=two_clubs.host.pk).update(is_host=False)
    client = phones.Client()
    client.force_login(two_clubs.host)
    own = new_table()
    for table in (two_clubs.table, own):
        sittings = list(table.sittings.values_list("pk", flat=True))
        hand: dict[str, Any] = {"key": new_key(), "record": dreier(), "sittings": sittings}
        hand |= {"previous": last_key(table), "seats": [0, 1, 2, 3, table.deals.count()]}
        sent = client.post(reverse("save_hand", args=[table.slug]), json.dumps(hand), content_type="application/json")
        assert sent.status_code == 200, sent.content
    authors = [Entry.objects.filter(table=table).latest("pk").by_id for table in (two_clubs.table, own)]
    assert authors == [None, two_clubs.host.person_id]


@pytest.mark.postgres
@pytest.mark.usefixtures("fresh_database", "backups_of_its_own")
def test_a_backup_from_the_page_contains_all_clubs_and_its_restore_keeps_erased_people_erased():
    two_clubs = make_two_clubs()
    assert log_in(two_clubs.host).post("/backups/make/").status_code == 302
    (made,) = folder.list_own(folder.get_home_folder())
    assert read_about(folder.get_home_folder() / str(made)).hands == 2
    erase(two_clubs.erased)
    answer = log_in(two_clubs.host).post(reverse("restore_backup", args=[made]), {"word": "zurückspielen"})
    assert (answer.status_code, "Nachgeholt" in answer.content.decode()) == (200, True)
    assert Entry.objects.count() == 2
    assert Person.objects.get(pk=two_clubs.erased.pk).erased is not None
