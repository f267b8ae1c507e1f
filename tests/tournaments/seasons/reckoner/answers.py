"""The program's words on a season, as read by a stranger: its page, its answers and its files."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple
from unittest.mock import patch

from django.test import Client
from django.utils.translation import override

from tarockclub.kit.numbers import VULGAR_FRACTIONS
from tarockclub.platform.server.apart.papers import PaperList, PaperParagraph
from tests.scoring.support.exports import opened_values
from tests.tournaments.seasons.reckoner.marks import Mark
from tests.tournaments.seasons.season.seasons import at
from tournaments.around.printing.season import render_season_standing
from tournaments.models import Season
from tournaments.results.exports.formats import CSV, JSON, XLSX
from tournaments.seasons.season.cache.progress import load_kept_season
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.export.services import build_season_file


class Figures(NamedTuple):
    """Everything that is said of somebody."""

    rank: int
    points: Fraction
    days: int | None
    by_event: dict[int, Any]


def read_number(text: str) -> Fraction | None:
    """Read a number as pages write it; None if there is none."""
    found = re.sub(r"[^\d,.½⅓⅔⅙⅚−-]", "", text).replace("−", "-").replace(",", ".")
    whole, vulgar = re.fullmatch(r"(-?[\d.]*)([½⅓⅔⅙⅚]?)", found).groups()  # type: ignore[union-attr]
    if not whole.strip("-") and not vulgar:
        return None
    part = VULGAR_FRACTIONS[vulgar] if vulgar else Fraction()
    size = Fraction(Decimal(whole.strip("-") or 0)) + part
    return -size if whole.startswith("-") else size


Standings = dict[int, dict[int, Figures]]  # by the number of a sub-ranking, 0 for the whole, and by person


def read_api(season: Season) -> tuple[Standings, set[int], dict[int, float | None]]:
    """Read the answer of the API: the standings, the events of which it says something, the averages of the whole."""
    answer = Client().get(f"/api/v1/seasons/{season.slug}").json()
    parts = {0: answer["standing"]} | {part["number"]: part["standing"] for part in answer["rankings"]}
    said = {number: {line["person"]: _read_line(line) for line in lines} for number, lines in parts.items()}
    averages = {line["person"]: line["facts"]["average"] for line in answer["standing"] if "average" in line["facts"]}
    return said, {event["number"] for event in answer["events"] if event["note"]}, averages


def _read_line(line: Any) -> Figures:
    by_event = {got["event"]: (got["rank"], Fraction(got["points"], 100), got["counts"]) for got in line["by_event"]}
    return Figures(line["rank"], Fraction(line["points"], 100), line["days"], by_event)


class PageRow(NamedTuple):
    """Somebody's row of the page."""

    rank: int
    move: int
    points: Fraction | None
    facts: dict[str, Fraction | None]
    days: list[Fraction | None]


class Page(NamedTuple):
    """The page of a year's standings, or of a sub-ranking."""

    columns: list[int]  # the events of its days
    rows: dict[int, PageRow]  # by person
    marks: list[Mark]


def read_page(season: Season, client: Client, ranking: int = 0) -> Page:
    """Read the page of a year's standings, or of a sub-ranking."""
    where = at("season_ranking", season, number=ranking) if ranking else at("season_standing", season)
    return read_table(client.get(where).content.decode())


def read_edition(season: Season, client: Client, edition: int) -> dict[int, Page]:
    """Read the page of published standings, by the number of a sub-ranking, 0 for the whole."""
    page = client.get(at("season_edition", season, edition=edition)).content.decode()
    parts = re.split(r'<section id="r(\d+)-standing">', page)
    return {0: read_table(parts[0])} | {int(parts[at]): read_table(parts[at + 1]) for at in range(1, len(parts), 2)}


def read_table(page: str) -> Page:
    """Read the first standings of a page: the events of the columns, everybody's row, the marks."""
    table = page.partition('<table class="ranking year')[2].partition("</table>")[0]
    head, _end, body = table.partition("</thead>")
    events = [int(number) for number in re.findall(r'href="[^"]*/events/(\d+)/"', head)]
    facts = re.findall(r'class="more">([^<]+)<', head)
    rows = {}
    for number, row in re.findall(r'<tr id="year-of-(\d+)">(.*?)</tr>', body, re.DOTALL):
        rank, move, _name, points, *cells = re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL)
        texts = [read_number(re.sub(r"<[^>]+>", "", cell)) for cell in (points, *cells)]
        moved = re.search(r"([▲▼])(\d+)", move)
        signed = 0 if moved is None else int(moved[2]) * (1 if moved[1] == "▲" else -1)
        known = dict(zip(facts, texts[1:], strict=False))
        rows[int(number)] = PageRow(int(rank.strip(".–") or 0), signed, texts[0], known, texts[1 + len(facts) :])
    return Page(events, rows, read_marks(page))


def read_marks(page: str) -> list[Mark]:
    """Read the marks on the page of a season or of a sub-ranking; who it is stands in the table of the same page."""
    people = re.findall(r'<tr id="year-of-(\d+)">.*?<th[^>]*><a[^>]*>([^<]*)<', page)
    numbers = {name: int(number) for number, name in people}
    assert len(numbers) == len(people)
    section = page.partition('<h2 id="marks">')[2].partition("</section>")[0]
    marks = []
    for names, said, about in re.findall(r"<li>.*</svg>(.*)<b>(.*)</b> <span>(.*)</span></li>", section):
        amount = read_number(said)
        assert amount is not None
        marks.append(Mark(frozenset(numbers[name] for name in names.strip().split(", ")), amount, about))
    return marks


FACTS = ("Schnitt", "Tage", "Bester")  # the last columns before the points


class PaperLine(NamedTuple):
    """Somebody's row on paper."""

    rank: int
    points: Fraction | None
    days: int
    cells: tuple[Fraction, ...]  # the smallest first


class Paper(NamedTuple):
    """The paper of standings, before it is set."""

    lines: list[PaperLine]
    prizes: list[tuple[int, str, int]]  # the rank, the prizes, how many have them


def read_paper(season: Season, ranking: int = 0, edition: int = 0) -> Paper:
    """Read the rows of the paper, of an edition too, and the prizes below them."""
    papers: list[Any] = []

    def keep(*_kind: Any, **_more: Any) -> bytes:
        papers.append(_kind[2])
        return b""

    with patch("tournaments.around.printing.season.render_paper", keep), override("de"):
        render_season_standing(load_kept_season(season, at_once=True), ranking, edition)
    blocks = [block for part in papers[0]["blocks"] for block in part.blocks]
    lists = [block for block in blocks if isinstance(block, PaperList)]
    rows = [_join_paper_rows(lists, at) for at in range(len(lists[0].rows) if lists else 0)]
    texts = [block.text for block in blocks if isinstance(block, PaperParagraph)]
    prizes = next((text.partition(": ")[2].split(" · ") for text in texts if text.startswith("Gewinne: ")), [])
    found = [re.fullmatch(r"(\d+)\.\S* (.*) \((.*)\)", prize) for prize in prizes]
    return Paper(rows, [(int(prize[1]), prize[2], prize[3].count(",") + 1) for prize in found if prize])


def _join_paper_rows(lists: list[PaperList], at: int) -> PaperLine:
    """Join the rows of somebody: of the list for the wall, and of those of the days; every sum is the same."""
    rank, points, days, made = 0, set(), "0", []
    for part in lists:
        for column, cell in zip(part.columns, map(str, part.rows[at].cells), strict=True):
            if column.head == "Rang":
                rank = int(cell.strip(".–") or 0)
            elif column.head == "Punkte":
                points.add(read_number(cell))
            elif column.head == "Tage":
                days = cell
            elif column.head not in (*FACTS, "Name", "Verlauf"):
                made.append(read_number(cell))
    [of_all] = points
    return PaperLine(rank, of_all, int(days), tuple(sorted(number for number in made if number is not None)))


class EntryPage(NamedTuple):
    """The page of a sub-ranking's entry money, in cents."""

    pot: int
    shares: list[tuple[int, int]]  # rank and cents
    rest: int


def read_entry_page(season: Season, client: Client, ranking: int) -> EntryPage:
    """Read the page of a sub-ranking's entry money."""
    page = client.get(at("season_ranking_entries", season, number=ranking)).content.decode()
    pot = re.search(r'class="numbered"><h1>[^<]*</h1>\s*<b>([^<]*)<', page)
    shares = re.findall(r"<tr><td>(\d+)\.</td><th[^>]*>[^<]*</th><td>([^<]*)</td></tr>", page)
    rest = re.search(r"Übrig: ([^<]*)<", page)
    assert pot is not None
    said = [(int(rank), read_cents(amount)) for rank, amount in shares]
    return EntryPage(read_cents(pot[1]), said, read_cents(rest[1]) if rest else 0)


class CashPage(NamedTuple):
    """The page of a season's money, in cents: its own box, and the settlement of a year to come."""

    own: int
    balances: list[int]
    flow: int  # through the box


def read_cash_page(season: Season, client: Client, until: date) -> CashPage:
    """Read the page of a season's money."""
    page = client.get(at("season_cash", season), {"until": f"{until}"}).content.decode()
    rows = re.findall(r">([^<]*€[^<]*)<", page.partition('id="y-list"')[2].partition("</table>")[0])
    own = re.findall(r'class="section-head"><h2>[^<]*</h2>\s*<b>([^<]*)<', page)[-1]
    flow = re.search(r"Geht durch die Kassa</dt><dd>([^<]*)<", page)
    return CashPage(read_cents(own), [read_cents(row) for row in rows], read_cents(flow[1]) if flow else 0)


def read_cents(text: str) -> int:
    """Read an amount as pages write it."""
    number = read_number(text.replace("+", "").replace(".", ""))
    assert number is not None, text
    return int(number * 100)


class Box(NamedTuple):
    """A cash box in a file, in euros."""

    fees: Fraction
    prizes: Fraction
    balance: Fraction


def read_json(season: Season) -> tuple[Standings, dict[str, Box]]:
    """Read the file for programs: the standings, and the cash boxes, whose rows and columns add up."""
    tables = json.loads(build_season_file(season, JSON, "en"))["tables"]
    said = {}
    for name, table in tables.items():
        if name.startswith("standing"):
            ids = [column["id"] for column in table["columns"]]
            said[int(name.partition("_")[2] or 0)] = dict(_read_rows(ids, table["rows"], "event_"))
    boxes = {name: [Fraction(str(cell)) for cell in cells] for name, *cells in tables["cash"]["rows"]}
    assert all(sum(cells[:-1]) == cells[-1] for cells in boxes.values())
    *parts, whole = boxes.values()
    assert [sum(column) for column in zip(*parts, strict=True)] == whole
    return said, {name: Box(cells[0], cells[1], cells[-1]) for name, cells in boxes.items()}


def read_csv(season: Season) -> Standings:
    """Read the file for spreadsheets without formulas."""
    with zipfile.ZipFile(io.BytesIO(build_season_file(season, CSV, "de"))) as files:
        rows = {
            name: list(csv.reader(io.StringIO(files.read(name).decode("utf-8-sig")), delimiter=";"))
            for name in files.namelist()
        }
    heads = ("Rang", "Nr. im Register", "Punkte", "Spieltage")
    return {
        int(name.removesuffix(".csv").partition("_")[2] or 0): dict(_read_table(table, rows["events.csv"][1:], heads))
        for name, table in rows.items()
        if name.startswith("standing")
    }


def read_workbook(season: Season) -> Standings:
    """Read the values of the workbook, not its formulas: each standing with the results beside it."""
    book = opened_values(build_season_file(season, XLSX, "en"))
    numbers = [event.event.number for event in load_season_progress(season).events]
    said = {}
    for title in (name for name in book.sheetnames if name == "Standings" or re.fullmatch(r"Sub \d+", name)):
        number = int(title.partition("Sub ")[2] or 0)
        results = _list_cells(book[f"{title} – Results" if number else "Results"])
        got = [row for row in results if row.get("Kind") != "does not count" and row["Points"] is not None]
        by_event: dict[Any, dict[int, Any]] = {}
        for row in got:
            by_event.setdefault(row["No."], {})[numbers[row["Day"] - 1]] = _read_cell(row["Points"])
        said[number] = {
            line[1]: Figures(line[0] or 0, _read_cell(line[3]) or Fraction(0), line[4], by_event[line[1]])
            for line in (list(row.values()) for row in _list_cells(book[title]))
        }
    return said


def _list_cells(sheet: Any) -> list[dict[str, Any]]:
    """The rows of a table of the workbook, each by the heads, of which no two are the same."""
    _title, _note, heads, *rows = sheet.values
    assert len(set(heads)) == len(heads), heads
    return [dict(zip(heads, row, strict=True)) for row in rows if any(row)]


def _read_table(
    rows: Sequence[Sequence[Any]], events: Sequence[Sequence[Any]], heads: Sequence[str]
) -> Iterator[tuple[int, Figures]]:
    """Read a table by its heads, of which no two are the same: the days are called as in the list of events."""
    assert len(set(rows[0])) == len(rows[0]), rows[0]
    called = {str(event[1]): f"event_{event[0]}" for event in events}
    known = dict(zip(heads, ("rank", "number", "points", "days"), strict=True))
    ids = [known.get(head) or called.get(head, "") for head in rows[0]]
    return _read_rows(ids, rows[1:], "event_")


def _read_rows(ids: Sequence[str], rows: Sequence[Sequence[Any]], prefix: str) -> Iterator[tuple[int, Figures]]:
    for row in rows:
        cells = dict(zip(ids, row, strict=True))
        number = {name: _read_cell(cell) for name, cell in cells.items() if name not in ("name", "")}
        by_event = {int(name[len(prefix) :]): made for name, made in number.items() if name.startswith(prefix)}
        points, who = number["points"], number["number"]
        assert points is not None
        assert who is not None
        yield (
            int(who),
            Figures(
                int(number["rank"] or 0),
                points,
                int(number["days"] or 0),
                {event: made for event, made in by_event.items() if made is not None},
            ),
        )


def _read_cell(cell: Any) -> Fraction | None:
    if cell is None or cell == "":
        return None
    return read_number(cell) if isinstance(cell, str) else Fraction(str(round(cell, 6)))
