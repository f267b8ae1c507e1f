"""Sizes and colours stand in one file: others name them, but for what is as large as a wall, a paper or a drawing."""

import re

import pytest

from tests.support.paths import ROOT

FOLDER = ROOT / "tarockclub/static/tarockclub"
TOKENS = FOLDER / "styles/tokens.css"
# Colours of paper; tones with the strong contrast of an inn; a wall that is dark where the computer is light.
WITH_COLOURS = {"tokens.css", "paper.css", "inn.css", "wall.css"}
# As large as the wall, the tablet, the card on the table or the drawing is.
WITH_SIZES = {"tokens.css", "wall.css", "table_cards.css", "charts.css", "fonts.css", "tablet.css"}
STYLES = sorted([*FOLDER.rglob("*.css")])
# A size of the page's letters; beside the tokens it may be relative, follow the width, or be inherited.
SIZE = re.compile(r"(?:font-size:|font:(?: \w+)?) (\d*\.?\d+)(?:rem|px)\b")
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\brgba?\(|\bhsla?\(")
TOKEN_NAME = re.compile(r"var\(--([\w-]+)")
# How long the numbers of a box are, and how much room they have.
OF_NUMBERS = {"letters", "cards", "room", "columns", "first", "padding", "wide"}
BY_SCRIPTS = {"bar", "left", "fit", "least", "shade", "places", "ending"}  # set where they are used


def read_screen_rules(file):
    """The rules of a file without comments, without those of paper."""
    text = re.sub(r"/\*.*?\*/", "", file.read_text("utf-8"), flags=re.DOTALL)
    kept, at = [], 0
    for found in re.finditer(r"@media print[^{]*\{", text):
        if found.start() < at:
            continue
        kept.append(text[at : found.start()])
        depth, at = 1, found.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
    return "".join([*kept, text[at:]])


def list_tokens():
    return re.findall(r"--([\w-]+): ([^;]+);", TOKENS.read_text("utf-8"))


def test_rules_of_paper_are_left_out(tmp_path):
    file = tmp_path / "some.css"
    file.write_text("a { b: c }\n@media print { d { e: f } }\n/* g */ h { i: j }")
    assert re.sub(r"\s+", " ", read_screen_rules(file)).strip() == "a { b: c } h { i: j }"


@pytest.mark.parametrize("file", STYLES, ids=lambda file: file.name)
def test_no_other_file_has_a_colour_or_a_size_of_its_own(file):
    rules = read_screen_rules(file)
    if file.name not in WITH_COLOURS:
        assert COLOUR.findall(rules) == []
    if file.name not in WITH_SIZES:
        assert SIZE.findall(rules) == []


@pytest.mark.parametrize("file", STYLES, ids=lambda file: file.name)
def test_every_name_of_a_colour_or_size_means_something(file):
    known = {name for name, _ in list_tokens()} | BY_SCRIPTS | OF_NUMBERS
    assert set(TOKEN_NAME.findall(file.read_text("utf-8"))) - known == set()


def test_every_token_is_used():
    used = {name for file in STYLES for name in TOKEN_NAME.findall(file.read_text("utf-8"))}
    assert {name for name, _ in list_tokens()} - used == set()


def test_red_is_a_loss_or_what_cannot_be_taken_back():
    """Whoever adds a red thing that is neither has to find another colour."""
    red = [
        selector.strip()
        for file in STYLES
        for selector, rules in re.findall(r"([^{}]+)\{([^{}]*)\}", read_screen_rules(file))
        if "var(--lost)" in rules
    ]
    assert red
    assert [selector for selector in red if not re.search(r"lost|danger|replaced|trouble|down", selector)] == []
