"""Sizes and colours stand in one file: others name them, but for what is as large as a wall, a paper or a drawing."""

import re

import pytest

from tests.support.paths import ROOT

FOLDER = ROOT / "tarockclub/static/tarockclub"
TOKENS = FOLDER / "styles/tokens.css"
# Colours of paper; tones with the strong contrast of an inn; a wall that is dark where the computer is light.
WITH_COLOURS = {"tokens.css", "paper.css", "inn.css", "wall.css"}
# At the table all of a hand is in sight, on every screen; a wall and a tablet are as large as their screen.
WITH_SPACES = {
    *("tokens.css", "wall.css", "tablet.css", "table_cards.css"),
    *("surface.css", "table_page.css", "entry.css", "choices.css", "standing.css"),
}
# As large as the wall, the tablet, the card on the table or the drawing is.
WITH_SIZES = {"tokens.css", "wall.css", "table_cards.css", "charts.css", "fonts.css", "tablet.css"}
# What is no space: room for what stands there.
ROOM = {
    "padding-top: 1.75rem": "the mark of a step",
    "padding-left: 2rem": "the numbers of a list",
    "padding-right: 2.7rem": "the number of a hand",
    "padding-right: 3.1rem": "the sign of a double round",
    "margin-left: 2rem": "the box before a choice",
    "margin: 0 0 var(--space-1) 1.7rem": "the number of a hand that is struck out",
}
STYLES = sorted([*FOLDER.rglob("*.css")])
# A size of the page's letters; beside the tokens it may be relative, follow the width, or be inherited.
SIZE = re.compile(r"(?:font-size:|font:(?: \w+)?) (\d*\.?\d+)(?:rem|px)\b")
SPACE = re.compile(r"(?<![\w-])(?:scroll-)?(?:margin|padding|gap|row-gap|column-gap)[a-z-]*: [^;}]+")
# Below zero it takes back what a target adds.
LENGTH = re.compile(r"(?<![\w.-])([\d.]+)(rem|px)")
HAIR, BAR = 2, 64  # px: up to the one it is a line, from the other on room for a bar
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\brgba?\(|\bhsla?\(")
TOKEN_NAME = re.compile(r"var\(--([\w-]+)")
# How long the numbers of a box are, and how much room they have.
OF_NUMBERS = {"letters", "cards", "room", "columns", "first", "padding", "wide"}
BY_SCRIPTS = {"away", "bar", "left", "fit", "least", "shade", "places", "ending"}  # set where they are used
# How high the places of a table are, the same in all states, and what lies between its keys.
OF_THE_TABLE = {"top", "seats", "question", "ribbon", "foot", "heading", "gap"}
OF_ITS_KEYS = {"row", "column", "pair-row", "pair-column", "rows", "rows-of-games", "wide-rows", "count"}  # by scripts


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


def list_own_spaces(file):
    def measure(number, unit):
        return float(number) * (16 if unit == "rem" else 1)

    found = [space.strip() for space in SPACE.findall(read_screen_rules(file))]
    return {space for space in found if any(HAIR < measure(*length) < BAR for length in LENGTH.findall(space))}


def test_spaces_are_those_of_the_tokens():
    own = {space for file in STYLES if file.name not in WITH_SPACES for space in list_own_spaces(file)}
    assert own == set(ROOM)


@pytest.mark.parametrize("file", STYLES, ids=lambda file: file.name)
def test_every_name_of_a_colour_or_size_means_something(file):
    known = {name for name, _ in list_tokens()} | BY_SCRIPTS | OF_NUMBERS | OF_THE_TABLE | OF_ITS_KEYS
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
    assert [selector for selector in red if not re.search(r"lost|danger|replaced|trouble", selector)] == []
