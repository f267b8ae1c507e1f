"""The program's words on a season, as read by a stranger: its page, its answers and its files."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple
from unittest.mock import patch

from django.test import Client
from django.utils.translation import override

from tarockclub.kit.numbers import VULGAR_FRACTIONS
from tarockclub.platform.server.apart.document import PaperList
from tests.scoring.support.exports import opened_values
from tests.tournaments.seasons.season.seasons import at
from tournaments.around.printing.season import render_season_standing
from tournaments.models import Season
from tournaments.results.exports.formats import CSV, JSON, XLSX
from tournaments.seasons.season.cache.progress import load_kept_season
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


def read_api(season: Season) -> tuple[dict[int, Figures], set[int]]:
    """Read the answer of the API: the standings, and the events of which it says that something is not known."""
    answer = Client().get(f"/api/v1/seasons/{season.slug}").json()
    said = {
        line["person"]: Figures(
            line["rank"],
            Fraction(line["points"], 100),
            line["days"],
            {got["event"]: (got["rank"], Fraction(got["points"], 100), got["counts"]) for got in line["by_event"]},
        )
        for line in answer["standing"]
    }
    return said, {event["number"] for event in answer["events"] if event["note"]}


def read_averages(season: Season) -> dict[int, float | None]:
    """Read the averages in the answer of the API; none where the points are averages themselves."""
    lines = Client().get(f"/api/v1/seasons/{season.slug}").json()["standing"]
    return {line["person"]: line["facts"]["average"] for line in lines if "average" in line["facts"]}


class PageRow(NamedTuple):
    """Somebody's row of the page."""

    rank: int
    move: int
    points: Fraction | None
    facts: dict[str, Fraction | None]
    days: list[Fraction | None]


def read_page(season: Season, client: Client) -> tuple[list[int], dict[int, PageRow]]:
    """Read the table of the year's page: the events of its columns, and everybody's row."""
    page = client.get(at("season_standing", season)).content.decode()
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
    return events, rows


FACTS = ("Schnitt", "Tage", "Bester")  # the last columns before the points


class PaperLine(NamedTuple):
    """Somebody's row on paper."""

    rank: int
    points: Fraction | None
    days: int
    cells: tuple[Fraction, ...]  # the smallest first


def read_paper(season: Season) -> list[PaperLine]:
    """Read the rows of the paper, before it is set."""
    papers: list[Any] = []

    def keep(*_kind: Any, **_more: Any) -> bytes:
        papers.append(_kind[2])
        return b""

    with patch("tournaments.around.printing.season.render_paper", keep), override("de"):
        render_season_standing(load_kept_season(season, at_once=True))
    lists = [block for block in papers[0]["blocks"] if isinstance(block, PaperList)]
    heads, rows = [column.head for column in lists[0].columns] if lists else [], []
    for row in lists[0].rows if lists else ():
        rank, _name, *cells, points = row.cells
        facts = {head: cells.pop() for head in reversed(heads) if head in FACTS}
        numbers, days = (read_number(cell) for cell in cells), facts.get("Tage", "0")
        made = tuple(sorted(number for number in numbers if number is not None))
        rows.append(PaperLine(int(rank.strip(".–") or 0), read_number(points), int(days), made))
    return rows


def read_json(season: Season) -> tuple[dict[int, Figures], Fraction]:
    """Read the file for programs: the standings, and what is in the cash box."""
    tables = json.loads(build_season_file(season, JSON, "en"))["tables"]
    table = tables["standing"]
    said = dict(_read_rows([column["id"] for column in table["columns"]], table["rows"], "event_"))
    return said, Fraction(str(tables["cash"]["rows"][-1][-1]))


def read_csv(season: Season) -> dict[int, Figures]:
    """Read the file for spreadsheets without formulas."""
    with zipfile.ZipFile(io.BytesIO(build_season_file(season, CSV, "de"))) as files:
        rows = list(csv.reader(io.StringIO(files.read("standing.csv").decode("utf-8-sig")), delimiter=";"))
        events = list(csv.reader(io.StringIO(files.read("events.csv").decode("utf-8-sig")), delimiter=";"))
    return dict(_read_table(rows, events[1:], ("Rang", "Nr. im Register", "Punkte", "Spieltage")))


def read_workbook(season: Season) -> dict[int, Figures]:
    """Read the values of the workbook, not its formulas."""
    book = opened_values(build_season_file(season, XLSX, "en"))
    title = next(name for name in ("Standings (values)", "Standings") if name in book.sheetnames)
    rows, events = ([list(row) for row in book[name].values][1:] for name in (title, "What counts"))
    return dict(_read_table(rows, events[1:], ("Rank", "No. in the register", "Points", "Days played")))


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
