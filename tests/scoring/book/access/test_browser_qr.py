"""The QR codes that a phone draws by itself, module for module as another program draws them."""

import random
import string
from collections.abc import Iterator
from typing import Any

import pytest
import segno
from playwright.sync_api import Page
from segno import consts, encoder

from tests.scoring.support.scripts import build_script

pytestmark = pytest.mark.heavy

SCRIPT = build_script("scoring/static/scoring/waiting/qr.js", "qr")
PRINTABLE = string.ascii_letters + string.digits + string.punctuation + " "
USUAL = 25  # no text of ours needs a larger version
VERSIONS = [pytest.param(at, marks=pytest.mark.heavy) if at > USUAL else at for at in range(1, 41)]


def most_bytes(version: int) -> int:
    """Return the greatest length of a text in a code of this version."""
    capacities: Any = consts.SYMBOL_CAPACITY[version]
    bits = int(capacities[consts.ERROR_LEVEL_L])
    return (bits - 4 - (8 if version < 10 else 16)) // 8


@pytest.fixture(scope="module")
def blank(chromium) -> Iterator[Page]:
    """A page of no site, with the script."""
    page = chromium.new_page()
    page.add_script_tag(content=SCRIPT)
    yield page
    page.close()


def proper_padding(buff: Any, version: int, length: int) -> None:
    """Pad without the byte too much that segno 1.6 adds where nothing has to be padded (its issues 123 and 148)."""
    buff.extend([0] * (-length % 8))


@pytest.fixture(autouse=True)
def _padding(monkeypatch):
    monkeypatch.setattr(encoder, "write_padding_bits", proper_padding)


def encode_text(page: Page, text: str) -> dict[str, Any]:
    """A text as the script draws it."""
    code: dict[str, Any] = page.evaluate("(text) => qr.encode(text)", text)
    return code


def by_another(text: str, code: dict[str, Any], mask: int) -> list[list[int]]:
    """The same as another program draws it."""
    options: dict[str, Any] = {"error": "L", "version": code["version"], "encoding": "utf-8"}
    made = segno.make(text, mode="byte", mask=mask, boost_error=False, micro=False, **options)
    return [list(row) for row in made.matrix]


def a_text(length: int) -> str:
    """Any text of so many bytes."""
    return "".join(random.Random(length).choices(PRINTABLE, k=length))


@pytest.mark.parametrize("version", VERSIONS)
def test_a_text_that_just_fits_is_drawn_as_by_another_program(blank, version):
    text = a_text(most_bytes(version))
    code = encode_text(blank, text)
    assert code["version"] == version
    assert code["rows"] == by_another(text, code, code["mask"])


@pytest.mark.parametrize("length", [0, 3, 40, 150, 271, 500, 880])
def test_the_mask_is_the_one_that_misleads_a_reader_least(blank, length):
    text = a_text(length)
    code = encode_text(blank, text)
    all_eight = [by_another(text, code, mask) for mask in range(8)]
    scores = [encoder.evaluate_mask([bytearray(row) for row in rows], len(rows), len(rows)) for rows in all_eight]
    assert scores[code["mask"]] == min(scores)


def test_letters_of_all_languages_are_drawn(blank):
    text = "Spiel 7: Dreier · Königsrufer · Sküs – 35½ €"
    code = encode_text(blank, text)
    assert code["rows"] == by_another(text, code, code["mask"])


def test_a_text_that_no_code_can_hold_is_refused(blank):
    assert blank.evaluate("() => { try { qr.encode('x'.repeat(2954)); } catch (error) { return error.name; } }") == (
        "RangeError"
    )


def test_the_path_draws_each_dark_module_once_with_four_light_ones_around(blank):
    text = a_text(100)
    code, path, box = blank.evaluate(
        "(text) => { const code = qr.encode(text); return [code, qr.path(code.rows), qr.box(code.rows)]; }", text
    )
    size = len(code["rows"])
    assert box == f"0 0 {size + 8} {size + 8}"
    found = [[0] * (size + 8) for _ in range(size + 8)]
    for run in path.removeprefix("M").split("M"):
        start, length = run.partition("v")[0].split("h")
        x, y = (int(number) for number in start.split())
        assert run == f"{x} {y}h{length}v1h-{length}z"
        for at in range(x, x + int(length)):
            found[y][at] += 1
    inside = [row[4:-4] for row in found[4:-4]]
    assert inside == code["rows"]
    assert sum(map(sum, found)) == sum(map(sum, inside))
