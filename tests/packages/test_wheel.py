"""The wheel has every file that the program needs while it runs, and nothing else of a checkout."""

from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from hatchling.builders.wheel import WheelBuilder

from tarockclub.platform.server import installation
from tests.support.paths import ROOT

APPS = ("scoring", "tarockclub", "tournaments")
ENDINGS = {".css", ".html", ".ico", ".js", ".md", ".mo", ".png", ".py", ".svg", ".toml", ".txt", ".typ"}


@pytest.fixture(scope="module")
def names():
    """The names of the files in the wheel, without building it: the fonts are cut only then."""
    builder = WheelBuilder(str(ROOT))
    with builder.config.set_build_data({"artifacts": [], "force_include": {}, "build_hooks": ()}):
        return {file.distribution_path.replace("\\", "/") for file in builder.recurse_included_files()}


def list_files(folder):
    return {file for file in (ROOT / folder).rglob("*") if file.is_file() and "__pycache__" not in file.parts}


def test_every_file_of_the_packages_is_there(names):
    needed = {file.relative_to(ROOT).as_posix() for app in APPS for file in list_files(app) if file.suffix != ".po"}
    assert needed <= names


def test_every_template_and_the_handbook_are_in_the_package(names):
    there = {f"tarockclub/{file.relative_to(ROOT).as_posix()}" for file in list_files("templates")}
    assert len(there) > 100
    assert there <= names
    for language in ("de", "en"):
        pages = {file.relative_to(ROOT / "docs").as_posix() for file in list_files(f"docs/{language}")}
        assert len(pages) >= 13
        assert {f"tarockclub/platform/handbook/pages/{page}" for page in pages} <= names


def test_every_static_file_comes_from_the_package(names):
    for finder in finders.get_finders():
        for name, storage in finder.list([]):
            place = Path(storage.path(name))
            if place.is_relative_to(ROOT / "tarockclub") or place.is_relative_to(ROOT / "scoring"):
                assert place.relative_to(ROOT).as_posix() in names, name


def test_nothing_else_of_a_checkout_is_there(names):
    assert {name.split("/")[0] for name in names} == {*APPS}
    assert {Path(name).suffix for name in names} <= ENDINGS


def test_the_languages_the_sheets_and_their_examples_are_there(names):
    assert "tarockclub/locale/de/LC_MESSAGES/django.mo" in names
    sheets = {name for name in names if name.startswith("scoring/sheets/")}
    assert {"scoring/sheets/vocabulary.toml", "scoring/sheets/examples/treffpunkt.toml"} < sheets


@pytest.mark.parametrize(
    ("system", "environment", "folder"),
    [
        ("win32", {"LOCALAPPDATA": "/users/Resi/AppData/Local"}, "/users/Resi/AppData/Local/Tarockclub"),
        ("win32", {}, "/home/resi/AppData/Local/Tarockclub"),
        ("darwin", {}, "/home/resi/Library/Application Support/Tarockclub"),
        ("linux", {}, "/home/resi/.local/share/tarockclub"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/tarockclub"),
        ("linux", {"XDG_DATA_HOME": "data"}, "/home/resi/.local/share/tarockclub"),
    ],
)
def test_an_installed_program_keeps_its_data_where_the_system_does(monkeypatch, system, environment, folder):
    for name in ("LOCALAPPDATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/resi", **environment}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", system)
    assert installation.find_user_folder() == Path(folder)
    assert installation.find_data_folder() == ROOT / "var"
    monkeypatch.setattr(installation, "IS_INSTALLED", True)
    assert installation.find_data_folder() == Path(folder)


def test_processes_of_the_program_stay_in_its_folder_and_find_it_there(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    assert installation.build_child_environment(A="b")["PYTHONPATH"].split(":")[0] == str(ROOT)
    assert installation.build_child_environment(A="b")["A"] == "b"
    monkeypatch.setattr(installation, "IS_INSTALLED", True)
    assert installation.build_child_environment()["PYTHONPATH"] == "elsewhere"
