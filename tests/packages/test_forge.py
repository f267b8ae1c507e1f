"""The files that a public forge reads: a workflow of commands that exist, forms that are whole, one version."""

import re
import tomllib
from typing import Any

import pytest
import yaml  # schemathesis needs it

from tarockclub.platform.server.installation import RELEASED, find_version
from tests.support.paths import ROOT
from tools.commands import COMMANDS
from tools.release import read_notes
from tools.uv import InstallError

FORGE = ROOT / ".github"
FORMS = sorted(path for path in (FORGE / "ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml")
PARTS = {"markdown", "input", "textarea", "dropdown", "checkboxes"}
STEP = re.compile(r"(?:make|python -m tools) ([\w-]+)")
CHANGES = (ROOT / "CHANGELOG.md").read_text("utf-8")
VERSION = re.compile(r"^## (\d+\.\d+\.\d+)(?: · \d{4}-\d\d-\d\d)?$", re.MULTILINE)


@pytest.fixture(scope="module")
def workflow() -> dict[Any, Any]:
    """The workflow that runs the tests."""
    read: dict[Any, Any] = yaml.safe_load((FORGE / "workflows" / "tests.yml").read_text("utf-8"))
    return read


def test_each_job_of_the_workflow_runs_commands_that_exist_within_a_time(workflow):
    targets = set(
        re.findall(r"[\w-]+", (ROOT / "Makefile").read_text("utf-8").partition(".PHONY:")[2].partition("\n")[0])
    )
    assert targets == set(COMMANDS)
    for name, job in workflow["jobs"].items():
        steps = [step["run"] for step in job["steps"] if "run" in step]
        assert steps, name
        assert all((command := STEP.fullmatch(step)) and command[1] in COMMANDS for step in steps), name
        assert job["timeout-minutes"] > 0, name
        assert set(job.get("needs", [])) <= set(workflow["jobs"]), name


def test_the_workflow_may_only_read_and_names_actions_by_version_and_no_place_in_the_net(workflow):
    assert workflow["permissions"] == {"contents": "read"}
    used = [step["uses"] for job in workflow["jobs"].values() for step in job["steps"] if "uses" in step]
    assert used
    assert [name for name in used if not re.fullmatch(r"[\w-]+/[\w-]+@v\d+", name)] == []
    assert [path.name for path in FORGE.rglob("*.yml") if re.search(r"://|www\.", path.read_text("utf-8"))] == []


def test_the_workflow_tests_every_python_from_the_oldest_that_is_promised(workflow):
    oldest = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["requires-python"].removeprefix(
        ">="
    )
    images = workflow["jobs"]["test"]["strategy"]["matrix"]["image"]
    assert [image.partition("-")[0] for image in images] == [f"3.{minor}" for minor in range(int(oldest[2:]), 15)]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.stem)
def test_a_form_is_whole(form):
    said = yaml.safe_load(form.read_text("utf-8"))
    assert all(said[key] for key in ("name", "description"))
    ids = [part["id"] for part in said["body"] if part["type"] != "markdown"]
    assert len(ids) == len(set(ids)) > 0
    for part in said["body"]:
        assert part["type"] in PARTS
        assert part["attributes"].get("value" if part["type"] == "markdown" else "label")
        assert len(part["attributes"].get("options", ["", ""])) > 1
        assert set(part) <= {"type", "id", "attributes", "validations"}


def test_the_report_of_a_payout_asks_for_one_of_the_sheets():
    parts = {part.get("id"): part for part in yaml.safe_load((FORGE / "ISSUE_TEMPLATE/payout.yml").read_text())["body"]}
    sheets = {path.stem for path in (ROOT / "scoring" / "sheets").glob("*.toml")} - {"vocabulary"}
    assert sheets == set(parts["sheet"]["attributes"]["options"][:-1])
    assert all(parts[name]["validations"]["required"] for name in ("sheet", "paper", "program", "record"))


def test_the_changes_begin_with_the_version_of_the_program_and_say_how_to_come_from_the_one_before():
    versions = VERSION.findall(CHANGES)
    assert versions[0] == find_version() == tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert f"## {versions[0]} · {RELEASED}\n" in CHANGES
    assert versions == sorted(versions, key=lambda version: [*map(int, version.split("."))], reverse=True)
    sections = re.split(r"^## ", CHANGES, flags=re.MULTILINE)[1:]
    said = {section.split()[0]: section for section in sections}
    assert set(said) == set(versions)
    assert all("\n### Upgrade" in said[version] for version in versions[:-1])
    assert all("\n### Rules\n" in said[version] for version in versions)


def test_the_text_of_a_tag_is_what_the_changes_say_of_this_version_and_of_no_other():
    notes = read_notes(CHANGES, find_version())
    assert notes.startswith("### ")
    assert "\n## " not in notes
    with pytest.raises(InstallError):
        read_notes(CHANGES, "0.1.0")


@pytest.mark.django_db
def test_everybody_can_read_the_version(client, club):
    assert f"Tarockclub {find_version()}<" in client.get("/privacy/").content.decode()
