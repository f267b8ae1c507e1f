"""The pages in Markdown lead somewhere: links to files and headings, other pages by name, paths of the source."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.support.paths import DEV_DOCS, ROOT
from tools import sheet_facts

FOLDERS = (ROOT, ROOT / "docs", DEV_DOCS, ROOT / "bench")
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/*.md")])
_CODE = re.compile(r"`[^`\n]+`")
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_PAGE_NAME = re.compile(r"(?<![\w/.-])((?:docs/(?:[a-z]+/)?|bench/)?[\w-]+\.md)\b")
_PACKAGES = "bench|docs|packages|scoring|tarockclub|templates|tests|tools|tournaments"
_PATH = re.compile(rf"`((?:{_PACKAGES})/[\w/.-]+)`")
_MODULE = re.compile(r"(?<!No\s)`((?:\w+/)*\w+\.(?:py|js))`")


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
    pages = [page for page in PAGES if page.parent.name in ("docs", "dev", "de", "en")]
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
