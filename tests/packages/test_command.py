"""The command `tarockclub`: which management commands stand behind it, and with what."""

import os

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command, get_commands
from django.urls import reverse

import tarockclub.__main__ as program
from tarockclub.platform.server.installation import find_data_folder, find_version


@pytest.fixture
def commands(monkeypatch):
    """The commands that are executed, with their arguments; none of them is."""
    given = []
    monkeypatch.setattr(program, "_execute", lambda *arguments: given.append(arguments))
    monkeypatch.setattr(program, "keep_others_out", lambda: None)
    monkeypatch.setattr(os, "environ", {})
    return given


@pytest.mark.parametrize(
    ("given", "command"),
    [
        ([], ("serve", "--migrate")),
        (["--port", "8123"], ("serve", "--migrate", "--port", "8123")),
        (["serve", "--no-migrate"], ("serve", "--migrate", "--no-migrate")),
        (["backup", "--to", "stick"], ("backup", "--to", "stick")),
        (["help", "--commands"], ("help", "--commands")),
    ],
)
def test_the_server_is_what_it_starts_by_itself_and_everything_else_goes_through(commands, given, command):
    assert program.main(given) == 0
    assert commands == [command]
    assert program.DATA not in os.environ


def test_the_demo_has_a_folder_of_its_own_unless_somebody_says_where(commands, tmp_path):
    assert program.main(["demo", "--port", "8123"]) == 0
    assert commands == [
        ("migrate", "--skip-checks", "--verbosity=0"),
        ("demo", "--port", "8123"),
        ("serve", "--port", "8123"),
    ]
    assert os.environ[program.DATA] == str(find_data_folder() / "demo")
    for name, value in ((program.DATA, str(tmp_path)), (program.DATABASE, "postgres://localhost/club")):
        os.environ.clear()
        os.environ[name] = value
        assert program.main(["demo"]) == 0
        assert os.environ.get(program.DATA) in (None, str(tmp_path))


def test_a_wrong_setting_is_a_line_and_ctrl_c_an_end(commands, monkeypatch, capsys):
    def refuse(*_arguments):
        raise ImproperlyConfigured("TAROCKCLUB_MODE must be one of inn, public, not 'x'.")

    monkeypatch.setattr(program, "_execute", refuse)
    assert program.main(["backup"]) == 1
    assert capsys.readouterr().err == "TAROCKCLUB_MODE must be one of inn, public, not 'x'.\n"

    def interrupt(*_arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(program, "_execute", interrupt)
    assert program.main([]) == 130


def test_help_names_commands_that_exist_each_with_a_sentence(commands, capsys):
    assert program.main(["help"]) == 0
    printed = capsys.readouterr().out
    for name, sentence in program._describe_commands().items():
        assert name in get_commands()
        assert f"tarockclub {name}" in printed
        assert sentence in printed
    assert commands == []


def test_the_version_is_told_without_any_setting(commands, monkeypatch, capsys):
    for given in ("--version", "-V", "version"):
        assert program.main([given]) == 0
        assert capsys.readouterr().out == f"tarockclub {find_version()}\n"
    assert "DJANGO_SETTINGS_MODULE" not in os.environ


def test_who_knows_django_hears_what_to_do_instead_of_its_superuser_its_tests_and_its_admin(client):
    with pytest.raises(CommandError, match=r"^Die Tests laufen mit pytest: make test"):
        call_command("test", "tests.scoring", "--keepdb")
    with pytest.raises(CommandError, match=r"^Einen Superuser gibt es nicht: .* setup_code .*\.$"):
        call_command("createsuperuser", "--login=boss", "--noinput")
    answer = client.get(reverse("admin"))
    assert answer.status_code == 404
    assert "<p>Django-Admin gibt es keinen: Logg dich ein, " in answer.content.decode()
