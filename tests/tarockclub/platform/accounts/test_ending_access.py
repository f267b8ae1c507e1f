"""A new password ends whatever else lets somebody in, down to passkeys and programs; a director ends that of others."""

import io

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core.management import call_command
from django.urls import reverse

from tarockclub.models import Account, ApiToken
from tarockclub.platform.accounts import services
from tests.support.accounts import give_factor, log_in, log_in_by_form, make_account
from tests.support.clients import read_page
from tests.support.programs import create_secret
from tests.support.shared_rows import share_rows
from tests.support.signed_in import PASSWORD

pytestmark = pytest.mark.django_db
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
