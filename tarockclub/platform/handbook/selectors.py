"""The handbook as it is read: sections in a language, from the files that came with the program."""

import re
import struct
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.templatetags.static import static
from markdown_it import MarkdownIt
from markdown_it.token import Token

from scoring.engine.house_rules.paper_facts import PAPERS, load_paper

LANGUAGES: Final = ("de", "en")
ICONS: Final = {
    "first-evening": "evenings",
    "at-the-table": "phone",
    "without-network": "feed",
    "corrections": "edit",
    "settlement": "money",
    "own-house-rules": "rules",
    "tournament-day": "tournaments",
    "cup-and-season": "seasons",
    "treasury": "key",
    "printing-and-spreadsheets": "print",
    "backup-and-moving": "download",
    "when-something-fails": "warning",
    "glossary": "rules",
}
SECTIONS: Final = tuple(ICONS)
# What somebody at a table needs when there is no network: phones keep these pages (scoring/table/offline).
KEPT_SECTIONS: Final = ("at-the-table", "without-network", "corrections", "when-something-fails")


PICTURES: Final = "images/"  # a folder beside the texts of each language
_ANCHOR = re.compile(r"\s*\{#([a-z0-9-]+)\}$")
_SECTION_LINK = re.compile(rf"({'|'.join(SECTIONS)})\.md(#[a-z0-9-]+)?")
_PAPER_LINK = re.compile(rf"\.\./sheets/({'|'.join(PAPERS)})\.md(#[a-z0-9-]+)?")
_BOX = re.compile(r"\[([ x])\] ")
_PNG_SIZE = slice(16, 24)
_ABOUT = ("h1", "h2")


class Heading(NamedTuple):
    """A heading that the table of contents names."""

    text: str
    anchor: str


class Passage(NamedTuple):
    """The words below a heading, as they are looked for; those before the first one have no heading."""

    heading: str
    anchor: str
    text: str


class Text(NamedTuple):
    """A section, ready for its page; without the title, which stands above everything."""

    title: str
    html: str
    headings: tuple[Heading, ...]
    passages: tuple[Passage, ...]


def render_text(source: str, folder: Path) -> Text:
    """Return the section that Markdown says; `folder`: where its pictures are."""
    # No HTML in the texts: what looks like a tag is shown as it stands.
    markdown = MarkdownIt("commonmark", {"html": False, "xhtmlOut": False}).enable("table")
    tokens = markdown.parse(source)
    for index, token in enumerate(tokens):
        if token.type == "inline" and _mend_inline(token, folder):
            tokens[index - 2].attrSet("class", "to-tick")  # the line of the list
    anchors = dict(_take_anchors(tokens))
    title = next((tokens[index + 1] for index in anchors if tokens[index].tag == "h1"), None)
    body = [token for index, token in enumerate(tokens) if not _is_of_title(tokens, index)]
    html = markdown.renderer.render(list(_fold_parts(_add_boxes(body))), markdown.options, {})
    headings = tuple(
        Heading(_read_words(tokens[index + 1]), anchor)
        for index, anchor in anchors.items()
        if tokens[index].tag == "h2"
    )
    return Text(_read_words(title), html, headings, tuple(_list_passages(tokens, anchors)))


def _is_of_title(tokens: Sequence[Token], index: int) -> bool:
    near = tokens[max(index - 1, 0) : index + 2]
    return any(token.tag == "h1" for token in near) and (tokens[index].tag == "h1" or tokens[index].type == "inline")


def _take_anchors(tokens: Sequence[Token]) -> Iterator[tuple[int, str]]:
    """Yield where headings stand, each with its anchor, which is no longer among its words."""
    for index, token in enumerate(tokens):
        if token.type != "heading_open":
            continue
        children = tokens[index + 1].children or []
        match = _ANCHOR.search(children[-1].content) if children and children[-1].type == "text" else None
        if match:
            children[-1].content = children[-1].content[: match.start()]
            token.attrSet("id", match[1])
        yield index, match[1] if match else ""


def _mend_inline(token: Token, folder: Path) -> bool:
    """Let links lead to pages and pictures be found; return whether it begins with a box to tick, on paper, too."""
    children = token.children or []
    for child in children:
        if child.type == "link_open":
            child.attrSet("href", build_href(str(child.attrGet("href"))))
        elif child.type == "image":
            _mend_picture(child, folder)
    if [child.type for child in children] == ["link_open", "text", "link_close"]:
        children[0].attrSet("class", "alone")  # not within a sentence: as high as a thumb needs it
    match = _BOX.match(children[0].content) if children and children[0].type == "text" else None
    if match is not None:
        children[0].content = f"{'☑' if match[1] == 'x' else '☐'} {children[0].content[match.end() :]}"
    return match is not None


def build_href(written: str) -> str:
    """Return the address for a link of a text, seen from the page of another section.

    >>> build_href("corrections.md#strike"), build_href("#kontra"), build_href("https://example.org/")
    ('../corrections/#strike', '#kontra', 'https://example.org/')
    >>> build_href("../sheets/tournament.md#p5")
    '../../sheets/zwanzigerrufen/paper/#p5'
    """
    if (paper := _PAPER_LINK.fullmatch(written)) is not None:
        return f"../../sheets/{load_paper(paper[1]).sheets[0]}/paper/{paper[2] or ''}"
    match = _SECTION_LINK.fullmatch(written)
    return f"../{match[1]}/{match[2] or ''}" if match else written


def _mend_picture(image: Token, folder: Path) -> None:
    """Name the file as it is served, and say its size, so that nothing moves when it comes."""
    path = folder / str(image.attrGet("src"))
    if not path.is_file():
        image.type = "text"  # its words in its place
        return
    image.attrSet("src", static(f"handbook/{folder.name}/{path.name}"))
    image.attrSet("loading", "lazy")
    with path.open("rb") as file:
        width, height = struct.unpack(">II", file.read(_PNG_SIZE.stop)[_PNG_SIZE])
    image.attrSet("width", str(width))
    image.attrSet("height", str(height))


def _add_boxes(tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens with a box around each table, in which a wide one is moved."""
    wrapped: list[Token] = []
    for token in tokens:
        if token.type == "table_open":
            wrapped.append(Token("box_open", "div", 1, attrs={"class": "wide"}, block=True))
        wrapped.append(token)
        if token.type == "table_close":
            wrapped.append(Token("box_close", "div", -1, block=True))
    return wrapped


def _fold_parts(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the tokens with what stands below each heading but the first folded: a chapter is read by its headings."""
    is_open = False
    for token in tokens:
        if token.type == "heading_open" and token.tag == "h2":
            if is_open:
                yield Token("part_close", "details", -1, block=True)
            yield Token("part_open", "details", 1, block=True, attrs={} if is_open else {"open": ""})
            yield Token("head_open", "summary", 1, block=True)
            is_open = True
        yield token
        if token.type == "heading_close" and token.tag == "h2":
            yield Token("head_close", "summary", -1, block=True)
    if is_open:
        yield Token("part_close", "details", -1, block=True)


def _list_passages(tokens: Sequence[Token], anchors: dict[int, str]) -> Iterator[Passage]:
    """Yield the words of a section by its headings."""
    heading, anchor, words = "", "", list[str]()
    for index, token in enumerate(tokens):
        if token.tag in _ABOUT and token.type == "heading_open":
            if words or heading:
                yield Passage(heading, anchor, " ".join(words))
            heading, anchor, words = "", "", []
            if token.tag == "h2":
                heading, anchor = _read_words(tokens[index + 1]), anchors[index]
        elif token.type == "inline" and tokens[index - 1].tag not in _ABOUT:
            words.append(_read_words(token))
    yield Passage(heading, anchor, " ".join(words))


def _read_words(token: Token | None) -> str:
    """Return what stands in a line, without marks."""
    if token is None:
        return ""
    return "".join(" " if child.type.endswith("break") else child.content for child in token.children or [])


class Section(NamedTuple):
    """A section with its place in the handbook."""

    name: str
    language: str  # of its text: the other one, where it is missing in the reader's
    text: Text

    @property
    def title(self) -> str:
        """Return the title."""
        return self.text.title

    @property
    def icon(self) -> str:
        """Return its sign."""
        return ICONS[self.name]

    @property
    def headings(self) -> tuple[Heading, ...]:
        """Return what stands in it."""
        return self.text.headings

    def cut_part(self, anchor: str) -> str:
        """Return what stands below one heading, with links from the handbook's first page; "" where it is none."""
        part = re.search(rf'<summary>\s*<h2 id="{anchor}">.*?</summary>(.*?)</details>', self.text.html, re.DOTALL)
        html = part[1] if part else ""
        return html.replace('href="../', 'href="').replace('href="#', f'href="{self.name}/#')


def find_file(name: str, language: str) -> Path | None:
    """Return the file of a section, by preference in this language."""
    folders = (settings.HANDBOOK / spoken for spoken in sorted(LANGUAGES, key=lambda spoken: spoken != language))
    return next((file for folder in folders if (file := folder / f"{name}.md").is_file()), None)


def find_section(name: str, language: str) -> Section | None:
    """Return a section in a language, or in the other one; None for what is none."""
    if name not in SECTIONS:
        return None
    file = find_file(name, language)
    return None if file is None else _read_section(file, settings.DEBUG and file.stat().st_mtime_ns)


@cache
def _read_section(file: Path, _version: int) -> Section:
    """Return a section; each file is read once, while somebody works on the texts after each change."""
    return Section(file.stem, file.parent.name, render_text(file.read_text("utf-8"), file.parent))


def list_sections(language: str) -> list[Section]:
    """Return all sections in order."""
    return [section for name in SECTIONS if (section := find_section(name, language))]
