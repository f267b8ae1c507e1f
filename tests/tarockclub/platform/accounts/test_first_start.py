"""The first start: a printed code, one set-up, and nobody in before."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from scoring.models import GameTable
from tarockclub.models import Account, Club, Person, SetupCode
from tarockclub.platform.accounts import services
from tarockclub.platform.accounts.services import AlreadySetUp, NoSuchCode, create_setup_code, set_up_club
from tarockclub.platform.startup import prepare_start
from tests.scoring.support.tables import new_table
from tests.support.accounts import make_account
from tests.support.clients import read_page
from tests.support.signed_in import PASSWORD

pytestmark = pytest.mark.django_db
STAFF_PAGES = ("home", "start", "club", "new_account", "own_password", "log_in")
FORM = {"club": "Tarockrunde Süd", "name": "Maria", "login": "Maria", "password": PASSWORD, "again": PASSWORD}


def post_form(code, client=None, **changed):
    """Send the set-up form."""
    return (client or Client()).post(reverse("setup"), {**FORM, "code": code, **changed})


def test_as_long_as_nobody_can_log_in_every_page_for_staff_leads_to_the_set_up():
    for name in STAFF_PAGES:
        assert Client().get(reverse(name))["Location"] == reverse("setup")
    assert "Code" in read_page(Client().get(reverse("setup")))


def test_whoever_has_a_tables_link_plays_on_meanwhile():
    table = new_table()
    assert Client().get(reverse("table", args=[table.slug])).status_code == 200


def test_with_the_code_the_club_gets_its_name_and_its_first_director_who_is_logged_in_at_once():
    client = Client()
    answer = post_form(create_setup_code(), client)
    assert (answer.status_code, answer["Location"]) == (302, "/")
    account = Account.objects.get()
    assert (account.login, account.role, account.person.name) == ("maria", "director", "Maria")
    assert Club.objects.get().name == "Tarockrunde Süd"
    assert "Tarockrunde Süd" in read_page(client.get("/"))
    assert SetupCode.objects.count() == 0
    assert client.get(reverse("setup"))["Location"] == reverse("log_in")


@pytest.mark.parametrize(
    "spelt", [str.lower, lambda code: code.replace("-", ""), lambda code: f" {code} ".replace("-", " ")]
)
def test_the_code_is_right_however_it_is_typed(spelt):
    assert post_form(spelt(create_setup_code())).status_code == 302


@pytest.mark.parametrize("code", ["AAAA-BBBB-CCCC", "", "-", "\x00", "x" * 900])
def test_a_wrong_code_sets_nothing_up_and_the_form_keeps_what_was_typed(code):
    create_setup_code()
    answer = post_form(code)
    assert answer.status_code == 400
    assert "Tarockrunde Süd" in read_page(answer)
    assert PASSWORD not in read_page(answer)
    assert Account.objects.count() == Person.objects.count() == 0


def test_only_a_hash_of_the_code_is_kept():
    code = create_setup_code()
    kept = SetupCode.objects.get().digest
    assert code not in kept
    assert code.replace("-", "").lower() not in kept.lower()
    assert len(kept) == 64


def test_codes_of_several_servers_count_side_by_side_until_one_is_used():
    first, second = create_setup_code(), create_setup_code()
    assert first != second
    assert post_form(first).status_code == 302
    with pytest.raises(AlreadySetUp):
        set_up_club(second, "Verein", "Berta", "berta", PASSWORD)


def test_servers_that_are_started_again_and_again_leave_a_few_codes_only():
    oldest = create_setup_code()
    for _ in range(services.VALID_CODES):
        create_setup_code()
    assert SetupCode.objects.count() == services.VALID_CODES
    with pytest.raises(NoSuchCode):
        set_up_club(oldest, "Verein", "Berta", "berta", PASSWORD)


def test_the_command_prints_a_code_and_all_others_are_dead(capsys):
    before = create_setup_code()
    call_command("setup_code")
    code = capsys.readouterr().out.split()[-1]
    assert post_form(before).status_code == 400
    assert post_form(code).status_code == 302
    with pytest.raises(CommandError, match="schon eingerichtet"):
        call_command("setup_code")


def test_the_server_tells_a_code_as_long_as_nobody_can_log_in():
    lines = prepare_start()
    assert "Noch nicht eingerichtet" in lines[1]
    assert post_form(lines[2]).status_code == 302
    assert prepare_start() == []


def test_wrong_codes_are_limited():
    code = create_setup_code()
    for _ in range(10):
        assert post_form("AAAA-BBBB-CCCC").status_code == 400
    answer = post_form(code)
    assert answer.status_code == 429
    assert "Bitte 15 Minuten warten." in read_page(answer)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"password": "kurz", "again": "kurz"}, "mindestens 10 Zeichen"),
        ({"password": "1234567890", "again": "1234567890"}, "zu üblich"),
        ({"again": "anders als oben"}, "Die beiden Passwörter sind nicht gleich."),
        ({"club": " "}, "zwingend erforderlich"),
        ({"name": "\u200b"}, "zwingend erforderlich"),
        ({"name": "x" * 81}, "Höchstens 80 Zeichen; dieser Name hat 81."),
        ({"login": ""}, "zwingend erforderlich"),
    ],
)
def test_what_cannot_be_taken_is_said_and_the_code_lives_on(changed, message):
    code = create_setup_code()
    answer = post_form(code, **changed)
    assert answer.status_code == 400
    assert message in read_page(answer)
    assert post_form(code).status_code == 302


def test_a_player_who_sets_the_program_up_stays_the_same_person():
    new_table(names=("Maria", "Berta", "Cilli", "Dora"))
    post_form(create_setup_code())
    assert Person.objects.filter(name="Maria").count() == 1
    assert Account.objects.get().person == Person.objects.get(name="Maria")
    assert GameTable.objects.get().club == Account.objects.get().club


def test_a_loser_of_that_race_reads_what_happened(monkeypatch):
    monkeypatch.setattr("tarockclub.platform.accounts.views.is_set_up", lambda: False)
    make_account("director")
    answer = post_form(create_setup_code())
    assert answer.status_code == 409
    assert "Jemand war schneller" in read_page(answer)


def test_a_bad_password_and_a_slip_in_the_second_field_are_reported_together():
    page = read_page(post_form(create_setup_code(), password="kurz", again="kürzer"))
    assert "Die beiden Passwörter sind nicht gleich." in page
    assert "zu kurz" in page
