"""The environment decides, and what it says wrongly is refused by name."""

import os
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from tarockclub.platform.server import databases, env, secret_key
from tests.support.paths import ROOT
from tests.support.server import build_environment

LONG_ENOUGH = "k3y-" * 20


def load(tmp_path, code="", **variables):
    """Load the real settings in a fresh process and return what it did."""
    return subprocess.run(
        [sys.executable, "-c", f"from tarockclub import settings as s\n{code}"],
        cwd=ROOT,
        env=build_environment(tmp_path, **variables),
        capture_output=True,
        text=True,
        check=False,
    )


BAD_VALUES = (
    *("TAROCKCLUB_MODE=pub", "TAROCKCLUB_DEBUG=yes", "TAROCKCLUB_BACKUP_MINUTES=-1", "TAROCKCLUB_BACKUP_MINUTES=2000"),
    *("TAROCKCLUB_SECRET_KEY=short", "DATABASE_URL=mysql://u:p@h/x", "DATABASE_URL=postgres://u:p@h"),
    *("DATABASE_URL=postgres://u:p@h:port/x", "DATABASE_URL=postgres://u:p@h:5432,h:port/x"),
    "TAROCKCLUB_DATA=/dev/null/folder",
    *("TAROCKCLUB_MAIL=mail.example.org", "TAROCKCLUB_MAIL=imap://u:p@mail.example.org"),
    "TAROCKCLUB_HOST=tarock.example",
)
# The settings are read anew with each of these; printed is what each is refused with.
READ_ALL = f"""
import os, runpy
from django.core.exceptions import ImproperlyConfigured
usual = dict(os.environ)
for said in {BAD_VALUES}:
    name, _sign, value = said.partition("=")
    os.environ.update(usual | {{name: value}})
    try:
        runpy.run_module("tarockclub.settings")
        print("is taken:", said)
    except ImproperlyConfigured as error:
        print(str(error).splitlines()[-1])
    del os.environ[name]
"""


def test_a_bad_value_ends_the_start_with_the_name_of_the_variable(tmp_path):
    done = load(tmp_path, READ_ALL)
    assert done.returncode == 0, done.stderr
    refusals = done.stdout.strip().splitlines()
    assert len(refusals) == len(BAD_VALUES)
    for said, refusal in zip(BAD_VALUES, refusals, strict=True):
        assert said.partition("=")[0] in refusal
        assert "is taken" not in refusal


def test_a_misspelt_variable_is_told_its_right_name(tmp_path):
    done = load(tmp_path, TAROCKCLUB_MOED="public")
    assert "Did you mean TAROCKCLUB_MODE?" in done.stderr


def test_public_mode_needs_its_host_names(tmp_path):
    done = load(tmp_path, TAROCKCLUB_MODE="public")
    assert "TAROCKCLUB_HOSTS must name" in done.stderr


def test_without_any_variable_the_program_runs_in_an_inn_without_debugging(tmp_path):
    done = load(tmp_path, "print(s.INN_MODE, s.DEBUG, s.DATABASES['default']['NAME'])")
    assert done.stdout.split() == ["True", "False", str(tmp_path / "tarockclub.sqlite3")]


def test_public_mode_is_clean_for_djangos_deployment_check(tmp_path):
    variables = {"TAROCKCLUB_MODE": "public", "TAROCKCLUB_HOSTS": "tarock.example, www.x.example"}
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "INFO"],
        cwd=ROOT,
        env=build_environment(tmp_path, **variables),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout + done.stderr


def test_the_secret_key_is_made_once_and_readable_by_its_owner_alone(tmp_path):
    file = tmp_path / "secret-key"
    key = secret_key.load_or_create_key(file)
    assert secret_key.load_or_create_key(file) == key
    assert len(key) >= secret_key.SHORTEST
    if os.name == "posix":
        assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such rights")
def test_a_data_folder_that_was_open_to_others_is_closed_with_all_that_the_program_keeps_there(tmp_path):
    data = tmp_path / "open"
    names = ("tarockclub.sqlite3", "tarockclub.sqlite3-journal", "secret-key", "backups/a.zip", "exports/a.xlsx")
    for file in [data / name for name in (*names, "holiday.jpg")]:
        file.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        file.touch(0o644)
    (data / "secret-key").write_text("k" * 50)
    data.chmod(0o755)
    connect = "import django; django.setup(); from django.db import connection as c; c.ensure_connection()"
    done = load(data, connect, DJANGO_SETTINGS_MODULE="tarockclub.settings")
    assert done.returncode == 0, done.stderr
    assert data.stat().st_mode & 0o777 == 0o700
    assert {(data / name).stat().st_mode & 0o777 for name in names} == {0o600}
    assert (data / "holiday.jpg").stat().st_mode & 0o777 == 0o644


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such rights")
def test_a_folder_that_many_share_stays_open_and_what_is_made_there_is_not(tmp_path):
    tmp_path.chmod(0o1777)
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-c", "from django.db import connection as c; c.ensure_connection()"],
        cwd=ROOT,
        env=build_environment(tmp_path, DATABASE_URL=f"sqlite:///{tmp_path}/other.sqlite3"),
        check=False,
    )
    assert done.returncode == 0
    assert tmp_path.stat().st_mode & 0o1777 == 0o1777
    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}


def test_an_empty_or_cut_secret_key_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    (tmp_path / "secret-key").write_text("")
    with pytest.raises(ImproperlyConfigured, match="at least 50 characters"):
        secret_key.load_or_create_key(tmp_path / "secret-key")


def test_a_secret_key_that_cannot_be_kept_says_where(tmp_path):
    with pytest.raises(ImproperlyConfigured, match="cannot be stored in"):
        secret_key.load_or_create_key(tmp_path / "missing" / "secret-key")


def test_a_long_secret_key_is_taken():
    assert secret_key.check_key("TAROCKCLUB_SECRET_KEY", LONG_ENOUGH) == LONG_ENOUGH


def test_words_are_split_at_commas_and_trimmed(monkeypatch):
    monkeypatch.setenv("TAROCKCLUB_TEST_WORDS", " a.example ,, b.example,")
    assert env.read_words("TAROCKCLUB_TEST_WORDS") == ["a.example", "b.example"]


def test_a_flag_is_one_or_zero(monkeypatch):
    assert env.read_flag("TAROCKCLUB_TEST_FLAG", default=True) is True
    monkeypatch.setenv("TAROCKCLUB_TEST_FLAG", "0")
    assert env.read_flag("TAROCKCLUB_TEST_FLAG", default=True) is False


def test_an_unusable_folder_is_named(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("TAROCKCLUB_TEST_FOLDER", str(tmp_path / "file" / "below"))
    with pytest.raises(ImproperlyConfigured, match="TAROCKCLUB_TEST_FOLDER"):
        env.read_folder("TAROCKCLUB_TEST_FOLDER", tmp_path)


def test_unknown_variables_of_the_tests_are_nobody_elses_business(monkeypatch):
    monkeypatch.setenv("TAROCKCLUB_TEST_ANYTHING", "1")
    env.refuse_unknown()
    monkeypatch.setenv("TAROCKCLUB_XYZZY_QUUX", "1")
    with pytest.raises(ImproperlyConfigured, match="TAROCKCLUB_XYZZY_QUUX is not a setting"):
        env.refuse_unknown()


def test_a_postgres_address_is_read_in_all_its_parts():
    found = databases.parse_url("postgres://cl%40ub:p%2Fw@db.example:5433/tarock?sslmode=require")
    assert found["USER"] == "cl@ub"
    assert found["PASSWORD"] == "p/w"
    assert (found["HOST"], found["PORT"], found["NAME"]) == ("db.example", "5433", "tarock")
    assert found["OPTIONS"] == {"connect_timeout": "5", "tcp_user_timeout": "10000", "sslmode": "require"}
    assert found["CONN_MAX_AGE"] is None


def test_a_postgres_address_may_have_several_hosts_of_which_one_is_the_primary():
    found = databases.parse_url("postgres://club:p%40w@a.example:5433,[::1],B/tarock?target_session_attrs=read-write")
    assert (found["USER"], found["PASSWORD"]) == ("club", "p@w")
    assert (found["HOST"], found["PORT"]) == ("a.example,::1,B", "5433,,")
    assert found["OPTIONS"]["target_session_attrs"] == "read-write"
    assert databases.parse_url("postgres://a,b/tarock")["PORT"] == ""
    assert databases.parse_url("postgres:///tarock?host=/run/postgres")["HOST"] == ""
    found = databases.parse_url("postgres://[2001:db8::1]:5432,[fe80::1%25eth0]:,[::1]/tarock")
    assert (found["HOST"], found["PORT"]) == ("2001:db8::1,fe80::1%eth0,::1", "5432,,")


def test_a_folder_of_sockets_keeps_its_large_letters():
    assert databases.parse_url("postgresql://%2FRun%2FPostgres/tarock")["HOST"] == "/Run/Postgres"


@pytest.mark.parametrize(
    "place", ["a:b", "a:65536", "[::1", "::1", "[::g]", "a[::1]", "[::1]a", "a,b:5432:1", "a:5432,[", "p?w@a", "a:٣"]
)
def test_a_host_that_is_none_is_refused_and_never_guessed(place):
    with pytest.raises(ImproperlyConfigured, match=r"DATABASE_URL (cannot be read: '.*' is no host|does not name)"):
        databases.parse_url(f"postgres://club:secret@{place}/tarock")


@pytest.mark.parametrize("url", ["tarock", "/srv/x.sqlite3", "sqlite:x", "mysql://a/tarock", "postgres+psycopg://a/b"])
def test_an_address_of_something_else_is_refused(url):
    with pytest.raises(ImproperlyConfigured, match="must begin with postgres:// or sqlite:///"):
        databases.parse_url(url)


def test_a_sqlite_address_names_a_file():
    assert databases.parse_url("sqlite:////srv/x.sqlite3")["NAME"] == "/srv/x.sqlite3"


def test_an_address_without_a_database_is_refused():
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL does not name a database"):
        databases.parse_url("sqlite://")


@pytest.mark.parametrize(
    ("version", "safe"),
    [
        ((3, 40, 1), False),
        ((3, 44, 5), False),
        ((3, 44, 6), True),
        ((3, 45, 9), False),
        ((3, 50, 6), False),
        ((3, 50, 7), True),
        ((3, 51, 2), False),
        ((3, 51, 3), True),
        ((3, 52, 0), True),
        ((4, 0, 0), True),
    ],
)
def test_wal_is_used_only_where_it_keeps_the_file_whole(version, safe):
    assert databases.is_wal_safe(version) is safe
