"""manage.py verify_ledger: what is off, how much was looked at, one head to print."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.scoring.support.tables import dreier, new_table, play
from tests.scoring.support.tampering import behind_the_back, full_book, simple_book

pytestmark = pytest.mark.django_db
NO_ACTS = (
    "Kopf aller Protokolle (Ergebnisse, Auslosungen, Entscheidungen, Saisonen, Zugänge):"
    " e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
)
NOTHING = "Kopf aller Bücher: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def run(*arguments: str) -> tuple[int, list[str]]:
    """The exit code, and what was printed."""
    output = io.StringIO()
    try:
        call_command("verify_ledger", *arguments, stdout=output)
    except SystemExit as end:
        return int(end.code or 0), output.getvalue().splitlines()
    return 0, output.getvalue().splitlines()


def test_without_a_table_there_is_nothing_to_be_off():
    assert run() == (0, ["0 Tische, 0 Spiele, 0 Protokolleinträge: alles stimmt.", NO_ACTS, NOTHING])


def test_it_says_how_much_it_looked_at():
    simple_book()
    new_table()
    code, lines = run()
    assert (code, lines[0]) == (0, "2 Tische, 4 Spiele, 3 Protokolleinträge: alles stimmt.")
    assert run("--language", "en")[1][0] == "2 tables, 4 hands, 3 log entries: everything is correct."
    assert run("--quick") == (0, ["Stände: alles stimmt."])


def test_every_finding_is_a_line_and_the_exit_code_is_1():
    table = simple_book()
    behind_the_back("UPDATE scoring_total SET money = money + 6", "UPDATE scoring_gametable SET last_key = ''")
    code, lines = run()
    name = table.slug.hex[:8]
    assert code == 1
    assert lines[0] == f"Tisch {name}, Platz 1: Der Stand ist nicht die Summe der Spiele (-24/-30, -30/-30). [total]"
    assert lines[4] == f"Tisch {name}: Der Tisch nennt ein anderes letztes Spiel als das Buch. [last_key]"
    assert lines[5] == "1 Tisch, 4 Spiele, 2 Protokolleinträge: 5 Dinge stimmen nicht."
    code, lines = run("--quick", "--language", "en")
    assert code == 1
    assert lines[0].startswith(f"Table {name}, place 1: The total is not the sum of the hands (-24/-30")
    assert lines[-1] == "Totals: 4 problems were found."


def test_the_head_of_all_books_is_another_one_after_every_hand_and_the_same_without():
    table = simple_book()
    heads = [run()[1][-1]]
    new_table()
    heads.append(run()[1][-1])
    play(table, dreier(1))
    heads.append(run()[1][-1])
    assert len(set(heads)) == 3
    assert run()[1][-1] == heads[-1]


@pytest.mark.heavy_but("str")
@pytest.mark.parametrize("called", [str, lambda slug: slug.hex, lambda slug: slug.hex[:8].upper()])
def test_one_table_is_proved_alone(called):
    table, other = simple_book(), full_book()
    behind_the_back(f"UPDATE scoring_gametable SET last_key = '' WHERE id = {other.pk}")
    code, lines = run("--table", called(table.slug))
    assert (code, lines[0]) == (0, "1 Tisch, 4 Spiele, 0 Protokolleinträge: alles stimmt.")
    assert lines[1].startswith("Kopf dieses einen Buches: ")
    assert run("--table", called(other.slug))[0] == 1


@pytest.mark.parametrize("slug", ["", "abc", "00000000-0000-0000-0000-000000000000", "x" * 40])
def test_a_table_that_is_not_there_is_told_of(slug):
    simple_book()
    with pytest.raises(CommandError, match="gibt es nicht"):
        run("--table", slug)


def test_the_quick_look_is_at_all_tables():
    with pytest.raises(CommandError, match="--quick"):
        run("--quick", "--table", str(simple_book().slug))


def test_a_long_book_is_read_with_the_queries_of_a_short_one_and_nothing_is_written():
    table = simple_book()
    with CaptureQueriesContext(connection) as short:
        run("--table", str(table.slug))
    for _ in range(3):
        play(table, dreier(0))
    with CaptureQueriesContext(connection) as long:
        run("--table", str(table.slug))
    assert len(long) == len(short)
    assert all(query["sql"].lstrip().startswith("SELECT") for query in long)


def test_the_head_of_an_entry_is_found_again_and_after_a_change_it_is_not():
    table = simple_book()
    head = bytes(table.entries.get(sequence=2).hash).hex()
    code, lines = run("--head", " ".join((head[:4], head[4:8], head[8:12], head[12:16])).upper())
    assert (code, table.slug.hex[:8] in lines[-1], "Eintrag 2" in lines[-1]) == (0, True, True)
    assert run("--head", run()[1][-1].rsplit(" ", 1)[1])[0] == 0
    with pytest.raises(CommandError):
        run("--head", head[:15])
    behind_the_back("UPDATE scoring_entry SET hash = previous_hash WHERE sequence = 2")
    assert run("--head", head)[0] == 1
    assert "in keiner Kette" in run("--head", head)[1][-1]
