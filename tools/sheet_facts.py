"""Writes docs/sheets/: what each printed sheet says, as a table; from the files in scoring/sheets/facts."""

from collections.abc import Iterator

from scoring.engine.house_rules.library import load_built_in
from scoring.engine.house_rules.paper_facts import PAPERS, Fact, PaperPlace, SheetPaper, load_paper
from tools.paths import ROOT

FOLDER = ROOT / "docs" / "sheets"
INDEX = "README.md"
_NOTICE = "<!-- `make facts` writes this page from scoring/sheets/facts: change the facts there. -->"
_TABLE = (
    "|---|---|---|---|\n"  # under whose head the sheets stand in the page of all; the rest of it is written by hand
)


def write_pages() -> None:
    """Write all pages."""
    for name, text in build_fact_pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


def build_fact_pages() -> dict[str, str]:
    """Return all pages by the names of their files."""
    papers = [load_paper(paper) for paper in PAPERS]
    about, table, _rows = (FOLDER / INDEX).read_text(encoding="utf-8").partition(_TABLE)
    return {
        INDEX: about + table + "".join(_list_sheets(papers)),
        **{f"{paper.id}.md": _build_page(paper) for paper in papers},
    }


def _list_sheets(papers: list[SheetPaper]) -> Iterator[str]:
    for paper in papers:
        for sheet in paper.sheets:
            rules = load_built_in(sheet)
            if rules is None:
                raise LookupError(sheet)
            parent = f"`{rules.table['extends']}`" if "extends" in rules.table else "–"
            link = f"[`{sheet}`](../../scoring/sheets/{sheet}.toml)"
            yield f"| [{paper.titles[1]}]({paper.id}.md) | {link} | {parent} | {rules.table['name']} |\n"


def _build_page(paper: SheetPaper) -> str:
    head = f"{_NOTICE}\n\n# {paper.titles[1]}\n\n{paper.titles[0]} (`{paper.source}`). [All printed sheets]({INDEX})\n"
    rows = ["", "| paragraph | what it says, in our own words | where it is decided |", "|---|---|---|"]
    for paragraph in paper.paragraphs:
        for at, fact in enumerate(paragraph.facts):
            name = f'<a id="{paragraph.anchor}"></a>{paragraph.ref}' if at == 0 else ""
            rows.append(f"| {name} | {fact.texts[1]} | {_format_places(fact, paper)} |")
    return head + "\n".join(rows) + "\n"


def _format_places(fact: Fact, paper: SheetPaper) -> str:
    return ", ".join(_format_place(place, paper) for place in fact.where) or "at the table"


def _format_place(place: PaperPlace, paper: SheetPaper) -> str:
    if place.file:
        name = f"{place.file.rpartition('/')[2]}: {place.name}" if place.name else place.file.rpartition("/")[2]
        return f"[{name}](../../{place.file})"
    word = place.key if place.sheet == paper.sheets[0] else f"{place.sheet}: {place.key}"
    return f"[`{word}`](../../scoring/sheets/{place.sheet}.toml)"


if __name__ == "__main__":
    write_pages()
