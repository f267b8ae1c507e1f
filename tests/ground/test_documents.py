"""The pages in Markdown lead somewhere: links to files and headings, other pages by name, paths of the source."""

import argparse
import re
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from scoring.engine.api import list_sheets
from tests.support.paths import DEV_DOCS, ROOT
from tools import sheet_facts
from tools.commands import COMMANDS

FOLDERS = (ROOT, ROOT / "docs", DEV_DOCS, ROOT / "bench")
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/*.md")])
_CODE = re.compile(r"`[^`\n]+`")
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_PAGE_NAME = re.compile(r"(?<![\w/.-])((?:docs/(?:[a-z]+/)?|bench/)?[\w-]+\.md)\b")
_PACKAGES = "bench|docs|packages|scoring|tarockclub|templates|tests|tools|tournaments"
_PATH = re.compile(rf"`((?:{_PACKAGES})/[\w/.-]+)`")
_MODULE = re.compile(r"(?<!No\s)`((?:\w+/)*\w+\.(?:py|js))`")


# Of what is written in code: after the name of a program its words, up to an explanation beside it.
_CODE_OR_LINE = re.compile(r"`([^`\n]+)`|^ {4,}(\S.*)$", re.MULTILINE)
_TARGETS = re.compile(r"(?:^|\s)(?:make|python3? -m tools) ([a-z].*)")
_MANAGED = re.compile(r"(?:^|.*[\s/])(?:manage\.py|tarockclub|tarockclub-manage) ([a-z].*)")
_RUN_MODULE = re.compile(r"(?:^|[\s/])python3? -m ([\w.]+)")
_OF_THE_DOOR = {"help", "version"}  # tarockclub/__main__.py
_FOREIGN = {"hatchling", "pip", "venv"}


def read_prose(page: Path) -> str:
    """Return the text of a page without its examples."""
    return _FENCE.sub("", page.read_text(encoding="utf-8"))


def anchors(page: Path) -> set[str]:
    """The anchors of a page: in its text, of the handbook, of its headings as code hosts derive them."""
    prose = read_prose(page)
    headings = re.findall(r"^#+ (.+)$", prose, re.MULTILINE)
    written = {anchor for heading in headings for anchor in re.findall(r"\{#([a-z-]+)\}$", heading)}
    derived = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return {*written, *derived, *re.findall(r'<a id="([^"]+)">', prose)}


def is_reachable(page: Path, link: str) -> bool:
    """Return True if the file of a relative link exists and has the heading that the link names."""
    name, _, anchor = link.partition("#")
    target = page.parent / name if name else page
    return target.exists() and (not anchor or anchor in anchors(target))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_relative_link_leads_to_a_file_and_a_heading(page):
    links = [link for link in _LINK.findall(_CODE.sub("", read_prose(page))) if "://" not in link]
    assert [link for link in links if not is_reachable(page, link)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_page_that_is_named_exists(page):
    names = set(_PAGE_NAME.findall(read_prose(page)))
    assert [name for name in names if not any((folder / name).exists() for folder in (page.parent, *FOLDERS))] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_path_of_the_source_exists(page):
    assert [path for path in _PATH.findall(read_prose(page)) if not (ROOT / path).exists()] == []


def list_commands(page: Path, program: re.Pattern[str]) -> Iterator[list[str]]:
    """Yield the words after a program's name, wherever a page shows how it is called."""
    for span, line in _CODE_OR_LINE.findall(page.read_text(encoding="utf-8")):
        for part in re.split(r" {3,}|#", span or line)[0].split("&&"):
            if match := program.search(part):
                yield match[1].split()


def list_options(parser: argparse.ArgumentParser) -> set[str]:
    """Return the options of a command, those of its own commands too."""
    below = [action.choices for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    own = set(parser._option_string_actions)
    return own.union(*(list_options(choice) for choices in below for choice in choices.values()))


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "CHANGELOG.md"], ids=lambda page: page.stem)
def test_every_command_that_is_written_down_exists_with_its_options(page):
    for words in list_commands(page, _TARGETS):
        targets = [word for word in words if re.fullmatch(r"[a-z][a-z-]+", word)]
        assert words[0] == targets[0] in COMMANDS, words
    for words in list_commands(page, _MANAGED):
        assert words[0] in {*get_commands(), *_OF_THE_DOOR}, words
        if words[0] in get_commands():
            parser = load_command_class(get_commands()[words[0]], words[0]).create_parser("manage.py", words[0])
            given = {word.partition("=")[0].strip("[]()") for word in words if word.strip("[(").startswith("--")}
            assert given <= list_options(parser), words
    for words in list_commands(page, _RUN_MODULE):
        assert words[0].partition(".")[0] in _FOREIGN or find_spec(words[0]) is not None, words


def test_commands_are_found_and_unknown_ones_noticed(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("`make check test`\n\n    .venv/bin/python manage.py backup --to /stick   into\n", encoding="utf-8")
    assert [*list_commands(page, _TARGETS)] == [["check", "test"]]
    assert [*list_commands(page, _MANAGED)] == [["backup", "--to", "/stick"]]
    page.write_text("`make tea`", encoding="utf-8")
    with pytest.raises(AssertionError, match="tea"):
        test_every_command_that_is_written_down_exists_with_its_options(page)


@pytest.fixture(scope="module")
def modules():
    folders = (ROOT / package for package in _PACKAGES.split("|"))
    paths = (path.relative_to(ROOT) for folder in folders for path in folder.rglob("*.[jp][sy]"))
    return ["/manage.py", *(f"/{path.as_posix()}" for path in paths)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_module_that_is_named_exists(page, modules):
    names = set(_MODULE.findall(read_prose(page)))
    assert [name for name in names if not any(module.endswith(f"/{name}") for module in modules)] == []


def test_every_paragraph_of_a_printed_sheet_is_a_link_to_what_stands_there():
    folders = [ROOT / "docs" / name for name in ("", "dev", "de", "en")]
    pages = [page for page in PAGES if page.parent in folders]
    assert [(page.name, sign) for page in pages for sign in re.findall(r"(?<!\[)§\d+", read_prose(page))] == []


def test_the_pages_of_the_printed_sheets_are_those_that_are_made_from_the_facts():
    there = {path.name: path.read_text("utf-8") for path in sheet_facts.FOLDER.iterdir()}
    assert there == sheet_facts.build_fact_pages(), "make facts"


def test_links_are_found_and_broken_ones_noticed():
    page = ROOT / "README.md"
    link = "docs/dev/book.md#proof"
    assert _LINK.findall(f"see [here]({link}) and [there](https://example.org)")[0] == link
    assert is_reachable(page, link)
    assert not is_reachable(page, "docs/dev/book.md#proofs")
    assert not is_reachable(page, "docs/books.md")


def test_the_two_readmes_link_to_each_other_and_to_the_licence():
    english, german = (ROOT / "README.md").read_text("utf-8"), (ROOT / "README.de.md").read_text("utf-8")
    assert "(README.de.md)" in english
    assert "(README.md)" in german
    assert all("[LICENSE](LICENSE)" in readme for readme in (english, german))
    assert all(english.count(heading) == german.count(heading) for heading in ("\n## ", "\n1. ", "\n8. "))


@pytest.mark.parametrize(("name", "word"), [("README.md", "fifteen"), ("README.de.md", "fünfzehn")])
def test_a_readme_lists_the_sheets_that_it_counts(name, word):
    text = (ROOT / name).read_text("utf-8")
    assert re.search(rf"\b{word} (?:house-rule sheets|Hausregelblättern)\b", text)
    assert sorted(re.findall(r"^\| `([\w-]+)` \|", text, re.MULTILINE)) == sorted(list_sheets())
    assert len(list_sheets()) == 15


@pytest.mark.parametrize("folder", [ROOT / "docs", DEV_DOCS], ids=lambda folder: folder.name)
def test_the_index_of_a_folder_names_every_page_of_it(folder):
    links = _LINK.findall((folder / "README.md").read_text("utf-8"))
    assert {link for link in links if link.endswith(".md") and "/" not in link} == {
        page.name for page in folder.glob("*.md")
    } - {"README.md"}


def test_the_floors_of_the_picture_are_those_that_the_linter_holds():
    [picture] = re.findall(r"^```floors\n(.*?)^```$", (DEV_DOCS / "architecture.md").read_text("utf-8"), re.M | re.S)
    head, *drawn = picture.splitlines()
    columns = {head.index(app): app for app in ("tarockclub", "scoring", "tournaments")}
    names = [line.strip() for line in drawn]
    starts = [line.index(name) for line, name in zip(drawn, names, strict=True)]
    drawn_floors = [
        {f"{columns[at]}.{name}" for name in line.split(", ")} for at, line in zip(starts, names, strict=True)
    ]
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    beside = re.compile(r"templatetags|standalone_models")  # tags of templates, and models of which a floor has others
    assert drawn_floors == [
        {name for name in layer.split(" : ") if not beside.search(name)} for layer in contracts[0]["layers"]
    ]
