"""The image and the compose file: nobody's rights, nothing writable, only the proxy to be reached."""

import json
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tarockclub.management.commands.serve import Command
from tarockclub.office.backups.scheduler import LAST_SECONDS
from tarockclub.platform.server import env
from tarockclub.platform.server.wsgi.turns import READY
from tests.support.paths import DOCS, ROOT

DEPLOY = DOCS / "deploy"
CONTAINERFILE = (ROOT / "Containerfile").read_text("utf-8")
INSTRUCTIONS = "FROM RUN COPY ENV WORKDIR USER VOLUME EXPOSE STOPSIGNAL HEALTHCHECK ENTRYPOINT CMD".split()  # noqa: SIM905
_WAY = re.compile(r"(?:^    \S.*\n)+", re.MULTILINE)
PRIVATE = (".git", ".venv", ".uv", "var", "var/secret-key", "docs/deploy/.env", "node_modules")
Instruction = tuple[str, str]


def parse_stages(text: str) -> list[list[Instruction]]:
    """Return the instructions of each stage of a Containerfile, without comments and broken lines."""
    lines = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    stages: list[list[Instruction]] = []
    for line in lines.replace("\\\n", " ").splitlines():
        word, _blank, rest = line.strip().partition(" ")
        if word == "FROM":
            stages.append([])
        if word:
            stages[-1].append((word, " ".join(rest.split())))
    return stages


STAGES = parse_stages(CONTAINERFILE)


def get_only(name: str) -> str:
    """Return what an instruction of the last stage says, which stands there once."""
    [value] = [rest for word, rest in STAGES[-1] if word == name]
    return value


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    return dict(yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8")))


def test_the_containerfile_consists_of_instructions_that_engines_know():
    assert {word for stage in STAGES for word, _rest in stage} <= set(INSTRUCTIONS)
    for name in ("ENTRYPOINT", "CMD", "VOLUME"):
        assert isinstance(json.loads(get_only(name)), list)  # no shell in between: signals arrive
    program = shutil.which("hadolint")
    if program is not None:
        subprocess.run([program, str(ROOT / "Containerfile")], check=True)


@pytest.mark.parametrize("text", [CONTAINERFILE, (DEPLOY / "compose.yaml").read_text("utf-8")])
def test_no_registry_and_no_host_to_download_from_is_named(text):
    images = re.findall(r"^(?:FROM|\s+image:) (\S+)", text, re.MULTILINE)
    assert images
    assert not [name for name in images if "/" in name or name.endswith(":latest")]
    assert not [url for url in re.findall(r"https?://([^/'\"\s:]+)", text) if url != "127.0.0.1"]


def test_the_image_runs_as_nobody_in_particular_and_owns_only_its_data():
    names = [word for word, _rest in STAGES[-1]]
    assert re.fullmatch(r"[1-9]\d{3,}:[1-9]\d{3,}", get_only("USER"))
    assert names.index("USER") > max(place for place, word in enumerate(names) if word in ("RUN", "COPY"))
    assert not [rest for word, rest in STAGES[-1] if word == "COPY" and "--chown" in rest]
    [run] = [rest for word, rest in STAGES[-1] if word == "RUN"]
    user, _colon, group = get_only("USER").partition(":")
    assert f"groupadd --gid {group} tarockclub" in run
    assert f"useradd --uid {user} --gid tarockclub" in run
    assert f"install -d -m 700 -o tarockclub -g tarockclub {' '.join(json.loads(get_only('VOLUME')))}" in run


def test_packages_are_checked_by_their_hashes():
    runs = " ".join(rest for word, rest in STAGES[0] if word == "RUN")
    assert "--require-hashes" in runs
    assert "--constraint requirements.lock" in runs
    assert "[postgres,push]" in runs


@pytest.mark.parametrize("name", [".containerignore", "Containerfile.dockerignore"])  # Podman's, Docker's
def test_the_image_contains_what_is_copied_and_nothing_of_a_checkout(name):
    lines = [line for line in (ROOT / name).read_text("utf-8").splitlines() if line and not line.startswith("#")]
    # All is left out but what is named: what a checkout has beside its sources (.git, .venv, var with books and keys,
    # docs/deploy/.env with passwords) needs no line of its own.
    assert lines[0] == "*"
    wanted = {line[1:] for line in lines if line.startswith("!")}
    assert all((ROOT / name).exists() for name in wanted)
    kept = {name for name in PRIVATE if any(f"{name}/".startswith(f"{place}/") for place in wanted)}
    assert kept == set()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = {*wheel["packages"], *wheel["force-include"], project["project"]["readme"]}
    assert needed | {"pyproject.toml", "requirements.lock", "LICENSE"} <= wanted


def test_docker_leaves_out_what_podman_leaves_out():
    assert (ROOT / "Containerfile.dockerignore").read_bytes() == (ROOT / ".containerignore").read_bytes()


def test_the_image_asks_the_route_that_says_whether_requests_may_come():
    check = get_only("HEALTHCHECK")
    assert f"http://127.0.0.1:{get_only('EXPOSE')}{READY}" in check
    code = json.loads(check.partition("CMD ")[2])
    assert code[:2] == ["python", "-c"]
    compile(code[2], "healthcheck", "exec")


def test_the_server_in_the_image_and_that_of_compose_have_their_options(compose):
    assert json.loads(get_only("ENTRYPOINT")) == ["tarockclub"]
    for command in (json.loads(get_only("CMD")), compose["services"]["tarockclub"]["command"]):
        assert command[0] == "serve"
        options = Command().create_parser("tarockclub", "serve").parse_args(command[1:])
        assert (options.host, str(options.port)) == ("0.0.0.0", get_only("EXPOSE"))


def test_only_the_proxy_can_be_reached(compose):
    services = compose["services"]
    assert {name for name, service in services.items() if "ports" in service} == {"caddy"}
    assert compose["networks"]["inside"] == {"internal": True}
    assert services["database"]["networks"] == ["inside"]
    assert "inside" not in services["caddy"]["networks"]


def test_each_service_waits_for_the_health_of_the_one_that_it_asks(compose):
    waits = {name: service.get("depends_on", {}) for name, service in compose["services"].items()}
    assert waits == {
        "database": {},
        "tarockclub": {"database": {"condition": "service_healthy"}},
        "caddy": {"tarockclub": {"condition": "service_healthy"}},
    }
    assert "test" in compose["services"]["database"]["healthcheck"]
    assert get_only("HEALTHCHECK")


def test_program_and_proxy_can_write_to_their_volumes_alone(compose):
    for name in ("tarockclub", "caddy"):
        service = compose["services"][name]
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert "privileged" not in service
    program = compose["services"]["tarockclub"]
    places = {volume.split(":")[1] for volume in program["volumes"]}
    assert places == {*json.loads(get_only("VOLUME")), "/tmp"}
    assert {volume.split(":")[0] for volume in program["volumes"]} <= set(compose["volumes"])
    assert int(program["stop_grace_period"].rstrip("s")) >= LAST_SECONDS + 10


def test_settings_of_the_program_exist_and_what_compose_asks_for_is_in_its_file(compose):
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    settings = compose["services"]["tarockclub"]["environment"]
    assert set(settings) <= env._known_names
    lines = (DEPLOY / "compose.env").read_text("utf-8").splitlines()
    names = {line.partition("=")[0] for line in lines if line and not line.startswith("#")}
    assert names == set(re.findall(r"\$\{(\w+)", text))
    assert not names & env._known_names


def test_the_database_and_its_programs_are_of_one_version(compose):
    major = compose["services"]["database"]["image"].partition(":")[2]
    assert f"postgresql-client-{major}" in CONTAINERFILE


def test_compose_mounts_files_that_are_there(compose):
    mounted = [volume for service in compose["services"].values() for volume in service["volumes"] if volume[0] == "."]
    assert len(mounted) == 2
    for volume in mounted:
        assert (DEPLOY / volume.split(":")[0]).is_file()
    build = compose["services"]["tarockclub"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).resolve() == ROOT / "Containerfile"


@pytest.mark.parametrize("script", [DEPLOY / "compose-database.sh", ROOT / "tools/bundle/files/Tarockclub.command"])
def test_the_shell_takes_the_scripts(script: Path):
    subprocess.run(["sh", "-n", str(script)], check=True)
    checker = shutil.which("shellcheck")
    if checker is not None:
        subprocess.run([checker, str(script)], check=True)


@pytest.mark.parametrize("heading", ["## One server on the internet", "## Containers"])
def test_each_way_to_a_server_has_at_most_ten_commands(heading):
    page = (DOCS / "operations.md").read_text("utf-8")
    way = _WAY.search(page.partition(f"{heading}\n")[2])
    assert way is not None
    commands = [shlex.split(line, comments=True) for line in way[0].splitlines()]
    assert 5 <= len(commands) <= 10
    named = {Path(word) for line in commands for word in line if word.startswith("docs/deploy/")}
    assert all((ROOT / path).is_file() for path in named)
