"""The pages of the referees: calling them, a ruling with what would follow, the register."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.book.table_clock.clock import AWAITS_REFEREE, decode_clock
from scoring.models import GameTable, Total
from tarockclub.models import Club
from tests.scoring.support.clocks import enter
from tests.scoring.support.tampering import numbers
from tests.support.accounts import log_in, make_account
from tests.support.phones import let_write
from tests.support.shared_rows import share_rows
from tests.tournaments.hall.desk.playing import normal
from tests.tournaments.results.standings.played_tables import running
from tests.tournaments.support import factories
from tests.tournaments.support.ruling_acts import call_referee, record_ruling
from tournaments.hall.rulings.selectors import load_table_rulings
from tournaments.models import Act, RoundTable, Ruling

pytestmark = pytest.mark.django_db


@share_rows
def table():
    """A table of a round that runs, whose link phones have."""
    _, _first, tables = running(4)
    let_write(tables[0].game_table)
    return RoundTable.objects.select_related("round__tournament", "game_table").get(pk=tables[0].pk)


def page_of(table):
    """The address of the form of its ruling."""
    return reverse("ruling", args=[table.round.tournament.slug, table.round.number, table.number])


def clock(table):
    """Its clock now."""
    return decode_clock(RoundTable.objects.select_related("game_table").get(pk=table.pk).game_table.clock)


def fill_form(**more):
    """A form that is filled in."""
    return {"text": "Gustav zahlt.", "decided_by": "Friederike", "deed": "", "line": "0", "goes_on": "1", **more}


def test_whoever_plays_at_the_table_calls_the_referee(client, table):
    address = reverse("call_referee", args=[table.game_table.slug])
    key = client.get(address).context["key"]
    assert clock(table).stands == ""
    assert client.post(address, {"key": key}).status_code == 302
    assert clock(table).stands == AWAITS_REFEREE
    assert client.post(address, {"key": key}).status_code == 302
    assert client.get(address).context["round_table"].called is not None
    assert Act.objects.filter(kind="called").count() == 1


def test_a_ruling_is_shown_before_it_is_written(director, table):
    transfer = fill_form(deed="transfer", **{"amount-0": "4", "amount-1": "−2,5", "amount-2": "-1,5"})
    shown = director.post(page_of(table), {**transfer, "key": factories.new_key()})
    assert not Ruling.objects.exists()
    assert [(total.before, total.after) for total in shown.context["foreseen"].totals] == [
        (0, 24),
        (0, -15),
        (0, -9),
        (0, 0),
    ]
    confirmed = {**dict(shown.context["fields"]), "seen": shown.context["seen"], "key": shown.context["key"]}
    desk = reverse("desk", args=[table.round.tournament.slug, 1])
    for _twice in range(2):
        answer = director.post(page_of(table), {**confirmed, "confirm": "1"})
        assert answer["Location"] == f"{desk}?ruled=1#table-1"
    assert "Entscheidung 1 ist eingetragen" in director.get(answer["Location"]).content.decode()
    assert Ruling.objects.count() == 1
    written = Total.objects.filter(sitting__table=table.game_table).order_by("sitting__place")
    assert list(written.values_list("written", flat=True)) == [24, -15, -9, 0]
    assert load_table_rulings(table)[0].moved == (("Spieler 1", 24), ("Spieler 2", -15), ("Spieler 3", -9))
    assert "Gustav zahlt." in director.get(reverse("rulings", args=[table.round.tournament.slug])).content.decode()


def test_what_cannot_be_is_said_before_anything_is_written(director, table):
    shown = director.post(page_of(table), fill_form(deed="transfer", **{"amount-0": "4"}))
    assert shown.status_code == 400
    assert len(shown.context["foreseen"].problems) == 1
    refused = director.post(
        page_of(table), fill_form(deed="transfer", **{"amount-0": "4", "confirm": "1", "seen": "0"})
    )
    assert refused.status_code == 409
    assert not Ruling.objects.exists()


@pytest.mark.parametrize(
    "missing",
    [
        {"text": " "},
        {"decided_by": ""},
        {"deed": "transfer"},
        {"deed": "transfer", "amount-1": "x"},
        {"deed": "renonce"},
    ],
)
def test_what_is_missing_is_asked_for_and_what_was_typed_stays(director, table, missing):
    answer = director.post(page_of(table), fill_form(**missing))
    assert answer.status_code == 400
    assert answer.context["problems"]
    assert answer.context["posted"]["line"] == "0"


def test_a_renonce_is_entered_by_the_names_of_the_players(director, table):
    renonce = fill_form(deed="renonce", contract="normalspiel", declarer="2", partner="0", offender="3")
    shown = director.post(page_of(table), renonce)
    assert [total.after for total in shown.context["foreseen"].totals] == [6, 6, 6, -18]
    confirmed = {**renonce, "seen": shown.context["seen"], "key": shown.context["key"], "confirm": "1"}
    assert director.post(page_of(table), confirmed).status_code == 302
    assert clock(table).settled == (Ruling.objects.get().line,)


def test_where_there_is_nothing_to_decide_the_clock_goes_on(director, table):
    call_referee(table, factories.new_key())
    address = reverse("no_case", args=[table.round.tournament.slug, 1, 1])
    assert director.post(address, {"key": factories.new_key()}).status_code == 302
    assert clock(table).stands == ""
    assert not Ruling.objects.exists()


@pytest.mark.parametrize("shows", [False, True])
def test_visitors_read_the_text_of_a_ruling_only_where_the_club_says_so(client, director, table, shows):
    stranger = make_account("director", Club.objects.create(name="Tarockrunde zur Linde"))
    readers = {
        "visitor": (Client(), shows),
        "another club": (log_in(stranger), shows),
        "player": (client, True),
        "director": (director, True),
        "referee": (log_in(make_account("referee")), True),
    }
    slug = table.game_table.slug
    page, live = reverse("table", args=[slug]), reverse("live", args=[slug])
    record_ruling(table, factories.new_key(), "Gustav zahlt.", deed="redeal")
    seen = {who: reader.get(live)["ETag"] for who, (reader, _) in readers.items()}
    assert director.post(reverse("people_settings"), {"shows_rulings": "on"} if shows else {}).status_code == 302
    for who, (reader, reads) in readers.items():
        assert reader.get(live, headers={"if-none-match": seen[who]}).status_code == (200 if shows else 304), who
        for address in (page, live):
            assert ("Gustav zahlt." in reader.get(address).content.decode()) is reads, (who, address)


def test_the_book_names_a_ruling_by_its_number(table):
    watcher, slug = Client(headers={"accept-language": "de"}), table.game_table.slug
    ruling = record_ruling(table, factories.new_key(), "Gustav zahlt.", deed="redeal")
    line = f"/api/v1/tables/{slug}/lines/{ruling.line}"
    for address in (f"/api/v1/tables/{slug}", line, reverse("deal", args=[slug, ruling.line])):
        answer = watcher.get(address)
        assert answer.status_code == 200
        assert "Gustav zahlt." not in answer.content.decode()
    assert watcher.get(line).json()["reason"] == "Entscheidung 1"


def test_the_next_form_knows_the_referees(director, table):
    director.post(page_of(table), {**fill_form(), "key": factories.new_key(), "confirm": "1", "seen": "0"})
    assert director.get(page_of(table)).context["posted"]["decided_by"] == "Friederike"


@pytest.mark.parametrize("field", ["line", "corrects", "seen", "amount-0", "declarer", "deed", "phase"])
def test_what_no_page_sends_is_answered_all_the_same(director, table, field):
    for value in ("9" * 19, "-1", "x", "\x00", "9" * 400):
        answer = director.post(page_of(table), fill_form(**{field: value, "confirm": "1", "key": factories.new_key()}))
        assert answer.status_code in (302, 400, 409), (field, value)


def test_a_struck_hand_is_no_choice_and_a_ruling_strikes_out_what_another_one_has_settled(director, table):
    def lines():
        return [row.number for _line, row in director.get(page_of(table)).context["lines"]]

    game = table.game_table
    for contract in (0, 1):
        assert enter(game, raw=normal(contract, contract + 2)).entry is not None
    _first, second = numbers(game)
    assert lines() == [2, 1]
    record_ruling(table, factories.new_key(), "Es bleibt so.", line=second)
    page = reverse("deal", args=[game.slug, second])
    html = director.get(page, headers={"accept-language": "en"}).content.decode()
    assert "only another ruling can change it" in html
    assert reverse("change", args=[game.slug]) not in html
    missing = director.post(page_of(table), fill_form(deed="strike", key=factories.new_key()))
    assert missing.status_code == 400
    sent = fill_form(deed="strike", line=str(second), corrects="1", key=factories.new_key(), confirm="1")
    sent["seen"] = GameTable.objects.get(pk=game.pk).last_sequence
    assert director.post(page_of(table), sent).status_code == 302
    assert lines() == [1]
    assert [ruling.deed for ruling in load_table_rulings(table)] == ["", "strike"]


def test_players_are_offered_no_strike_and_no_void_deal_at_a_table_of_a_tournament(client, director, table):
    game = table.game_table
    assert enter(game, raw=normal()).entry is not None
    line = numbers(game)[0]
    deal, more = reverse("deal", args=[game.slug, line]), reverse("more", args=[game.slug])
    for whose, offered in ((client, False), (director, True)):
        html = whose.get(deal).content.decode()
        assert [f'value="{what}"' in html for what in ("strike", "void")] == [offered, offered]
        assert reverse("correct", args=[game.slug, line]) in html
        assert ('value="void_next"' in whose.get(more).content.decode()) is offered
        assert 'id="streichen"' not in whose.get(reverse("table", args=[game.slug])).content.decode()
