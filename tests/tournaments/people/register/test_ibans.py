"""The account of a person: who says it, who learns it, and what becomes of it when people are merged, erased, moved."""

import pytest
from django.test import Client
from django.urls import reverse

from tarockclub.models import Account, Club, LogEntry, Person
from tarockclub.office.privacy.erasing import erase
from tests.support.accounts import log_in, make_account
from tests.tarockclub.kit.test_bank import BERLIN, VIENNA
from tests.tarockclub.office.club_file.worlds import installation, load_rows, read, write
from tests.tournaments.support import factories
from tournaments.around.own_page.services import give_links, set_page_public
from tournaments.around.own_page.views import MOST_IBANS
from tournaments.people.register.selectors import set_people_settings
from tournaments.people.register.services import merge, set_iban

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> Person:
    return factories.enter_people(factories.tournament(), "Anna Maier", "Berta Berg")[0].person


def get_iban(person: Person) -> str:
    return str(Person.objects.get(pk=person.pk).iban)


def test_the_register_takes_a_right_one_and_the_log_says_that_it_changed_but_not_to_what(anna):
    url = reverse("person", args=[anna.number])
    client = log_in(make_account(Account.Role.SECRETARY))
    refused = client.post(url, {"what": "iban", "iban": VIENNA[:-1] + "7"})
    assert refused.status_code == 409
    assert get_iban(anna) == ""
    assert client.post(url, {"what": "iban", "iban": "AT61 1904 3002 3457 3201"}).status_code == 302
    assert get_iban(anna) == VIENNA
    assert "AT61 1904 3002 3457 3201" in client.get(url).content.decode()
    [entry] = LogEntry.objects.filter(kind="iban")
    assert (entry.about_id, VIENNA in entry.said) == (anna.pk, False)
    client.post(url, {"what": "iban", "iban": VIENNA})
    assert LogEntry.objects.filter(kind="iban").count() == 1  # the same
    client.post(url, {"what": "iban", "iban": " "})
    assert get_iban(anna) == ""


def test_who_only_reads_the_register_changes_no_account(anna):
    client = log_in(make_account(Account.Role.TREASURER))
    assert client.post(reverse("person", args=[anna.number]), {"what": "iban", "iban": VIENNA}).status_code == 403
    assert get_iban(anna) == ""


def test_whoever_has_the_link_says_it_on_their_own_page_a_few_times(anna):
    secret = give_links(anna.club, [anna], factories.new_key())[anna.pk]
    url, client = reverse("own_page", args=[secret]), Client()
    assert client.post(url, {"iban": "AT00"}).status_code == 409
    assert client.post(url, {"iban": BERLIN}).status_code == 302
    assert get_iban(anna) == BERLIN
    assert "DE89 3704" in client.get(url).content.decode()
    assert LogEntry.objects.get(kind="iban").about_id == anna.pk
    answers = [client.post(url, {"iban": VIENNA}).status_code for _again in range(MOST_IBANS)]
    assert answers[-1] == 409
    assert client.post(reverse("own_page", args=["0" * 32]), {"iban": VIENNA}).status_code == 404


def test_nobody_else_reads_it(anna):
    set_iban(anna, VIENNA)
    set_page_public(anna, public=True)
    set_people_settings(anna.club, (), shows_towns=False, links_pages=True)
    entrant = anna.entrants.get()
    staff = log_in(make_account(Account.Role.DIRECTOR))
    urls = [
        reverse("person_page", args=[anna.number]),
        reverse("register"),
        reverse("members_file", args=["csv"]),
        reverse("members_file", args=["vcf"]),
        reverse("entrant", args=[entrant.tournament.slug, entrant.number]),
        reverse("club_log"),
    ]
    for client in (Client(), staff):
        for url in urls:
            content = client.get(url, follow=True).content
            assert VIENNA.encode() not in content
            assert b"3457 3201" not in content, url


def test_money_never_goes_to_the_account_of_an_entry_that_was_merged(anna):
    gone = Person.objects.get(name="Berta Berg")
    set_iban(gone, BERLIN)
    merge(anna, gone)
    assert (get_iban(anna), get_iban(gone)) == ("", "")


def test_who_is_erased_has_none(anna):
    set_iban(anna, VIENNA)
    erase(anna)
    assert get_iban(anna) == ""


def test_a_club_that_moves_takes_its_accounts_to_a_machine_with_another_key(settings, tmp_path):
    with installation():
        [entrant] = factories.enter_people(factories.tournament(), "Anna Maier")
        set_iban(entrant.person, VIENNA)
        set_iban(entrant.person.club, BERLIN)
        path = write(tmp_path / "club.zip")
    assert [row["iban"] for row in load_rows(path)["tarockclub.Club.jsonl"]] == [BERLIN]
    with installation():
        settings.BOOK_KEY = "of the other machine " * 4
        club = read(path)
        assert Club.objects.get(pk=club.pk).iban == BERLIN
        assert Person.objects.get(club=club, name="Anna Maier").iban == VIENNA
