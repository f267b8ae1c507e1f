"""The engine as a package of its own: ten functions, the standard library alone, the same payouts as in the program."""

import inspect
import json
import re
import subprocess
import sys
import tomllib

import pytest

from scoring.engine import api
from scoring.engine.problems import Problem
from tests.packages.support.environments import Environment, build, list_files, unpack
from tests.support.paths import ROOT

PACKAGE = ROOT / "packages" / "tarock-engine"
OF_BOTH = ("version", "license", "requires-python")
LIST_MODULES = """
import sys
before = {*sys.modules}
import tarock_engine.example, tarock_engine
tarock_engine.example.main()
print(*sorted({*sys.modules} - before))
"""
HAND = {"plays": [{"contract": "rufer", "declarer": 0, "partner": 2, "points": "46"}]}


def read_project(folder):
    return tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]


def test_it_has_the_version_and_the_licence_of_the_program():
    own, other = read_project(PACKAGE), read_project(ROOT)
    assert [own[key] for key in OF_BOTH] == [other[key] for key in OF_BOTH]
    assert own["dependencies"] == []
    assert (PACKAGE / "LICENSE").read_text("utf-8") == (ROOT / "LICENSE").read_text("utf-8")


def test_ten_functions_are_listed_documented_and_used_by_the_example():
    functions = {name for name in api.__all__ if inspect.isfunction(getattr(api, name))}
    assert len(functions) == 10
    readme = (PACKAGE / "README.md").read_text("utf-8")
    assert set(re.findall(r"^\| `(\w+)\(", readme, re.MULTILINE)) == functions
    example = (PACKAGE / "tarock_engine/example.py").read_text("utf-8")
    assert {name for name in functions if f"{name}(" in example} == functions
    for name in functions:
        [listed] = re.findall(rf"`{name}\(([^)]*)\)` \|", readme)
        assert listed.split(", ") == list(inspect.signature(getattr(api, name)).parameters) or not listed


def test_the_readme_names_the_sheets_that_come_along():
    readme = (PACKAGE / "README.md").read_text("utf-8")
    assert [sheet for sheet in api.list_sheets() if f"`{sheet}`" not in readme] == []


def test_what_the_calling_program_does_wrong_raises():
    with pytest.raises(KeyError):
        api.load_sheet("vocabulary")
    with pytest.raises(KeyError):
        api.list_examples("nobody")
    for players, forehand in ((3, 0), (7, 0), (4, 4), (4, -1)):
        with pytest.raises(ValueError, match="players"):
            api.begin_evening(players, forehand)


def test_a_file_without_places_is_described_too():
    error = api.SheetError((Problem("id", "id_taken", (("id", "skoty"),)),))
    assert api.describe_errors(error, "en")[0].startswith("line 1, column 1")


def test_a_hand_may_name_another_sheet_than_that_of_the_evening():
    rules = api.load_sheet("treffpunkt")
    assert api.score_hand({**HAND, "sheet": "skoty"}, rules) == api.score_hand(HAND, api.load_sheet("skoty"))


def test_a_refused_hand_leaves_the_evening_as_it_was():
    rules, evening = api.load_sheet("treffpunkt"), api.begin_evening()
    answer, after = api.play_hand(evening, {"plays": []}, rules)
    assert (answer["ok"], after) == (False, evening)
    answer, after = api.play_hand(evening, HAND, rules)
    assert answer["ok"]
    assert after.forehand == 1


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """An environment with the wheel that the source distribution makes, which has the same files as one from here."""
    folder = tmp_path_factory.mktemp("engine")
    wheel = build(unpack(build(PACKAGE, folder, "sdist"), folder), folder)
    (folder / "direct").mkdir()
    assert list_files(build(PACKAGE, folder / "direct")) == list_files(wheel)
    return Environment(folder, wheel)


@pytest.mark.heavy
def test_installed_alone_it_plays_the_example_and_imports_the_standard_library_only(package):
    printed = package.run("-I", "-c", LIST_MODULES).splitlines()
    assert "0 examples pay something else" in printed
    modules = {name.partition(".")[0] for name in printed[-1].split()}
    assert modules - {*sys.stdlib_module_names} == {"tarock_engine"}


@pytest.mark.heavy
def test_installed_alone_it_pays_what_the_program_pays(package):
    code = "import json, tarock_engine as t; print(json.dumps([[t.score_hand(example.record, t.load_sheet(sheet), 'en')"
    code += " for example in t.list_examples(sheet)] for sheet in t.list_sheets()]))"
    here = [
        [api.score_hand(example.record, api.load_sheet(sheet), "en") for example in api.list_examples(sheet)]
        for sheet in api.list_sheets()
    ]
    assert json.loads(package.run("-I", "-c", code)) == here
    assert (package.site / "tarock_engine/py.typed").is_file()


@pytest.mark.heavy
def test_types_of_the_installed_package_are_seen(package, tmp_path):
    asking = tmp_path / "asking.py"
    asking.write_text("import tarock_engine\nreveal_type(tarock_engine.begin_evening(5).totals)\n")
    options = ["--strict", "--config-file=", f"--python-executable={package.python}", f"--cache-dir={tmp_path}/cache"]
    command = [sys.executable, "-m", "mypy", *options, str(asking)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert re.search(r'Revealed type is ".*tuple\[.*int, \.\.\.\]"', done.stdout), done.stdout + done.stderr
