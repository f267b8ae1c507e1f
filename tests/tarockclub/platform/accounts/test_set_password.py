"""The command for a forgotten password."""

import io

import pytest
from django.core.management import CommandError, call_command

from tarockclub.platform.accounts import services
from tests.support.accounts import log_in, make_account

pytestmark = pytest.mark.django_db
OTHER_PASSWORD = "noch-ein-langes-Passwort"


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
