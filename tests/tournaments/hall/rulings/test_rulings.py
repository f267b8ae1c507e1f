"""Rulings (§5): the clock stands, what was decided is done once, named everywhere, and taken back by another one."""

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse

from scoring.book.access.permissions import build_watch_secret
from scoring.book.ledger.entries import Outcome
from scoring.book.table_clock import AWAITS_REFEREE
from scoring.models import Entry, GameTable, Total
from scoring.table.corrections.changes import strike_line
from scoring.table.corrections.services import write_change
from tarockclub.kit.time_source import now
from tarockclub.models import Club
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.clocks import enter
from tests.scoring.support.tampering import numbers
from tests.support.accounts import log_in, make_account
from tests.tournaments.hall.desk.playing import normal
from tests.tournaments.hall.rulings.ruled_tables import (
    DECIDED,
    again,
    clock,
    fill_form,
    get_sequence,
    page_of,
    play_hand,
    totals,
)
from tests.tournaments.support import acts, factories
from tournaments.core.acts import ActionRefused
from tournaments.hall.rulings.actions import REDEAL, RENONCE, STRIKE, TAKE_BACK, TRANSFER, VOID
from tournaments.hall.rulings.selectors import load_register, load_table_rulings
from tournaments.models import Act, RoundTable, Ruling

pytestmark = pytest.mark.django_db


def test_a_ruling_lets_the_clock_go_on_and_nobody_waits_any_more(table):
    acts.call_referee(table, factories.new_key())
    ruling = acts.record_ruling(table, factories.new_key(), DECIDED)
    assert ruling.number == 1
    assert clock(table).stands == ""
    assert again(table).called is None
    assert Entry.objects.filter(table=table.game_table).count() == 0


def test_the_clock_may_go_on_standing(table):
    acts.call_referee(table, factories.new_key())
    acts.record_ruling(table, factories.new_key(), DECIDED, goes_on=False)
    assert clock(table).stands == AWAITS_REFEREE
    assert again(table).called is not None


def test_the_phones_of_a_table_notice_a_ruling_that_changes_nothing_else(table):
    news = table.game_table.news
    acts.record_ruling(table, factories.new_key(), DECIDED, goes_on=False)
    assert again(table).game_table.news > news


def test_before_the_round_starts_there_is_no_clock_to_halt():
    _, _, tables = factories.whole(4)
    with pytest.raises(ActionRefused, match="not_begun"):
        acts.call_referee(again(tables[0]), factories.new_key())


def test_a_transfer_that_does_not_add_up_is_refused_and_nothing_is_written(table):
    with pytest.raises(ActionRefused, match="not_written") as refused:
        acts.record_ruling(table, factories.new_key(), DECIDED, deed=TRANSFER, amounts=(12, -6, 0, 0))
    assert [problem.code for problem in refused.value.params["problems"]] == ["amounts_not_zero"]
    assert not Ruling.objects.exists()
    assert not Act.objects.filter(kind="ruling").exists()
    assert totals(table) == [0, 0, 0, 0]


def test_a_void_hand_pays_nothing_and_players_cannot_change_it_any_more(table):
    line = play_hand(table).deal_number
    assert totals(table) == [6, -6, 6, -6]
    acts.record_ruling(table, factories.new_key(), DECIDED, deed=VOID, line=line, seen=get_sequence(table))
    assert totals(table) == [0, 0, 0, 0]
    assert clock(table).settled == (line,)


def test_a_renonce_is_not_entered_after_a_hand_that_came_since_it_was_decided(table):
    record = {"plays": [{"contract": "normalspiel", "declarer": 0, "partner": 2}], "renonce": {"seat": 1}}
    renonce, seen = {"deed": RENONCE, "record": record}, get_sequence(table)
    play_hand(table)
    with pytest.raises(ActionRefused, match="stale"):
        acts.record_ruling(table, factories.new_key(), DECIDED, **renonce, seen=seen)
    assert totals(table) == [6, -6, 6, -6]
    acts.record_ruling(table, factories.new_key(), DECIDED, **renonce, seen=get_sequence(table))
    assert totals(table) != [6, -6, 6, -6]


def test_what_was_decided_about_a_sheet_that_has_changed_since_is_refused(table):
    line = play_hand(table).deal_number
    was = get_sequence(table)
    play_hand(table, "hand-2", "hand-1")
    with pytest.raises(ActionRefused, match="stale"):
        acts.record_ruling(table, factories.new_key(), DECIDED, deed=VOID, line=line, seen=was)


def test_rulings_are_numbered_within_their_tournament(table):
    other = factories.whole(4)[2][0]
    acts.start_clock(other.round, factories.new_key())
    assert [
        acts.record_ruling(ruled_table, factories.new_key(), DECIDED).number
        for ruled_table in (table, again(other), table)
    ] == [1, 1, 2]


@pytest.mark.parametrize(("text", "names", "code"), [("", "Gustav", "no_text"), ("Gilt.", " ", "no_names")])
def test_a_ruling_says_what_was_decided_and_by_whom(table, text, names, code):
    with pytest.raises(ActionRefused, match=code):
        acts.record_ruling(table, factories.new_key(), text, names)


def test_a_ruling_is_final(table):
    ruling = acts.record_ruling(table, factories.new_key(), DECIDED)
    for change_it in (
        lambda: Ruling.objects.filter(pk=ruling.pk).update(number=7),
        lambda: Ruling.objects.filter(pk=ruling.pk).delete(),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            change_it()
    assert Ruling.objects.get(pk=ruling.pk).number == 1


def test_a_settled_hand_is_not_struck_by_players(table):
    line = play_hand(table).deal_number
    acts.record_ruling(table, factories.new_key(), DECIDED, line=line)
    game = again(table).game_table
    written = write_change(game, "strike-it", get_sequence(table), strike_line(line), "Irrtum", sent="strike")
    assert written.outcome is Outcome.DIRECTOR


def test_at_a_table_that_is_done_only_who_was_warned_changes_the_sheet(table):
    RoundTable.objects.filter(pk=table.pk).update(done=now())
    transfer = {"deed": TRANSFER, "amounts": (6, -6, 0, 0)}
    with pytest.raises(ActionRefused, match="must_be_sure"):
        acts.record_ruling(again(table), factories.new_key(), DECIDED, **transfer)
    acts.record_ruling(again(table), factories.new_key(), DECIDED)
    acts.record_ruling(again(table), factories.new_key(), DECIDED, **transfer, sure=True)
    assert totals(table) == [6, -6, 0, 0]


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
    assert load_table_rulings(table, INSIDE)[0].moved == (("Spieler 1", 24), ("Spieler 2", -15), ("Spieler 3", -9))
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
    acts.call_referee(table, factories.new_key())
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
    acts.record_ruling(table, factories.new_key(), "Gustav zahlt.", deed="redeal")
    seen = {who: reader.get(live)["ETag"] for who, (reader, _) in readers.items()}
    assert director.post(reverse("people_settings"), {"shows_rulings": "on"} if shows else {}).status_code == 302
    for who, (reader, reads) in readers.items():
        assert reader.get(live, headers={"if-none-match": seen[who]}).status_code == (200 if shows else 304), who
        for address in (page, live):
            assert ("Gustav zahlt." in reader.get(address).content.decode()) is reads, (who, address)


def test_the_book_names_a_ruling_by_its_number(table):
    watcher, slug = Client(headers={"accept-language": "de"}), table.game_table.slug
    ruling = acts.record_ruling(table, factories.new_key(), "Gustav zahlt.", deed="redeal")
    line = f"/api/v1/tables/{slug}/lines/{ruling.line}"
    for address in (f"/api/v1/tables/{slug}", line, reverse("deal", args=[slug, ruling.line])):
        answer = watcher.get(address)
        assert answer.status_code == 200
        assert "Gustav zahlt." not in answer.content.decode()
    assert watcher.get(line).json()["reason"] == ""
    known = {"Authorization": f"Bearer {build_watch_secret(table.game_table)}"}
    assert Client(headers={"accept-language": "de", **known}).get(line).json()["reason"] == "Entscheidung 1"


def test_the_next_form_knows_the_referees(director, table):
    director.post(page_of(table), {**fill_form(), "key": factories.new_key(), "confirm": "1", "seen": "0"})
    assert director.get(page_of(table)).context["posted"]["decided_by"] == "Friederike"


@pytest.mark.heavy_but("declarer")
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
    acts.record_ruling(table, factories.new_key(), "Es bleibt so.", line=second)
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
    assert [ruling.deed for ruling in load_table_rulings(table, INSIDE)] == ["", "strike"]


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


def test_a_mistake_is_set_right_by_another_ruling_that_names_it(table):
    acts.record_ruling(table, factories.new_key(), DECIDED)
    acts.record_ruling(table, factories.new_key(), "Doch nicht.", corrects=1)
    first, second = load_register(table.round.tournament)
    assert (first.corrected_by, second.corrects) == ((2,), 1)
    assert load_table_rulings(table, INSIDE) == (first, second)
    with pytest.raises(ActionRefused, match="ruling_unknown"):
        acts.record_ruling(table, factories.new_key(), DECIDED, corrects=9)


def test_what_a_ruling_moved_is_taken_back_by_the_one_that_corrects_it(table):
    acts.record_ruling(table, factories.new_key(), "Falsch.", deed=TRANSFER, amounts=(60, -60, 0, 0))
    assert totals(table) == [60, -60, 0, 0]
    acts.record_ruling(table, factories.new_key(), "Nur ein Wort.", corrects=1, seen=get_sequence(table))
    assert totals(table) == [60, -60, 0, 0]
    back = {"deed": TAKE_BACK, "corrects": 1}
    acts.record_ruling(table, factories.new_key(), "Zurück.", **back, seen=get_sequence(table))
    assert totals(table) == [0, 0, 0, 0]
    with pytest.raises(ActionRefused, match="not_written") as refused:
        acts.record_ruling(table, factories.new_key(), "Noch einmal.", **back, seen=get_sequence(table))
    assert [problem.code for problem in refused.value.params["problems"]] == ["changed_since_ruling"]
    # That one is a ruling, too, and is taken back like any other.
    third = {"deed": TAKE_BACK, "corrects": 3}
    acts.record_ruling(table, factories.new_key(), "Doch.", **third, seen=get_sequence(table))
    assert totals(table) == [60, -60, 0, 0]


@pytest.mark.parametrize("deed", [STRIKE, VOID, RENONCE])
def test_a_hand_that_a_ruling_has_changed_counts_again_as_it_was(table, deed):
    line = play_hand(table).deal_number
    play_hand(table, "hand-2", "hand-1")
    before = totals(table)
    renonce = {"plays": [{"contract": "normalspiel", "declarer": 0, "partner": 2}], "renonce": {"seat": 0}}
    more = {"record": renonce} if deed == RENONCE else {}
    acts.record_ruling(table, factories.new_key(), "Falsch.", deed=deed, line=line, seen=get_sequence(table), **more)
    assert totals(table) != before
    acts.record_ruling(table, factories.new_key(), "Zurück.", deed=TAKE_BACK, corrects=1, seen=get_sequence(table))
    assert totals(table) == before


@pytest.mark.parametrize("deed", [VOID, REDEAL])
def test_a_deal_that_a_ruling_has_written_is_struck(table, deed):
    acts.record_ruling(table, factories.new_key(), "Falsch.", deed=deed, seen=get_sequence(table))
    kept = again(table).game_table.last_sequence
    assert kept
    acts.record_ruling(table, factories.new_key(), "Zurück.", deed=TAKE_BACK, corrects=1, seen=kept)
    last = Entry.objects.filter(table=table.game_table).latest("sequence")
    assert (last.kind, last.replaces) == (Entry.Kind.STRIKE, Entry.objects.get(table=table.game_table, sequence=kept))
    play_hand(table)


def test_what_somebody_has_changed_since_or_is_at_another_table_is_not_taken_back(table):
    line = play_hand(table).deal_number
    acts.record_ruling(table, factories.new_key(), "Falsch.", deed=VOID, line=line, seen=get_sequence(table))
    acts.record_ruling(table, factories.new_key(), "Anders.", deed=STRIKE, line=line, seen=get_sequence(table))
    acts.record_ruling(table, factories.new_key(), "Nur ein Wort.")
    other = again(RoundTable.objects.exclude(pk=table.pk).get(round=table.round))
    for at, number, code in (
        (table, 1, "changed_since_ruling"),
        (table, 3, "nothing_to_take_back"),
        (other, 1, "nothing_to_take_back"),
    ):
        with pytest.raises(ActionRefused, match="not_written") as refused:
            acts.record_ruling(
                at, factories.new_key(), "Zurück.", deed=TAKE_BACK, corrects=number, seen=get_sequence(at)
            )
        assert [problem.code for problem in refused.value.params["problems"]] == [code]


def test_the_preview_shows_what_the_corrected_ruling_moved_and_offers_to_take_it_back(director, table):
    assert 'value="take_back"' not in director.get(page_of(table)).content.decode()
    acts.record_ruling(table, factories.new_key(), "Falsch.", deed=TRANSFER, amounts=(60, -60, 0, 0))
    assert 'value="take_back"' in director.get(page_of(table)).content.decode()
    assert director.post(page_of(table), fill_form(deed="take_back")).status_code == 400
    sent = fill_form(corrects="1", key=factories.new_key())
    shown = director.post(page_of(table), sent)
    html = " ".join(shown.content.decode().split())
    assert "Spieler 1 +10, Spieler 2 −10" in html.replace("\u2060", "")
    assert "Das bleibt, wie es ist" in html
    again_shown = director.post(page_of(table), {**sent, "take_back": "1"})
    assert [(total.before, total.after) for total in again_shown.context["foreseen"].totals][:2] == [(60, 0), (-60, 0)]
    confirmed = {**dict(again_shown.context["fields"]), "seen": again_shown.context["seen"], "confirm": "1"}
    assert director.post(page_of(table), {**confirmed, "key": again_shown.context["key"]}).status_code == 302
    assert totals(table) == [0, 0, 0, 0]
    assert [ruling.deed for ruling in load_table_rulings(table, INSIDE)] == ["transfer", "take_back"]
