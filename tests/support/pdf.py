"""Papers as they are printed: a PDF looked at letter by letter and line by line, as a printer's proof reader would."""

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Any, NamedTuple

MM = 72 / 25.4  # points
LEAST_MARGIN = 9.9 * MM  # points; printers leave ten millimetres white, the last digit is the PDF's
SLACK = 0.6  # points that letters may reach over a line: their boxes are taller than their ink
CROSSING = 1.0  # points on each side of a line from which it goes through a letter
SMALLEST = 5.5  # points of the least letter anywhere
KERNING = 0.2  # of a letter's height that a full stop moves below a Y, a comma below a quotation mark
END_OF_DIRECTION = "\u2069"  # a sign without a letter, which a font's space may carry
ABOVE = 0.75  # of a letter's height is above its line


class Look(NamedTuple):
    """A page: what it says, and how large it is."""

    text: str  # the words in the order in which they stand
    words: tuple[str, ...]
    width: float
    height: float
    least: float  # the least size of a letter
    greatest: float


def look_at(content: bytes) -> list[Look]:
    """Each page of a PDF; fails where something is beyond its margins, in the way of something else, or too small."""
    import pdfplumber

    with pdfplumber.open(BytesIO(content)) as pdf:
        return [_read_page(page.filter(_is_no_mark)) for page in pdf.pages]


def extract_text(content: bytes) -> str:
    """All the words of a PDF, one page after the other."""
    return "\n".join(page.text for page in look_at(content))


def _is_no_mark(thing: dict[str, Any]) -> bool:
    """Return whether this is anything but a dot or an accent of its own: these repeat the text of their letter."""
    return thing["object_type"] != "char" or bool(thing["adv"])


def _place_letter(letter: dict[str, Any]) -> None:
    """Turn a letter's box to where it stands on its line: fonts claim more or less below it than there is ink."""
    across, up, _across, _up, x, y = letter["matrix"]
    letter["upright"] = abs(across) > abs(up)
    size = _measure_size(letter)
    before = size * (ABOVE if across + up > 0 else 1 - ABOVE)  # upside down on the half of a card that is folded over
    if letter["upright"]:
        letter["top"] += letter["y1"] - y - before
        letter["bottom"] = letter["top"] + size
    else:
        letter["x0"] = x - before
        letter["x1"] = letter["x0"] + size


def _read_page(page: Any) -> Look:
    for letter in page.chars:
        _place_letter(letter)
    letters = [letter for letter in page.chars if letter["text"].strip()]
    check_inside(page, letters)
    check_inside(page, [*page.lines, *page.rects, *page.curves])
    check_no_overlap(letters)
    check_not_crossed(letters, list_edges(page))
    least = min((_measure_size(letter) for letter in letters), default=99.0)
    assert least >= SMALLEST - 0.01, f"letters of {least} points"
    read = page.extract_words(use_text_flow=True, keep_blank_chars=False)
    words = tuple(word["text"].replace(END_OF_DIRECTION, "") for word in read)
    return Look(
        " ".join(words),
        words,
        float(page.width),
        float(page.height),
        least,
        max(map(_measure_size, letters), default=0.0),
    )


def check_inside(page: Any, things: Iterable[dict[str, Any]]) -> None:
    """Everything stands on the page, with the margin that a printer needs."""
    for thing in things:
        beyond = (
            thing["x0"] < LEAST_MARGIN
            or thing["top"] < LEAST_MARGIN
            or thing["x1"] > page.width - LEAST_MARGIN
            or thing["bottom"] > page.height - LEAST_MARGIN
        )
        assert not beyond, (
            f"beyond the margin: {thing.get('text', thing['object_type'])} at {thing['x0']}, {thing['top']}"
        )


def check_no_overlap(letters: Sequence[dict[str, Any]]) -> None:
    """No letter lies on another one: neither on its line nor on the lines around it."""
    boxes = [(_measure_top(letter), _measure_bottom(letter), letter["x0"], letter["x1"]) for letter in letters]
    order = sorted(range(len(boxes)), key=boxes.__getitem__)
    near: list[int] = []  # what reaches down to the next letter, in the order of their tops
    for at in order:
        top, bottom, left, right = boxes[at]
        near = [other for other in near if boxes[other][1] - top > SLACK]
        for other in near:
            _top, other_bottom, other_left, other_right = boxes[other]
            across = min(right, other_right) - max(left, other_left)
            if across > SLACK and min(bottom, other_bottom) - top > SLACK:
                narrow = min(right - left, other_right - other_left)
                letter = letters[at]
                assert across <= max(narrow / 3, KERNING * letter["size"]), (
                    f"{letter['text']} on {letters[other]['text']} at {letter['x0']:.0f}, {letter['top']:.0f}"
                )
        near.append(at)


def _measure_size(letter: dict[str, Any]) -> float:
    """Measure a letter: its height, or across the page where it reads upwards."""
    return float(letter["size"] if letter["upright"] else letter["x1"] - letter["x0"])


def _measure_top(letter: dict[str, Any]) -> float:
    """Return the height where its ink may begin: boxes of letters are taller than they."""
    return float(letter["top"] + (0.2 * letter["size"] if letter["upright"] else 0))


def _measure_bottom(letter: dict[str, Any]) -> float:
    return float(letter["bottom"] - (0.2 * letter["size"] if letter["upright"] else 0))


def list_edges(page: Any) -> list[dict[str, Any]]:
    """Lines, and the sides of frames; what is only filled has none."""
    return [edge for edge in page.edges if edge["object_type"] != "curve_edge" and edge.get("stroke", True)]


def check_not_crossed(letters: Iterable[dict[str, Any]], lines: Sequence[dict[str, Any]]) -> None:
    """No line goes through a letter."""
    upright = [line for line in lines if line["orientation"] == "v"]
    level = [line for line in lines if line["orientation"] == "h"]
    for letter in letters:
        for line in upright:
            between = letter["x0"] + CROSSING < line["x0"] < letter["x1"] - CROSSING
            beside = line["top"] < _measure_bottom(letter) and line["bottom"] > _measure_top(letter)
            assert not (between and beside), f"{letter['text']} is crossed"
        for line in level:
            between = _measure_top(letter) + CROSSING < line["top"] < _measure_bottom(letter) - CROSSING
            assert not (between and line["x0"] < letter["x1"] and line["x1"] > letter["x0"]), (
                f"{letter['text']} is crossed"
            )
