"""A Trischaken by who lost on the pages: its fields, saving, correcting, and where the points are asked for."""

import pytest

from scoring.book.hand_form import JUNGFRAU, LOSER, MAYOR
from scoring.table.entry.script_data import BITS, build_ending_fields, encode_endings
from tests.scoring.engine.support.built_in import sheet_of
from tests.scoring.engine.support.invented_sheets import invented
from tests.scoring.support.corrections import confirmed, page_of, preview_change
from tests.scoring.support.every_game import codes
from tests.scoring.support.pages import open_table_page, saved, url
from tests.scoring.support.tables import line_of, totals

PLAYERS = tuple((str(seat), name, "") for seat, name in enumerate("ABCD"))
TRISCHAKEN = {"p0-contract": "trischaken"}


@pytest.mark.parametrize(
    ("sheet", "kinds", "hint"),
    [
        ("standard", [LOSER, JUNGFRAU, MAYOR], "Mehrere nur"),
        ("steindl", [LOSER, JUNGFRAU, MAYOR], "Mehrere nur"),
        ("treffpunkt", [LOSER, JUNGFRAU, MAYOR], "Zwei verlieren, oder der Bürgermeister allein."),
        ("karlsruhe", [LOSER], "Zwei verlieren. Hat ein Dritter"),
        ("zwanzigerrufen", [], ""),
    ],
)
def test_a_sheet_asks_what_it_pays_by(sheet, kinds, hint):
    fields = build_ending_fields(sheet_of(sheet), PLAYERS, {})
    assert [row.kind for row in fields.rows] == kinds
    assert fields.hint.startswith(hint)
    assert bool(fields.hint) == bool(kinds)


@pytest.mark.parametrize(("sheet", "kinds"), [("all-pay", []), ("mayor-at-40", [LOSER, MAYOR])])
def test_an_own_sheet_is_by_points_where_only_they_tell(sheet, kinds):
    assert [row.kind for row in build_ending_fields(invented(sheet).build_sheet(), PLAYERS, {}).rows] == kinds


def test_what_was_ticked_stands_in_the_form_again_and_points_unfold():
    sheet = sheet_of("treffpunkt")
    fields = build_ending_fields(sheet, PLAYERS, {"p0-loser-1": "1", "p0-mayor-1": "1"})
    assert [[tick.chosen for tick in row.ticks] for row in fields.rows] == [
        [False, True, False, False],
        [False] * 4,
        [False, True, False, False],
    ]
    assert not fields.counted
    assert build_ending_fields(sheet, PLAYERS, {"p0-points-2": "30"}).counted


@pytest.mark.parametrize("sheet", ["standard", "treffpunkt", "karlsruhe", "steindl"])
def test_what_the_script_offers_is_what_the_record_takes(sheet):
    rules, forehand = sheet_of(sheet), 3
    for ending in encode_endings(rules):
        ticked = [
            (f"p0-{kind}-{(at + forehand) % 4}", "on")
            for at, bits in enumerate(ending)
            for kind, bit in BITS.items()
            if int(bits) & bit
        ]
        assert codes(TRISCHAKEN | dict(ticked), rules, forehand) == [], ending


@pytest.mark.django_db
def test_who_lost_is_saved_told_and_corrected(client, table):
    posted = TRISCHAKEN | {"p0-loser-1": "1", "p0-loser-2": "2", "p0-jungfrau-3": "3"}
    assert saved(client, table, posted).status_code == 302
    assert totals(table) == [0, -2, -2, 4]
    assert "Berta verliert" in open_table_page(client, table).text
    form = page_of(client, "correct", table, line_of(table, 0))
    assert {name: form.sent.get(name) for name in posted} == posted
    del form.sent["p0-loser-1"], form.sent["p0-loser-2"], form.sent["p0-jungfrau-3"]
    preview = preview_change(client, table, form.fill_form({"p0-loser-2": "2", "p0-mayor-2": "2"}))
    confirmed(client, table, preview)
    assert totals(table) == [2, 2, -6, 2]


@pytest.mark.django_db
def test_what_does_not_go_together_is_said_and_stays_in_the_form(client, table):
    posted = TRISCHAKEN | {"p0-loser-1": "1"}
    page = open_table_page(client, table)
    answer = client.post(url("save_hand", table), page.fill_form(posted))
    assert answer.status_code == 400
    assert "verlieren bei Trischaken 2 Spieler, oder der Bürgermeister allein" in answer.content.decode()
    points = {f"p0-points-{seat}": points for seat, points in enumerate(("20", "20", "15", "15"))}
    answer = client.post(url("save_hand", table), page.fill_form(posted | points))
    assert "Entweder wer verloren hat, oder die Punkte" in answer.content.decode()
    assert totals(table) == [0, 0, 0, 0]
