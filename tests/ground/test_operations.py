"""The page of operations is right about settings and files to copy."""

import re
import shutil
import subprocess
import sys
from configparser import ConfigParser

import pytest

from tarockclub.management.commands.serve import Command
from tarockclub.office.backups.scheduler import LAST_SECONDS
from tarockclub.office.backups.views import LARGEST_UPLOAD
from tarockclub.platform.server import env
from tests.support.paths import DOCS, ROOT
from tests.support.server import build_environment

DEPLOY = DOCS / "deploy"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.glob("**/*.md"), *DEPLOY.iterdir()])
PAGE = (DOCS / "operations.md").read_text("utf-8")
PLACE = "/opt/tarockclub"
OF_COMPOSE = {"DATABASE_PASSWORD"}  # of the containers, which make DATABASE_URL of it
CADDYFILES = ("Caddyfile", "Caddyfile.several")
_SETTING = re.compile(r"\b(?:TAROCKCLUB|DATABASE)_[A-Z_]+[A-Z]\b")


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
def test_caddy_takes_its_file_where_it_is_installed(name, tmp_path, monkeypatch):
    (tmp_path / "Caddyfile").write_text(read_deployed(name))
    caddy = shutil.which("caddy")
    version = subprocess.run([caddy, "version"], capture_output=True, text=True, check=True).stdout if caddy else ""
    if not version.removeprefix("v").startswith("2.6."):
        monkeypatch.setenv("CADDY", "caddy-2.7")
    check([caddy, "validate", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")])


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
