"""The first start with a printed code, the command for a forgotten password, and all that a new password ends."""

import io

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from scoring.models import GameTable
from tarockclub.models import Account, ApiToken, Club, Person, SetupCode
from tarockclub.platform.accounts import services
from tarockclub.platform.accounts.services import AlreadySetUp, NoSuchCode, create_setup_code, set_up_club
from tarockclub.platform.startup import prepare_start
from tests.scoring.support.tables import new_table
from tests.support.accounts import give_factor, log_in, log_in_by_form, make_account
from tests.support.clients import read_page
from tests.support.programs import create_secret
from tests.support.shared_rows import share_rows
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


SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
OTHER_PASSWORD = "noch-ein-langes-Passwort"
NEW = {"password": OTHER_PASSWORD, "again": OTHER_PASSWORD}


@share_rows
def berta():
    """Somebody whom a password, an app, its codes, a passkey, a device and a program let in."""
    account = make_account("secretary", login="berta")
    log_in_by_form(account)
    give_factor(account, SECRET)
    Authenticator.objects.create(user=account, type="webauthn", data={"name": "Bertas Telefon", "credential": {}})
    create_secret(account, "secretary")
    return account


def list_what_lets_in(account):
    """The kinds of what lets somebody in, beside the password."""
    kinds = set(Authenticator.objects.filter(user=account).values_list("type", flat=True))
    kinds |= {"device"} if UserSession.objects.filter(user=account).exists() else set()
    return kinds | ({"program"} if ApiToken.objects.filter(account=account, ended=None).exists() else set())


def read_log(account):
    """The kinds of the entries of the log about somebody."""
    return list(account.club.log.log_entries.filter(about=account.person_id).values_list("kind", flat=True))


def test_there_is_something_to_end(berta):
    assert list_what_lets_in(berta) == {"totp", "recovery_codes", "webauthn", "device", "program"}


def test_the_own_new_password_ends_everything_but_the_browser_in_which_it_was_typed(berta):
    client, page = log_in(berta), reverse("own_password")
    assert 'name="keeps"' in read_page(client.get(page))
    answer = client.post(page, {**NEW, "old": PASSWORD})
    assert "Passkeys" in read_page(answer)
    assert list_what_lets_in(berta) == {"device"}
    assert UserSession.objects.get(user=berta).session_key == client.session.session_key
    assert read_log(berta)[-2:] == ["factor_off", "password"]


def test_the_owner_may_keep_passkeys_and_app(berta):
    answer = log_in(berta).post(reverse("own_password"), {**NEW, "old": PASSWORD, "keeps": "on"})
    assert "beendet" not in read_page(answer).partition("<main")[2]
    assert list_what_lets_in(berta) == {"totp", "recovery_codes", "webauthn", "device"}


def test_a_wrong_password_ends_nothing(berta):
    before = list_what_lets_in(berta)
    assert log_in(berta).post(reverse("own_password"), {**NEW, "old": OTHER_PASSWORD}).status_code == 400
    assert list_what_lets_in(berta) == before


def test_who_has_neither_passkey_nor_app_is_not_asked():
    assert 'name="keeps"' not in read_page(log_in(make_account()).get(reverse("own_password")))


def test_a_password_that_somebody_else_sets_ends_everything_whatever_is_sent(berta):
    director = log_in(make_account("director"))
    page = reverse("account_password", args=[berta.pk])
    assert director.post(page, {**NEW, "keeps": "on"}).status_code == 302
    assert list_what_lets_in(berta) == set()


def test_the_command_ends_everything(berta, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(OTHER_PASSWORD + "\n"))
    call_command("set_password", "berta", stdout=io.StringIO())
    assert list_what_lets_in(berta) == set()


def test_a_director_sees_what_lets_somebody_in_and_ends_it_without_a_new_password(berta):
    director, page = log_in(make_account("director")), reverse("account", args=[berta.pk])
    shown = read_page(director.get(page))
    for text in ("Bertas Telefon", "App", "auf einem Gerät", "Ein Programm"):
        assert text in shown
    assert director.post(page, {"end": "all"})["Location"] == f"{page}?saved=1"
    assert list_what_lets_in(berta) == set()
    assert read_log(berta)[-3:] == ["factor_off", "token_ended", "log_out"]
    assert 'name="end"' not in read_page(director.get(page))
    berta.refresh_from_db()
    assert (berta.check_password(PASSWORD), berta.is_active, berta.role) == (True, True, "secretary")


def test_only_a_host_ends_what_lets_a_host_in(berta):
    Account.objects.filter(pk=berta.pk).update(is_host=True)
    before, page = list_what_lets_in(berta), reverse("account", args=[berta.pk])
    director = log_in(make_account("director"))
    assert director.post(page, {"end": "all"}).status_code == 403
    assert "Bertas Telefon" not in read_page(director.get(page))
    assert list_what_lets_in(berta) == before


def test_who_ends_the_own_access_stays_in_the_browser_in_use(berta):
    Account.objects.filter(pk=berta.pk).update(role="director")
    client = log_in_by_form(make_account("director", login="anna"))
    anna = Account.objects.get(login="anna")
    log_in_by_form(anna)
    assert client.post(reverse("account", args=[anna.pk]), {"end": "all"}).status_code == 302
    assert UserSession.objects.get(user=anna).session_key == client.session.session_key


@pytest.mark.parametrize("keeps", [True, False])
def test_a_new_password_in_code_keeps_the_factor_only_if_told_to(berta, keeps):
    services.set_password(berta, OTHER_PASSWORD, keeps_factor=keeps)
    assert Authenticator.objects.filter(user=berta).exists() is keeps


@pytest.fixture
def type_lines(monkeypatch):
    """A function that puts lines where the command reads them."""
    return lambda text: monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_it_sets_the_password_ends_sessions_and_lets_the_account_in_again(type_lines, capsys):
    make_account("director")
    berta = make_account("director", login="berta")
    client = log_in(berta)
    services.change_rights(berta, role="director", active=False)
    type_lines(OTHER_PASSWORD + "\n")
    call_command("set_password", "BERTA")
    assert "neue Passwort" in capsys.readouterr().out
    berta.refresh_from_db()
    assert berta.check_password(OTHER_PASSWORD)
    assert berta.is_active
    assert client.get("/password/").status_code == 302


def test_a_bad_password_is_refused(type_lines):
    berta = make_account(login="berta")
    type_lines("kurz\n")
    with pytest.raises(CommandError, match="zu kurz"):
        call_command("set_password", "berta")
    before = berta.password
    berta.refresh_from_db()
    assert berta.password == before


def test_a_name_that_nobody_has_is_answered_with_those_there_are(type_lines):
    make_account(login="berta")
    type_lines(OTHER_PASSWORD)
    with pytest.raises(CommandError, match="berta"):
        call_command("set_password", "bertha")


def test_at_a_terminal_it_is_asked_for_twice(monkeypatch):
    berta = make_account(login="berta")
    answers = iter([OTHER_PASSWORD, OTHER_PASSWORD, OTHER_PASSWORD, "anders"])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("getpass.getpass", lambda prompt: next(answers))
    call_command("set_password", "berta")
    berta.refresh_from_db()
    assert berta.check_password(OTHER_PASSWORD)
    with pytest.raises(CommandError):
        call_command("set_password", "berta")
