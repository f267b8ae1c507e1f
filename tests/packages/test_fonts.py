"""The fonts that `make install` cuts: small, with every letter of names, under names of our own."""

import re
import shutil
from io import BytesIO

import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from tarockclub.kit.fonts import FONTS, LETTERS, LETTERS_OF_NAMES, get_folder, make_fonts
from tests.ground.test_lock_files import PROJECT, name_of
from tests.support.paths import ROOT
from tools import venv

pytestmark = pytest.mark.heavy

MOST_BYTES, MOST_AT_TABLES = 70_000, 20_000
STYLE = (ROOT / "tarockclub/static/tarockclub/styles/fonts.css").read_text("utf-8")
NAMES = "Őry Čapek Łukasz Đorđe Żółć Şahin Ğ İı Ñandú Žižek Ångström Çelik Sørensen Brânză Țepeș"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fonts") / "cut"
    make_fonts(folder)
    return folder


def open_font(file):
    return TTFont(BytesIO(file.read_bytes()))


def list_letters(file):
    return {chr(code) for code in open_font(file).getBestCmap()}


def list_ranges(file_name):
    [face] = re.findall(rf'@font-face {{[^}}]*url\("fonts/{file_name}"\)[^}}]*unicode-range: ([^;]*);', STYLE)
    spans = [part.strip().removeprefix("U+").split("-") for part in face.split(",")]
    return [(int(span[0], 16), int(span[-1], 16)) for span in spans]


def test_all_of_them_together_are_small(folder):
    assert sum(file.stat().st_size for file in folder.glob("*.woff2")) <= MOST_BYTES
    assert 0 < sum(file.stat().st_size for file in folder.glob("*-table.woff2")) <= MOST_AT_TABLES


@pytest.mark.parametrize("font", FONTS, ids=lambda font: font.name)
def test_every_letter_is_there_and_asked_for_by_the_stylesheet(folder, font):
    for part, letters in (("", LETTERS), ("-names", LETTERS_OF_NAMES)):
        name = f"{font.name}{part}.woff2"
        there = list_letters(folder / name)
        assert set(letters) - there == set()
        asked = list_ranges(name)
        assert [letter for letter in letters if not any(low <= ord(letter) <= high for low, high in asked)] == []
    assert list_letters(folder / f"{font.name}-table.woff2") == set(font.at_table)
    both = {*LETTERS, *LETTERS_OF_NAMES}
    assert set(NAMES) <= both


@pytest.mark.parametrize("font", FONTS, ids=lambda font: font.name)
def test_a_changed_font_bears_a_name_of_our_own_and_its_licence(folder, font):
    names = open_font(folder / f"{font.name}.woff2")["name"]
    assert names.getDebugName(1) == font.family
    assert "Open Font License" in names.getDebugName(13)
    assert not {number for number in (1, 4, 6) if re.search("Source|Vollkorn", names.getDebugName(number))}


@pytest.mark.parametrize("font", FONTS, ids=lambda font: font.name)
def test_digits_are_as_wide_and_as_high_as_each_other(folder, font):
    cut = open_font(folder / f"{font.name}.woff2")
    digits = [cut.getBestCmap()[ord(digit)] for digit in "0123456789"]
    assert len({cut["hmtx"][digit][0] for digit in digits}) == 1
    lowest = [cut["glyf"][digit].yMin for digit in digits]
    assert min(lowest) > -30, "none hangs below the line"


def test_they_are_made_once_and_a_failure_is_told_and_survived(folder, tmp_path, monkeypatch, capfd):
    asked = []

    def run(*command):
        asked.append(command)
        return 1

    monkeypatch.setattr(venv, "run_uv", run)
    venv.build_files(tmp_path)
    assert len(asked) == 1
    assert "Das ging nicht" in capfd.readouterr().out
    shutil.copytree(folder, get_folder(tmp_path))
    venv.build_files(tmp_path)
    assert len(asked) == 1


def test_what_cuts_them_is_not_installed_to_run():
    cutters = {name_of(wanted) for wanted in PROJECT["dependency-groups"]["build"]}
    needed = {name_of(wanted) for wanted in PROJECT["project"]["dependencies"]}
    assert {"babel", "fonttools"} <= cutters - needed


def test_without_fonts_pages_do_not_ask_for_them(monkeypatch):
    from tarockclub.platform.server import static_files

    monkeypatch.setattr(static_files, "_list_fonts", lambda: ())
    assert "@font-face" not in static_files.read_style("club")
    monkeypatch.undo()
    assert "@font-face" in static_files.read_style("club")
    assert "fonts/text-table." in static_files.read_style("table")
