"""A whole tournament with all that can happen: what is exported is what the program says."""

from itertools import groupby

import pytest
from django.utils import translation

from scoring.models import Deal, Entry
from tarockclub.kit.xlsx.cells import EURO, PLAY
from tarockclub.kit.xlsx.csv_text import format_plain
from tarockclub.office.demo.installation import enter_tournaments
from tarockclub.platform.privacy.readers import EVERYBODY
from tests.support.shared_rows import share_rows
from tests.tournaments.results.exports.exported import Taken, csv_of, fresh, json_of, taken, values_of
from tournaments.hall.standing.players import load_progress
from tournaments.hall.standing.standing import load_standings

# On PostgreSQL the other tests of exports read all kinds of rows again.
pytestmark = [pytest.mark.django_db, pytest.mark.heavy, pytest.mark.sqlite]
PARTS = 600  # sixths of a cent in one of play money


@share_rows
def over():
    """The tournament of the demo that is over."""
    return enter_tournaments().over


def test_all_tables_are_what_the_program_says(over, tmp_path):
    """One tournament for all these looks: making it takes longer than they do."""
    found = taken(over)
    standings_are_those_of_the_pages(found, over)
    hands_are_all_there_and_add_up(found, over)
    capital_follows_from_the_hands(found)
    cash_box_adds_up(found, over)
    rulings_and_entries_are_there(found)
    workbook_holds_the_same(found, over, tmp_path)
    other_forms_hold_the_same(found, over, tmp_path)


def standings_are_those_of_the_pages(found: Taken, over):
    expected = load_standings(load_progress(fresh(over)), EVERYBODY)
    for standing in expected.rounds:
        rows = found.values(f"standing_{standing.round.number}")
        assert [(row["rank"], row["number"], row["table"]) for row in rows] == [
            (line.rank, line.player.number, line.table) for line in standing.lines
        ]
        assert [row["counted"] for row in rows] == [
            pytest.approx(line.ranked_amount / PARTS) for line in standing.lines
        ]
        assert [(row["replaced"], row["hands"], row["won"]) for row in rows] == [
            (line.replaced, line.facts.hands, line.facts.won) for line in standing.lines
        ]
    overall = found.values("overall")
    assert [(row["rank"], row["number"], row["gain"]) for row in overall] == [
        (total.rank, total.player.number, pytest.approx(total.gain / PARTS)) for total in expected.totals
    ]
    assert any(row["round_1"] is None for row in overall)  # who came for a later round


def hands_are_all_there_and_add_up(found: Taken, over):
    hands = found.values("hands")
    of = Deal.objects.filter(table__round_table__round__tournament=over)
    kinds = (*(Entry.Kind.HAND, Entry.Kind.CORRECTION, Entry.Kind.FOLLOW_UP, Entry.Kind.VOID), Entry.Kind.STRIKE)
    more = (Entry.Kind.REDEAL, Entry.Kind.TRANSFER, Entry.Kind.END_TOTALS)
    assert len(hands) == of.filter(entry__kind__in=(*kinds, *more)).count() > 150
    for row in hands:
        assert sum(row[f"points_{at}"] or 0 for at in range(1, 6)) == pytest.approx(0)
    assert {row["phase"] for row in hands if row["number"]} == {
        "in time",
        "the hand at the gong",
        "in the double round",
    }


def capital_follows_from_the_hands(found: Taken):
    """Added up from the hands alone, with replacements where somebody has nothing any more."""
    by_round = groupby(found.values("hands"), key=lambda row: row["round"])
    for number, rows in by_round:
        capital: dict[str, float] = {}
        replaced: dict[str, int] = {}
        for row in rows:
            for at in range(1, 6):
                name = row[f"name_{at}"]
                if name is None:
                    continue
                capital[name] = capital.get(name, 50) + (row[f"points_{at}"] or 0)
                while capital[name] <= 0:
                    capital[name] += 50
                    replaced[name] = replaced.get(name, 0) + 1
        for row in found.values(f"standing_{number}"):
            if "/" not in row["name"]:  # a substitute goes on with what another one had
                assert row["capital"] == pytest.approx(capital[row["name"]])
                assert row["replaced"] == replaced.get(row["name"], 0)


def cash_box_adds_up(found: Taken, over):
    entries, cash = found.values("entries"), found.values("cash")
    assert cash[-1]["balance"] == pytest.approx(sum(row["amount"] or 0 for row in cash))
    fees = [row["amount"] for row in cash if str(row["what"]).startswith("Entry fees")]
    assert fees
    assert sum(fees) == pytest.approx(sum(row["paid"] for row in entries))


def rulings_and_entries_are_there(found: Taken):
    assert [row["number"] for row in found.values("rulings")] == [1]
    entries = found.values("entries")
    assert any(row["later"] == "yes" for row in entries)
    assert all(row["table"] for row in entries if row["state"] == "is there")


def workbook_holds_the_same(found: Taken, over, tmp_path):
    """The workbook has the standings, in the wall's order, and every hand with its amounts."""
    values = values_of(over, tmp_path)
    rows = list(values["Overall"].iter_rows(min_row=4, values_only=True))
    total = sorted(found.values("overall"), key=lambda row: (row["rank"], row["number"]))
    expected = [(row["rank"], row["number"], row["name"], row["gain"]) for row in total]
    assert [row[:4] for row in rows] == expected
    wall = [
        [cell for cell in row if cell is not None]
        for row in values["Notice board"].iter_rows(min_row=6, values_only=True)
    ]
    assert [row[:2] for row in wall[: len(rows)]] == [[row["rank"], row["name"]] for row in total]
    hands = list(values["Hands"].iter_rows(min_row=4, values_only=True))
    heads = [cell.value for cell in values["Hands"][3]]
    first = heads.index("Points 1")
    amounts = [list(row[first : first + 5]) for row in hands]
    assert amounts == [[row[f"points_{at}"] for at in range(1, 6)] for row in found.values("hands")]
    assert len(list(values["Registrations"].iter_rows(min_row=4))) == len(found.values("entries"))


def other_forms_hold_the_same(found: Taken, over, tmp_path):
    files, text = csv_of(over, tmp_path), json_of(over, tmp_path)
    assert set(files) == set(text["tables"]) == set(found.tables)
    assert text["about"]["tournament"] == over.name
    for name, table in found.tables.items():
        said = text["tables"][name]
        assert [column["id"] for column in said["columns"]] == [column.name for column in table.columns]
        if name == "rules":
            continue
        expected = [[cell.value for cell in row] for row in found.rows[name]]
        written = [
            [format_plain(cell.value, decimal_comma=False, cents=cell.shown in (EURO, PLAY)) for cell in row]
            for row in found.rows[name]
        ]
        assert files[name][1:] == written
        assert [len(row) for row in said["rows"]] == [len(row) for row in expected]
        numbers = [[value for value in row if isinstance(value, int | float)] for row in expected]
        assert [[value for value in row if isinstance(value, int | float)] for row in said["rows"]] == numbers


def test_the_german_excel_gets_commas(over, tmp_path):
    with translation.override("de"):
        paid = {row[8] for row in csv_of(over, tmp_path, "de")["entries"][1:]}
    assert "3,00" in paid
