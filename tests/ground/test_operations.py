"""The page of operations is right about settings, files to copy, and the way from each table to its club."""

import re
import shutil
import subprocess
import sys
from configparser import ConfigParser
from typing import Any

import pytest
from django.apps import apps
from django.db.models import AutoField, Model, UniqueConstraint

from tarockclub.management.commands.serve import Command
from tarockclub.models import Club
from tarockclub.office.backups.scheduler import LAST_SECONDS
from tarockclub.office.backups.views import LARGEST_UPLOAD
from tarockclub.platform.clubs.ownership import build_lookup, list_owned_models
from tarockclub.platform.server import env
from tests.support.paths import DOCS, ROOT
from tests.support.server import build_environment

DEPLOY = DOCS / "deploy"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.glob("**/*.md"), *DEPLOY.iterdir()])
PAGE = (DOCS / "operations.md").read_text("utf-8")
PLACE = "/opt/tarockclub"
OF_COMPOSE = {"DATABASE_PASSWORD"}  # of the containers, which make DATABASE_URL of it
CADDYFILES = ("Caddyfile", "Caddyfile.several")
SPLITTING = PAGE.partition("### What splitting by club would need")[2].partition("\n## ")[0]
_SETTING = re.compile(r"\b(?:TAROCKCLUB|DATABASE)_[A-Z_]+[A-Z]\b")
_ROW = re.compile(r"^\| `(\w+)` \| `([\w.]+)` \|(.*)\|$", re.MULTILINE)
_NAME = re.compile(r"`([^`]+)`")


def read_deployed(name: str) -> str:
    """Return a file that people copy."""
    return (DEPLOY / name).read_text("utf-8")


@pytest.fixture
def unit() -> ConfigParser:
    """The unit of systemd; of a key that stands there twice the last value."""
    parsed = ConfigParser(strict=False, interpolation=None, delimiters="=", comment_prefixes="#")
    parsed.optionxform = str  # type: ignore[assignment,method-assign]
    parsed.read_string(read_deployed("tarockclub.service"))
    return parsed


def list_settings(*, with_examples: bool) -> dict[str, str]:
    """Return the lines of the file of settings, and those that are examples."""
    lines = read_deployed("tarockclub.env").splitlines()
    shown = [line.removeprefix("#") if with_examples else line for line in lines]
    return dict(line.split("=", 1) for line in shown if re.match(r"[A-Z_]+=", line))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_setting_that_is_named_exists(page):
    named = {name for name in _SETTING.findall(page.read_text("utf-8")) if not name.startswith(env.TEST_PREFIX)}
    assert named - env._known_names - OF_COMPOSE == set()


def test_every_file_to_copy_is_linked():
    linked = set(re.findall(r"\]\(deploy/([\w.-]+)\)", PAGE))
    assert linked == {file.name for file in DEPLOY.iterdir()}


def test_the_program_accepts_the_settings_of_the_page(tmp_path):
    given = {name: value for name, value in list_settings(with_examples=True).items() if not name.startswith("SERVE")}
    given.update(TAROCKCLUB_DATA=str(tmp_path))
    code = "from django.conf import settings; assert not settings.INN_MODE; print(settings.DRAIN_SECONDS)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**build_environment(tmp_path, **given), "DJANGO_SETTINGS_MODULE": "tarockclub.settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, given["TAROCKCLUB_DRAIN_SECONDS"], "")


def test_the_unit_starts_the_server_with_options_that_it_has(unit):
    service = unit["Service"]
    given = dict(re.findall(r"(SERVE_\w+)=(\S+)", service["Environment"]))
    assert {name for name in list_settings(with_examples=True) if name.startswith("SERVE")} < set(given)
    command = re.sub(r"\$\{(\w+)\}", lambda found: given[found[1]], service["ExecStart"]).split()
    assert command[:3] == [f"{PLACE}/.venv/bin/python", "manage.py", "serve"]
    options = Command().create_parser("manage.py", "serve").parse_args(command[3:])
    assert (options.host, options.port, options.workers) == ("127.0.0.1", 8000, 1)
    assert not options.migrate


def test_the_unit_gives_the_server_time_to_end_and_nothing_else_to_write_to(unit):
    service, settings = unit["Service"], list_settings(with_examples=True)
    assert service["KillMode"] == "mixed"
    assert int(service["TimeoutStopSec"]) >= int(settings["TAROCKCLUB_DRAIN_SECONDS"]) + LAST_SECONDS + 10
    assert service["User"] == "tarockclub"
    assert service["ProtectSystem"] == "strict"
    assert settings["TAROCKCLUB_DATA"] == f"/var/lib/{service['StateDirectory']}"
    assert service["ReadWritePaths"] == f"-{settings['TAROCKCLUB_BACKUP_FOLDER']}"
    assert service["EnvironmentFile"] in read_deployed("tarockclub-manage")
    assert f"{PLACE}/.venv/bin/python manage.py" in read_deployed("tarockclub-manage")


def test_systemd_takes_the_unit_and_the_shell_the_script(tmp_path):
    (tmp_path / "tarockclub.service").write_text(read_deployed("tarockclub.service").replace(PLACE, str(ROOT)))
    check([shutil.which("systemd-analyze"), "verify", str(tmp_path / "tarockclub.service")])
    check([shutil.which("sh"), "-n", str(DEPLOY / "tarockclub-manage")])


@pytest.mark.parametrize("name", CADDYFILES)
def test_caddy_takes_its_file_where_it_is_installed(name, tmp_path):
    (tmp_path / "Caddyfile").write_text(read_deployed(name))
    check([shutil.which("caddy"), "validate", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")])


def check(command: list[str | None]) -> None:
    """Run a program that looks at a file, where this machine has it."""
    if command[0] is not None:
        done = subprocess.run(list(filter(None, command)), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", CADDYFILES)
def test_the_proxy_takes_what_pages_take_and_believes_no_visitor(name):
    text = read_deployed(name)
    assert text.count("{") == text.count("}")
    assert int(re.findall(r"max_size (\d+)MiB", text)[0]) << 20 > LARGEST_UPLOAD
    assert "trusted_proxies" not in text
    assert "header_up" not in text  # Caddy itself sets X-Forwarded-For and X-Forwarded-Proto
    assert "@inside path /health/*" in text


def test_the_balancer_notices_before_a_server_ends():
    text = read_deployed("Caddyfile.several")
    assert "health_uri /health/ready\n" in text
    times = {name: int(seconds) for name, seconds in re.findall(r"health_(interval|timeout) (\d+)s", text)}
    drain = int(list_settings(with_examples=True)["TAROCKCLUB_DRAIN_SECONDS"])
    assert drain > times["interval"] + times["timeout"]


def list_links(model: type[Model]) -> list[Any]:
    """Return the foreign keys of a model."""
    return [field for field in model._meta.concrete_fields if field.related_model is not None]


def leads_to_club(model: type[Model], seen: frozenset[type[Model]] = frozenset()) -> bool:
    """Tell whether foreign keys lead to a club."""
    seen |= {model}
    nearer = [field.related_model for field in list_links(model) if field.related_model not in seen]
    return model is Club or any(leads_to_club(other, seen) for other in nearer)


def list_unique(model: type[Model]) -> set[str]:
    """Return what is unique in the whole installation: groups of fields none of which leads to a club."""
    meta = model._meta
    alone = [field for field in meta.concrete_fields if field.unique and not isinstance(field, AutoField)]
    conditional = [c for c in meta.constraints if isinstance(c, UniqueConstraint)]
    groups = [*meta.unique_together, *(c.fields for c in conditional), *((field.name,) for field in alone)]
    fields = [[meta.get_field(name) for name in group] for group in groups]
    free = [group for group in fields if not any(f.related_model and leads_to_club(f.related_model) for f in group)]
    return {", ".join(field.name for field in group) for group in free}


def test_the_way_from_each_table_to_its_club_is_on_the_page():
    rows = {table: (way, set(_NAME.findall(unique))) for table, way, unique in _ROW.findall(SPLITTING)}
    models = {model._meta.db_table: model for model in apps.get_models(include_auto_created=True)}
    assert sorted(rows) == sorted(
        table for table, model in models.items() if model is not Club and leads_to_club(model)
    )
    assert {model._meta.db_table: build_lookup(model).replace("__", ".") for model in list_owned_models()} == {
        table: way for table, (way, _unique) in rows.items()
    }
    assert {table: unique for table, (_way, unique) in rows.items()} == {t: list_unique(models[t]) for t in rows}
    named = set(_NAME.findall(SPLITTING.rpartition("|")[2]))
    assert set(models) - set(rows) - {Club._meta.db_table} <= named
