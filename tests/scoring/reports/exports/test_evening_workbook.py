"""The workbook of an evening: its looks, its sheets beside the written one, and who can take it along."""

from typing import Any
from urllib.parse import unquote

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.book.ledger.services import record_hand
from scoring.engine.agreement import AgreedPot, Stakes, format_agreement
from scoring.models import Entry, GameTable
from scoring.reports.exports.evening_book import load_evening_data
from scoring.reports.exports.evening_workbook import format_evening_file_name
from scoring.table.corrections import changes
from scoring.table.corrections.services import strike_last_deal
from scoring.table.evenings.services import EveningStart, start_evening
from tarockclub.kit.lists.file import read_file
from tarockclub.kit.lists.people import Purpose, read_rows
from tarockclub.kit.xlsx.looks import WASH
from tarockclub.models import Club
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.server.downloads import LONGEST_NAME
from tests.scoring.support.evenings import change_book
from tests.scoring.support.exports import (
    HEADS,
    TITLES,
    evening_of_five,
    file_of,
    open_workbook,
    pages_of,
    records,
    values,
)
from tests.scoring.support.pages import open_table_page as page_of
from tests.scoring.support.pages import url
from tests.scoring.support.tables import NAMES, dreier, new_key, new_table, play, rufer, strike
from tests.scoring.support.tampering import full_book, numbers, person
from tests.tarockclub.kit.lists.folder import PURPOSES

pytestmark = pytest.mark.django_db


def by_label(rows: list[list[Any]]) -> dict[Any, Any]:
    """The rows of a sheet with labels and values."""
    return {row[0]: row[1] for row in rows if len(row) > 1}


def test_every_change_says_what_stood_there_before_and_after_and_why():
    table = evening_of_five()
    rows = values(pages_of(table)["Korrekturen"])[2:]
    assert rows[0] == ["Wann", "Wer", "Was", "Nr.", "Vorher", "Beträge vorher", "Nachher", "Beträge nachher", "Grund"]
    assert [row[2:4] for row in rows[1:]] == [
        ["annulliert", 4],
        ["neu gegeben", None],
        ["gestrichen", 5],
        ["Plätze", None],
        ["geändert", 1],
    ]
    struck, corrected = rows[3], rows[5]
    assert struck[4:] == [
        "Dreier · Emil · gewonnen; 5×2 = 10",
        "Emil +30, Anna −10, Berta −10, Cilli −10",
        "gestrichen",
        None,
        "falscher Spieler",
    ]
    assert corrected[4:] == [
        "Dreier · Anna · gewonnen; 5",
        "Anna +15, Berta −5, Cilli −5, Dora −5",
        "Dreier · Anna · verloren; −5",
        "Anna −15, Berta +5, Cilli +5, Dora +5",
        "doch verloren",
    ]


def test_a_change_is_dated_by_the_clock_of_the_inn_and_signed():
    table = new_table()
    entry = play(table, dreier(0)).entry
    assert entry is not None
    leader = person("Leiterin")
    key = new_key()
    record_hand(table.slug, key, entry.key, dreier(1), who=Actor(None, "ab" * 8))
    strike_last_deal(table, new_key(), key, "verzählt", who=Actor(leader, ""))
    change_book(table, changes.insert_hand(numbers(table)[0], dreier(2)), "vergessen")
    rows = values(pages_of(table)["Korrekturen"])[3:]
    assert [row[1:4] for row in rows] == [["Leiterin", "gestrichen", 3], [None, "nachgetragen", 1]]
    wall = timezone.localtime(Entry.objects.get(table=table, kind="strike").at)
    assert rows[0][0] == wall.replace(tzinfo=None, microsecond=0)


def test_an_evening_without_corrections_has_no_sheet_of_them():
    table = new_table()
    play(table, dreier(0))
    change_book(table, changes.void_next_deal(), "verworfen")
    change_book(table, changes.change_evening(Entry.Kind.ENDED, {}), "")
    assert list(pages_of(table)) == TITLES


def test_a_book_in_which_everything_happens_lists_every_entry_but_the_hands_as_they_came():
    table = full_book()
    rows = values(pages_of(table)["Korrekturen"])[3:]
    last, as_they_came = 0, 0
    for entry in Entry.objects.filter(table=table).order_by("sequence"):
        as_they_came += entry.kind == "hand" and entry.deal_number > last
        last = max(last, entry.deal_number)
    assert len(rows) == Entry.objects.filter(table=table).count() - as_they_came
    assert {row[2] for row in rows} >= {"nachgetragen", "zählt wieder", "Folge", "Platztausch", "beendet"}
    assert "?" not in " ".join(str(value) for row in rows for value in row)


def test_the_players_have_their_hands_games_and_the_radl():
    rows = {row["Name"]: row for row in records(pages_of(evening_of_five())["Spieler"])}
    heads = ["Rang", "Punkte", "Spiele", "mit Plus", "mit Minus", "selbst gespielt", "gewonnen", "verloren"]
    assert [rows["Anna"][head] for head in heads] == [6, -45, 4, 0, 4, 1, 0, 1]
    assert [rows["Fini"][head] for head in heads] == [1, 30, 1, 1, 0, 1, 1, 0]
    assert [rows["Dora"][head] for head in heads[2:]] == [4, 2, 2, 1, 1, 0]
    assert [rows["Anna"][head] for head in ("im Radl", "bestes Spiel", "schlechtestes Spiel")] == [-30, -10, -15]
    assert rows["Cilli"]["Punkte"] == pytest.approx(24 + 1 / 3)


def test_two_negative_games_in_one_hand_are_two_games():
    table = new_table("treffpunkt")
    first = {"contract": "piccolo", "declarer": 0, "result": "won"}
    second = {"contract": "zwiccolo", "declarer": 2, "result": "lost"}
    play(table, {"plays": [first, second]})
    rows = records(pages_of(table)["Spieler"])
    games = [[row[head] for head in ("selbst gespielt", "gewonnen", "verloren")] for row in rows]
    assert games == [[1, 1, 0], [0, 0, 0], [1, 0, 1], [0, 0, 0]]


def test_each_round_of_deals_has_a_row():
    rows = [row.values() for row in records(pages_of(evening_of_five())["Runden"])]
    first = [1, -35, -6 + 1 / 3, 24 + 1 / 3, 34 + 1 / 3, -18, 0]
    assert [list(row) for row in rows] == [pytest.approx(first), [2, -10, -10, 0, -10, 0, 30]]


def wall_of(table: GameTable) -> list[list[Any]]:
    """The page for the wall without empty rows and cells."""
    rows = ([value for value in row if value is not None] for row in values(pages_of(table)["Aushang"]))
    return [row for row in rows if row]


def test_the_wall_says_who_stands_where_and_who_pays_whom():
    table = start_evening(new_key(), EveningStart(NAMES, "treffpunkt", {}, 0, format_agreement(Stakes(10))))
    play(table, dreier(0))
    play(table, dreier(0, kontra=2))
    club, title, period, until_now, heads, *rows = wall_of(table)
    assert [club, title, until_now] == [
        [table.club.name],
        ["Tarockabend"],
        ["Zwischenstand: Der Abend ist noch nicht beendet."],
    ]
    assert period[0].endswith(" · 2 Spiele · Treffpunkt Tarock")
    assert heads == ["Rang", "Name", "Punkte", "Geld", "Spiele", "Selbst gespielt", "Davon gewonnen", "Bestes Spiel"]
    assert rows[:2] == [[1, "Anna", 45, 4.5, 2, 2, 2, 30], [2, "Berta", -15, -1.5, 2, 0, 0, -5]]
    assert rows[4:9] == [
        ["Wer zahlt wem"],
        ["Wer zahlt", "Betrag", "an wen"],
        *([name, 1.5, "Anna"] for name in ("Berta", "Cilli", "Dora")),
    ]
    assert rows[9][0].startswith("10 Cent pro Punkt · Tarockclub ")


def test_for_points_only_the_payments_are_in_points():
    table = new_table()
    play(table, dreier(0))
    rows = wall_of(table)
    assert "Geld" not in rows[4]
    assert rows[-2] == ["Dora", 5, "Anna"]


def test_money_donation_box_and_pagatkassa_stand_apart():
    agreed = Stakes(rate=10, donation=True, pagatkassa=AgreedPot("standard", 25))
    table = start_evening(new_key(), EveningStart(NAMES, "skoty", {}, 0, format_agreement(agreed)))
    play(table, dreier(0, kontra=8))
    change_book(table, changes.change_evening(Entry.Kind.ENDED, {}), "")
    anna, berta = records(pages_of(table)["Spieler"])[:2]
    heads = ["Punkte", "Punkte in Geld", "Spendenschwein", "Geld"]
    assert [anna[head] for head in heads] == [30, 120, -90, 3]
    assert [berta[head] for head in heads] == [-10, -40, 0, -4]
    assert anna["Saldo"] == pytest.approx(anna["Geld"] + anna["Pagatkassa"])
    assert "Spendenschwein: €\u00a09,00" in " ".join(row[0] for row in wall_of(table)[-2:])


def test_the_pagatkassa_is_told_hand_by_hand():
    agreed = Stakes(pagatkassa=AgreedPot("standard", 25, 10))
    table = start_evening(new_key(), EveningStart(NAMES, "standard", {}, 0, format_agreement(agreed)))
    play(table, rufer(0))
    change_book(table, changes.move_cash(2, 55), "")
    book = pages_of(table)
    assert values(book["Pagatkassa"])[2:] == [
        ["Was", "Nr.", *NAMES, "drin"],
        ["Startzahlung, Einsatz", 1, -0.1, -0.1, -0.1, -0.35, 0.65],
        ["von Hand", None, 0, 0, -0.55, 0, 1.2],
        ["Rest der Pagatkassa, zu gleichen Teilen", None, 0.3, 0.3, 0.3, 0.3, 0],
    ]
    assert [row["Pagatkassa"] for row in records(book["Spieler"])] == [0.2, 0.2, -0.35, -0.05]


def test_odd_cents_of_the_pagatkassa_say_by_which_lot_they_went():
    agreed = Stakes(pagatkassa=AgreedPot("standard", 25))
    table = start_evening(new_key(), EveningStart(NAMES, "standard", {}, 0, format_agreement(agreed)))
    play(table, rufer(0))
    shares = values(pages_of(table)["Pagatkassa"])[-1]
    assert sorted(shares[2:6]) == [0.06, 0.06, 0.06, 0.07]
    assert "; übrige Cent nach dem Los Nr. " in shares[0]


def test_with_nothing_to_settle_nobody_owes_anything():
    assert ["Niemand schuldet jemandem etwas."] in wall_of(new_table())


def test_the_rules_say_what_was_played_and_how_the_book_can_be_proved(capsys):
    table = new_table("treffpunkt", 2)
    play(table, rufer(2))
    strike(table)
    said = by_label(values(pages_of(table)["Regeln"]))
    assert said["Hausregeln"].startswith("Treffpunkt Tarock (")
    assert "; " in said["Nicht vereinbart"]
    assert said["Spieler zu Beginn"] == "Anna, Berta, Cilli, Dora"
    assert said["Erste Vorhand"] == "Cilli"
    assert said["Einträge im Buch"] == "2"
    assert said["Begonnen"] == timezone.localtime(table.started).replace(tzinfo=None, microsecond=0)
    call_command("verify_ledger", table=str(table.slug))
    head = said["Prüfsumme des Buchs (manage.py verify_ledger)"]
    assert len(head) == 16
    assert head in capsys.readouterr().out


def test_the_link_of_the_table_is_nowhere_in_the_workbook():
    table = full_book()
    everything = str([values(page) for page in pages_of(GameTable.objects.get(pk=table.pk)).values()])
    assert table.slug.hex not in everything
    assert str(table.slug) not in everything


def test_each_table_has_its_headings_on_every_page_and_nothing_beneath_it():
    table = full_book()
    book = open_workbook(file_of(table))
    assert book.sheetnames == [*TITLES[:-1], "Korrekturen", TITLES[-1]]
    for sheet in book:
        across = sheet.title in ("Schrift", "Spieler", "Korrekturen")
        assert sheet.page_setup.orientation == ("landscape" if across else "portrait")
        assert sheet.oddFooter.left.text.startswith(f"{table.club.name} – ")
        for found in sheet.tables.values():
            heads = [cell.value for cell in sheet[HEADS]]
            assert [column.name for column in found.tableColumns] == heads
            assert found.ref == f"A{HEADS}:{sheet.cell(HEADS, len(heads)).column_letter}{sheet.max_row}"
            assert sheet.print_title_rows == f"${HEADS}:${HEADS}"
    assert [len(sheet.tables) for sheet in book] == [0, 1, 1, 1, 1, 0]
    assert book.properties.keywords == "tarockclub:Spieler"


def test_amounts_have_a_sign_and_a_real_minus_and_parts_only_where_there_are_any():
    table = new_table()
    play(table, dreier(0))
    whole, parts = (open_workbook(file_of(of))["Spieler"]["C4"] for of in (table, evening_of_five()))
    assert whole.number_format == '+#,##0;"−"#,##0;0'
    assert parts.number_format == '+# ?/?;"−"# ?/?;0'


def test_every_second_hand_has_a_band_across_all_its_cells():
    table = new_table()
    for declarer in (0, 1, 2, 3):
        play(table, rufer(declarer))
    rows = list(open_workbook(file_of(table))["Schrift"].iter_rows(min_row=4))
    fills = [{cell.fill.fgColor.rgb[2:] for cell in row if cell.fill.fill_type} for row in rows]
    assert fills == [set(), {WASH}, set(), {WASH}]
    assert all(cell.fill.fill_type for cell in rows[1])


def test_what_is_written_as_struck_out_is_struck_through():
    sheet = open_workbook(file_of(evening_of_five()))["Schrift"]
    struck, losses = [rule for area in sheet.conditional_formatting for rule in area.rules]
    assert (struck.formula, struck.dxf.font.strike) == (['$C4="gestrichen"'], True)
    assert losses.formula == ["N(J4)<0"]


def test_our_list_reader_takes_the_players_of_the_evening():
    table = evening_of_five()
    players = {row["Name"]: row["Rang"] for row in records(pages_of(table)["Spieler"])}
    found = read_rows(read_file(file_of(table)), Purpose(PURPOSES["results"]))
    assert {row.name: row.place for row in found.rows} == players


def test_moments_are_written_as_the_reader_writes_them():
    table = evening_of_five()
    assert open_workbook(file_of(table))["Korrekturen"]["A4"].number_format == "dd.mm.yyyy hh:mm"
    assert open_workbook(file_of(table, "en"))["Corrections"]["A4"].number_format == "yyyy-mm-dd hh:mm"


XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def parse_file_name(disposition: str) -> str:
    """The name of the file that a browser reads from the header."""
    assert disposition.startswith("attachment; filename*=utf-8''")
    return unquote(disposition.partition("''")[2])


def test_the_table_page_leads_to_the_workbook(client):
    table = new_table()
    assert f'href="{url("export", table)}"' in page_of(client, table).html
    assert 'aria-label="Tabelle (xlsx)"' in page_of(client, table).html


def test_the_answer_is_a_file_with_the_club_the_day_and_the_players_in_its_name(client):
    table = new_table(names=("Änne", "Bär", "Cilli", "Dora"))
    Club.objects.filter(pk=table.club_id).update(name="Tarockrunde Wörthersee")
    play(table, dreier(0))
    answer = client.get(url("export", table))
    assert (answer.status_code, answer["Content-Type"]) == (200, XLSX)
    day = load_evening_data(table, "de").started.strftime("%Y-%m-%d")
    expected = f"Tarockrunde Wörthersee {day} Änne, Bär, Cilli, Dora.xlsx"
    assert parse_file_name(answer["Content-Disposition"]) == expected
    assert answer["Content-Disposition"].isascii()
    assert "no-store" in answer["Cache-Control"]
    assert open_workbook(answer.content).sheetnames == TITLES


@pytest.mark.heavy_but("...")
@pytest.mark.parametrize(
    "hostile",
    [
        "../../etc/passwd",
        "a\r\nSet-Cookie: x=1",
        'x"; filename="evil.exe',
        "CON",
        "C:\\x",
        "😀" * 80,
        "שלום",
        "...",
        "",
    ],
)
def test_a_name_of_a_club_makes_no_file_name_that_does_harm(client, hostile):
    table = new_table()
    Club.objects.filter(pk=table.club_id).update(name=hostile)
    fresh = GameTable.objects.select_related("sheet_version").get(pk=table.pk)
    name = format_evening_file_name(load_evening_data(fresh, "de"))
    assert name.endswith(".xlsx")
    assert not set(name) & set('/\\:*?"<>|\r\n')
    assert not name.startswith((".", " "))
    assert len(name) <= LONGEST_NAME + len(".xlsx")
    answer = client.get(url("export", table))
    assert "\n" not in answer["Content-Disposition"]
    assert not answer.cookies
    assert open_workbook(answer.content).sheetnames == TITLES


def test_a_long_evening_takes_no_more_queries_than_a_short_one(client):
    counts = []
    for hands in (1, 12):
        table = new_table()
        for at in range(hands):
            play(table, dreier(at % len(NAMES)))
        with CaptureQueriesContext(
            connection,
        ) as asked:
            client.get(url("export", table))
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 18
