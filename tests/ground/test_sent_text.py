"""One function reads each kind of what people send; what programs read, and a hidden part, has one writer each."""

import ast
import re
from collections.abc import Callable, Iterator
from functools import lru_cache

import pytest

from tests.support.paths import ROOT

# What the engine reads are files of sheets; it may import nothing of the kit.
PRODUCT = [
    path
    for app in ("scoring", "tarockclub", "tournaments")
    for path in sorted((ROOT / app).rglob("*.py"))
    if "migrations" not in path.parts and (ROOT / "scoring" / "engine") not in path.parents
]
TAG = re.compile(r"<[a-z][^>]*>\Z", re.IGNORECASE)


def asks_for_digits(node: ast.AST) -> bool:
    """Say whether ² and ٣, which `int` refuses or takes, would be digits, without a bound: parse_whole knows better."""
    return isinstance(node, ast.Attribute) and node.attr in ("isdigit", "isdecimal", "isnumeric")


def redirects_to_text(node: ast.AST) -> bool:
    """Say whether a text is redirected to as it came: without a slash it is taken for the name of a view."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "redirect"
        and is_looked_up(node.args[0])
    )


def is_looked_up(value: ast.AST) -> bool:
    """Say whether a value comes from a request or the fields of a form, in one case at least."""
    if isinstance(value, ast.IfExp):
        return is_looked_up(value.body) or is_looked_up(value.orelse)
    if isinstance(value, ast.BoolOp):
        return any(map(is_looked_up, value.values))
    looked_up = isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "get"
    return looked_up or isinstance(value, ast.Subscript)


def joins_cells(node: ast.AST) -> bool:
    """Say whether cells become a line of CSV here, where nobody puts them into quotes."""
    if not isinstance(node, ast.Attribute):
        return False
    is_semicolon = isinstance(node.value, ast.Constant) and node.value.value == ";"
    return node.attr == "writer" or (node.attr == "join" and is_semicolon)


def puts_into_tags(node: ast.AST) -> bool:
    """Say whether a value stands between tags of ours, where nobody escapes it."""
    if not isinstance(node, ast.JoinedStr):
        return False
    parts = [str(part.value) if isinstance(part, ast.Constant) else "" for part in node.values]
    around = zip(parts, parts[1:], parts[2:], strict=False)
    return any(TAG.search(before) and not value and after.startswith("</") for before, value, after in around)


def compares_as_it_came(node: ast.AST) -> bool:
    """Say whether secrets are compared by what refuses a text with other than ASCII letters: Django's takes any."""
    return isinstance(node, ast.Attribute) and node.attr == "compare_digest"


def makes_feeds(node: ast.AST) -> bool:
    """Say whether a feed is written here."""
    return isinstance(node, ast.ImportFrom) and node.module == "django.utils.feedgenerator"


@lru_cache(maxsize=1)
def read_places() -> dict[str, tuple[ast.AST, ...]]:
    """All places of the program, by file."""
    files = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in PRODUCT}
    return {name: tuple(ast.walk(ast.parse(text))) for name, text in files.items()}


@pytest.fixture(scope="module", autouse=True)
def forget() -> Iterator[None]:
    """Let the memory of a million places go, which would slow down what else runs in the process."""
    yield
    read_places.cache_clear()


def list_files(is_one: Callable[[ast.AST], bool]) -> Iterator[str]:
    """The files that have such a place."""
    return (name for name, places in read_places().items() if any(map(is_one, places)))


@pytest.mark.parametrize(
    ("is_one", "places"),
    [
        (asks_for_digits, {"tarockclub/kit/text.py"}),
        (redirects_to_text, set()),
        (compares_as_it_came, set()),
        # The other one joins statements.
        (joins_cells, {"tarockclub/kit/xlsx/csv_text.py", "tarockclub/platform/clubs/row_security.py"}),
        (makes_feeds, {"tournaments/around/public/feed.py"}),
        (
            puts_into_tags,
            {
                "tarockclub/kit/xlsx/writer.py",  # parts of a workbook, escaped there
                # Rows of standings of five hundred, whose names are escaped there: a template takes six times as long.
                "tournaments/results/standings/page.py",
                "tournaments/seasons/season/rows_html.py",
            },
        ),
    ],
)
def test_only_one_place_does_it(is_one, places):
    assert set(list_files(is_one)) == places


def test_the_hidden_part_of_a_form_is_rendered_by_its_tag():
    by_hand = re.compile(r'\{% csrf_token %\}(?:\s*<input type="hidden"[^\n]*>)*?\s*<input type="hidden" name="key"')
    names = {path.name for path in (ROOT / "templates").rglob("*.html") if by_hand.search(path.read_text("utf-8"))}
    assert names == {"invited.html"}  # whose people are a loop in a value
