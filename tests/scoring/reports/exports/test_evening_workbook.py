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
from scoring.reports.exports.data import load_evening_data
from scoring.reports.exports.evening_workbook import format_evening_file_name
from scoring.table.corrections import changes
from scoring.table.corrections.services import strike_last_deal
from scoring.table.evenings.services import EveningStart, start_evening
from tarockclub.models import Club
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.server.downloads import LONGEST_NAME
from tests.scoring.support.evenings import change_book
from tests.scoring.support.exports import TITLES, evening_of_five, file_of, open_workbook, pages_of, values
from tests.scoring.support.pages import open_table_page as page_of
from tests.scoring.support.pages import url
from tests.scoring.support.tables import NAMES, dreier, new_key, new_table, play, rufer, strike
from tests.scoring.support.tampering import full_book, numbers, person

pytestmark = pytest.mark.django_db
THIRD = 1 / 3


def by_label(rows: list[list[Any]]) -> dict[Any, Any]:
    """The rows of a sheet with labels and values."""
    return {row[0]: row[1] for row in rows if len(row) > 1}


def test_every_change_says_what_stood_there_before_and_after_and_why():
    table = evening_of_five()
    rows = values(pages_of(table)["Korrekturen"])
    assert rows[1] == ["Wann", "Wer", "Was", "Nr.", "Vorher", "Beträge vorher", "Nachher", "Beträge nachher", "Grund"]
    assert [row[2:4] for row in rows[2:]] == [
        ["annulliert", 4],
        ["neu gegeben", None],
        ["gestrichen", 5],
        ["Plätze", None],
        ["geändert", 1],
    ]
    struck, corrected = rows[4], rows[6]
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
    rows = values(pages_of(table)["Korrekturen"])
    assert [row[1:4] for row in rows[2:]] == [["Leiterin", "gestrichen", 3], [None, "nachgetragen", 1]]
    wall = timezone.localtime(Entry.objects.get(table=table, kind="strike").at)
    assert rows[2][0] == wall.replace(tzinfo=None, microsecond=0)


def test_an_evening_without_changes_says_so():
    table = new_table()
    play(table, dreier(0))
    assert values(pages_of(table)["Korrekturen"])[2] == ["Es wurde nichts verändert."]


def test_a_book_in_which_everything_happens_lists_every_entry_but_the_hands_as_they_came():
    table = full_book()
    rows = values(pages_of(table)["Korrekturen"])[2:]
    last, as_they_came = 0, 0
    for entry in Entry.objects.filter(table=table).order_by("sequence"):
        as_they_came += entry.kind == "hand" and entry.deal_number > last
        last = max(last, entry.deal_number)
    assert len(rows) == Entry.objects.filter(table=table).count() - as_they_came
    assert {row[2] for row in rows} >= {"nachgetragen", "zählt wieder", "Folge", "Platztausch", "beendet"}
    assert "?" not in " ".join(str(value) for row in rows for value in row)


def test_the_statistics_count_hands_games_and_the_radl():
    rows = values(pages_of(evening_of_five())["Statistik"])
    players = {row[0]: row[1:] for row in rows[2:8]}
    assert players["Anna"] == [4, 0, 4, 1, 0, 1, -45, -30, -10, 3, -15, 1]
    assert players["Dora"][:6] == [4, 2, 2, 1, 1, 0]
    assert players["Fini"] == [1, 1, 0, 1, 1, 0, 30, 30, 30, 6, 30, 6]
    assert abs(players["Cilli"][6] - 24 - THIRD) < 1e-12
    games = {row[0]: row[1:] for row in rows[10:12]}
    assert games["Trischaken"][:3] == [1, 0, 0]
    assert games["Dreier"] == [4, 3, 1, 75]
    assert by_label(rows[13:]) == {
        "Abend": "Anzahl",
        "Spiele": 5,
        "im Radl": 3,
        "annulliert": 1,
        "neu gegeben": 1,
        "gestrichen": 1,
    }


def test_two_negative_games_in_one_hand_are_two_games():
    table = new_table("treffpunkt")
    first = {"contract": "piccolo", "declarer": 0, "result": "won"}
    second = {"contract": "zwiccolo", "declarer": 2, "result": "lost"}
    play(table, {"plays": [first, second]})
    rows = values(pages_of(table)["Statistik"])
    games = {row[0]: row[1:] for row in rows[8:10]}
    assert games == {"Piccolo": [1, 1, 0, 8], "Zwiccolo": [1, 0, 1, -8]}
    assert [row[4:7] for row in rows[2:6]] == [[1, 1, 0], [0, 0, 0], [1, 0, 1], [0, 0, 0]]


def test_the_settlement_says_who_pays_whom_at_the_agreed_rate():
    table = start_evening(new_key(), EveningStart(NAMES, "treffpunkt", {}, 0, format_agreement(Stakes(10))))
    play(table, dreier(0))
    play(table, dreier(0, kontra=2))
    rows = values(pages_of(table)["Abrechnung"])
    assert rows[1:3] == [
        ["Zwischenstand: Der Abend ist noch nicht beendet."],
        ["Gespielt wird um: 10 Cent pro Punkt"],
    ]
    assert rows[3:9] == [
        ["Spieler", "Schrift", "Geld", "Saldo"],
        ["Anna", 45, 4.5, 4.5],
        ["Berta", -15, -1.5, -1.5],
        ["Cilli", -15, -1.5, -1.5],
        ["Dora", -15, -1.5, -1.5],
        ["Σ", 0, 0, 0],
    ]
    assert rows[-4:] == [
        ["Wer zahlt", "an wen", "Betrag"],
        ["Berta", "Anna", 1.5],
        ["Cilli", "Anna", 1.5],
        ["Dora", "Anna", 1.5],
    ]


def test_for_points_only_the_settlement_is_in_points():
    table = new_table()
    play(table, dreier(0))
    rows = values(pages_of(table)["Abrechnung"])
    assert rows[3] == ["Spieler", "Schrift"]
    assert rows[-1] == ["Dora", "Anna", 5]


def test_the_settlement_tells_money_donation_box_and_pagatkassa_apart():
    agreed = Stakes(rate=10, donation=True, pagatkassa=AgreedPot("standard", 25))
    table = start_evening(new_key(), EveningStart(NAMES, "skoty", {}, 0, format_agreement(agreed)))
    play(table, dreier(0, kontra=8))
    change_book(table, changes.change_evening(Entry.Kind.ENDED, {}), "")
    rows = values(pages_of(table)["Abrechnung"])
    assert rows[1] == ["Der Abend ist beendet."]
    assert rows[3] == [
        "Spieler",
        "Schrift",
        "Punkte in Geld",
        "fällig mit Spendenschwein",
        "Geld",
        "Pagatkassa",
        "Saldo",
    ]
    assert rows[4][:5] == ["Anna", 30, 120, 30, 3]
    assert rows[5][:5] == ["Berta", -10, -40, -40, -4]
    assert by_label(rows)["Spendenschwein"] == 90
    assert sum(row[2] for row in rows if row[1:2] == ["Spendenschwein"]) == 9


def test_the_pagatkassa_is_told_hand_by_hand():
    agreed = Stakes(pagatkassa=AgreedPot("standard", 25, 10))
    table = start_evening(new_key(), EveningStart(NAMES, "standard", {}, 0, format_agreement(agreed)))
    play(table, rufer(0))
    change_book(table, changes.move_cash(2, 55), "")
    rows = values(pages_of(table)["Abrechnung"])
    assert rows[3] == ["Spieler", "Schrift", "Pagatkassa", "Saldo"]
    told = rows[-5:]
    assert told[:3] == [
        ["Pagatkassa", "Nr.", *NAMES, "drin"],
        ["Startzahlung, Einsatz", 1, -0.1, -0.1, -0.1, -0.35, 0.65],
        ["von Hand", None, 0, 0, -0.55, 0, 1.2],
    ]
    assert told[3] == ["Rest der Pagatkassa, zu gleichen Teilen", None, 0.3, 0.3, 0.3, 0.3, 0]
    assert told[4] == ["Σ", None, 0.2, 0.2, -0.35, -0.05, None]
    assert [row[2] for row in rows[4:8]] == [0.2, 0.2, -0.35, -0.05]


def test_odd_cents_of_the_pagatkassa_say_by_which_lot_they_went():
    agreed = Stakes(pagatkassa=AgreedPot("standard", 25))
    table = start_evening(new_key(), EveningStart(NAMES, "standard", {}, 0, format_agreement(agreed)))
    play(table, rufer(0))
    shares = values(pages_of(table)["Abrechnung"])[-2]
    assert sorted(shares[2:6]) == [0.06, 0.06, 0.06, 0.07]
    assert shares[7].startswith("übrige Cent nach dem Los Nr. ")


def test_with_nothing_to_settle_nobody_owes_anything():
    assert values(pages_of(new_table())["Abrechnung"])[-1] == ["Niemand schuldet jemandem etwas."]


def test_the_house_rules_say_what_was_played_and_how_the_book_can_be_proved(capsys):
    table = new_table("treffpunkt", 2)
    play(table, rufer(2))
    strike(table)
    said = by_label(values(pages_of(table)["Hausregeln"]))
    assert said["Hausregeln"] == "Treffpunkt Tarock"
    assert said["Vereinbarung"].endswith(": nein")
    assert said["Spieler zu Beginn"] == "Anna, Berta, Cilli, Dora"
    assert said["Erste Vorhand"] == "Cilli"
    assert said["Einträge im Buch"] == "2"
    assert said["Begonnen"] == timezone.localtime(table.started).replace(tzinfo=None, microsecond=0)
    call_command("verify_ledger", table=str(table.slug))
    assert said["Prüfsumme des Buchs (manage.py verify_ledger)"] in capsys.readouterr().out


def test_the_link_of_the_table_is_nowhere_in_the_workbook():
    table = full_book()
    everything = str([values(page) for page in pages_of(GameTable.objects.get(pk=table.pk)).values()])
    assert table.slug.hex not in everything
    assert str(table.slug) not in everything


def test_headings_and_the_first_column_stay_on_the_screen():
    book = open_workbook(file_of(evening_of_five()))
    frozen = {sheet.title: sheet.freeze_panes for sheet in book}
    assert frozen == {
        "Schrift": "B4",
        "Schrift (Werte)": "B4",
        "Korrekturen": "A3",
        "Statistik": "B3",
        "Abrechnung": "B5",
        "Hausregeln": "A2",
    }


def test_every_sheet_is_set_up_for_a4_across_with_its_headings_on_every_page():
    table = new_table()
    book = open_workbook(file_of(table))
    for sheet in book:
        setup = sheet.page_setup
        assert (setup.orientation, int(setup.paperSize)) == ("landscape", 9)
        assert (setup.fitToWidth, setup.fitToHeight, sheet.sheet_properties.pageSetUpPr.fitToPage) == (1, 0, True)
        assert sheet.print_title_rows
        foot = sheet.oddFooter
        assert foot.left.text.startswith(f"{table.club.name} – ")
        assert (foot.center.text, foot.right.text) == (None, "&A · &P / &N")
    assert book["Schrift"].print_title_rows == "$2:$3"


def test_amounts_have_a_sign_and_a_real_minus_and_parts_only_where_there_are_any():
    table = new_table()
    play(table, dreier(0))
    whole, parts = open_workbook(file_of(table))["Schrift"], open_workbook(file_of(evening_of_five()))["Schrift"]
    assert whole["H4"].number_format == '+0;"−"0;0'
    assert whole["L4"].number_format == '0;"−"0;0'
    assert parts["H4"].number_format == '+# ?/?;"−"# ?/?;0'
    assert "-" not in whole["H4"].number_format


def test_what_was_struck_out_is_struck_through_in_the_file_and_nothing_else_is():
    sheet = open_workbook(file_of(evening_of_five()))["Schrift"]
    struck = {row[0].row for row in sheet.iter_rows(min_row=4) if any(cell.font.strike for cell in row)}
    assert struck == {9}
    assert sheet["H9"].font.strike
    assert sheet["H9"].value == -10


def test_a_row_is_as_high_as_its_text_is_long():
    table = new_table()
    play(table, dreier(0))
    sheet = open_workbook(file_of(table))["Schrift"]
    assert sheet.row_dimensions[4].height is None
    long = open_workbook(file_of(evening_of_five()))["Schrift"].row_dimensions[12].height
    assert long >= 30


def test_moments_are_written_as_the_reader_writes_them():
    table = evening_of_five()
    assert open_workbook(file_of(table))["Korrekturen"]["A3"].number_format == "dd.mm.yyyy hh:mm"
    assert open_workbook(file_of(table, "en"))["Corrections"]["A3"].number_format == "yyyy-mm-dd hh:mm"


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
