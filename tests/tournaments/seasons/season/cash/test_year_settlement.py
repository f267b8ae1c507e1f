"""A year's evenings settled through the purse: everybody pays or gets once, corrections are the next difference."""

import json
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.engine.agreement import AgreedPot, Stakes
from scoring.models import GameTable
from scoring.table.settlement.services import request_reopening
from tarockclub.models import Account, Club, Person
from tarockclub.office.privacy.data_file.section import DataSubject
from tarockclub.office.privacy.data_file.tournaments import load_settlements
from tarockclub.office.privacy.erasing import erase
from tests.scoring.support.evenings import change_book, end_evening, play_hands
from tests.scoring.support.tables import dreier, new_key
from tests.support.accounts import log_in, make_account
from tests.support.pdf import look_at
from tests.support.phones import Client as PhoneOfTable
from tests.support.programs import create_program
from tests.support.shared_pictures import list_code_pictures, read_code
from tests.tarockclub.kit.test_bank import BERLIN, VIENNA
from tests.tournaments.seasons.season.evenings.year import evening, year
from tests.tournaments.seasons.season.seasons import at, person, season, text_of
from tests.tournaments.support import acts
from tournaments.around.own_page.services import give_links
from tournaments.core.acts import SEASONS, ActionRefused, Command, Kind, parse_content
from tournaments.core.cash_journal.services import load_cash_box
from tournaments.models import Season
from tournaments.people.register.services import merge
from tournaments.seasons.season.cash import settlement
from tournaments.seasons.season.cash.services import load_season_box
from tournaments.seasons.season.cash.settlement import (
    PayYear,
    SettleYear,
    list_year_debts,
    list_year_settlements,
    load_year_settlement,
)
from tournaments.seasons.season.evenings.actions import CountEvenings
from tournaments.seasons.season.events import RemoveEvent
from tournaments.seasons.season.settings import EveningRule, encode_season_settings, parse_season_settings

pytestmark = pytest.mark.django_db
LATER = (2026, 3, 11, 19)
TODAY = date(2026, 3, 31)
EFGH = ("Emil", "Franz", "Gerda", "Hans")


@pytest.fixture
def cup() -> Season:
    """A year in euros that is settled in the year."""
    return year(formula="euros", evenings=EveningRule("2026-01-01", "2026-12-31", in_year=True))


def view(cup, until=TODAY):
    """The settlement until a day, as the page shows it."""
    cup.refresh_from_db()
    seen = load_year_settlement(cup, until)
    assert seen is not None
    return seen


def due(cup, until=TODAY):
    """Everybody's cents by name."""
    return {line.name: line.cents for line in view(cup, until).lines}


def settle(cup, until=TODAY, seen=""):
    """Settle what is to be seen now."""
    return SettleYear(until=until, seen=seen or view(cup, until).sign).perform(cup, new_key())


def refuse(cup, until=TODAY, seen=""):
    """The code with which settling is refused."""
    with pytest.raises(ActionRefused) as refused:
        settle(cup, until, seen)
    return refused.value.code


def reopen(table):
    """Take an ended evening up again."""
    change_book(GameTable.objects.get(pk=table.pk), request_reopening())
    return GameTable.objects.get(pk=table.pk)


def test_a_hand_that_is_corrected_afterwards_is_the_next_difference(cup):
    table = evening(dreier(0), stakes=Stakes(10))
    settle(cup)
    table = reopen(table)
    play_hands(table, dreier(1))
    assert [problem.code for problem in view(cup).problems] == ["open"]
    assert refuse(cup) == "something_missing"
    end_evening(table)
    assert due(cup) == {"Anna": -50, "Berta": 150, "Cilli": -50, "Dora": -50}
    settle(cup)
    assert due(cup) == {}


def test_the_donation_box_and_a_pagatkassa_add_up_and_the_box_stays_in_the_purse(cup):
    evening(dreier(0, kontra=2), sheet="tirol_2020", stakes=Stakes(10, donation=True))
    evening(dreier(0), names=EFGH, stakes=Stakes(10, pagatkassa=AgreedPot("standard", 20)))
    seen = view(cup)
    assert seen.box > 0
    assert not seen.problems
    assert sum(line.cents for line in seen.lines) + seen.box == 0
    settle(cup)
    assert load_cash_box(cup).balance == seen.box
    assert load_season_box(cup).parts[-1].donations == seen.box


def test_what_is_settled_is_what_was_seen_of_a_year_that_is_settled_so(cup):
    assert refuse(cup, seen="x") == "amounts_changed"
    evening(dreier(0), stakes=Stakes(10))
    before = view(cup).sign
    evening(dreier(1), stakes=Stakes(10), when=LATER)
    assert refuse(cup, seen=before) == "amounts_changed"
    settle(cup)
    assert refuse(cup, date(2026, 3, 10)) == "settled_later"
    at_the_table = year(formula="euros")
    assert load_year_settlement(at_the_table) is None
    with pytest.raises(ActionRefused, match="at_the_table"):
        SettleYear(until=TODAY, seen="x").perform(at_the_table, new_key())


def test_an_open_evening_blocks_only_from_its_day_on_and_a_day_taken_out_is_not_settled(cup):
    evening(dreier(0), stakes=Stakes(10))
    running = evening(dreier(1), stakes=Stakes(10), when=LATER, ends=False)
    evening(dreier(1), names=EFGH, ends=False)  # for points alone: nothing to settle
    evening(names=EFGH, stakes=Stakes(10), ends=False)  # nobody has played there
    assert [(problem.code, problem.day, problem.slug) for problem in view(cup).problems] == [
        ("open", date(2026, 3, 11), running.slug)
    ]
    assert view(cup, date(2026, 3, 10)).problems == ()
    end_evening(running)
    taken_out = cup.events.get(day=date(2026, 3, 11))
    RemoveEvent(event=taken_out.number).perform(cup, new_key(), reason="Weihnachtsfeier")
    assert due(cup) == due(cup, date(2026, 3, 10)) == {"Anna": 150, "Berta": -50, "Cilli": -50, "Dora": -50}


def test_a_table_that_does_not_add_up_blocks_at_its_day(cup, monkeypatch):
    table = evening(dreier(0), stakes=Stakes(10))
    anna = person("Anna").pk
    monkeypatch.setattr(settlement, "load_cents", lambda tables: {table.pk: {anna: 1} for table in tables})
    assert [problem[:2] for problem in view(cup).problems] == [("no_sum", date(2026, 3, 4))]
    assert refuse(cup) == "something_missing"
    assert str(table.slug) in log_in(make_account("director")).get(at("season_cash", cup)).content.decode()


def test_a_settlement_that_is_taken_back_is_to_be_paid_again(cup):
    evening(dreier(0), stakes=Stakes(10))
    act = settle(cup)
    acts.reverse_move(cup, new_key(), act.sequence, "falscher Tag")
    assert list_year_settlements(cup) == []
    assert due(cup) == {"Anna": 150, "Berta": -50, "Cilli": -50, "Dora": -50}
    with pytest.raises(ActionRefused, match="taken_back"):
        acts.reverse_move(cup, new_key(), act.sequence, "noch einmal")
    settle(cup)


def test_an_erased_person_still_pays_without_the_name(cup):
    evening(dreier(0), stakes=Stakes(10))
    settle(cup)
    evening(dreier(1), stakes=Stakes(10), when=LATER)
    erase(person("Anna"))
    assert sorted(due(cup).values()) == [-50, -50, -50, 150]
    [made] = list_year_settlements(cup)
    assert sorted(line.cents for line in made.lines) == [-50, -50, -50, 150]
    assert "Anna" not in {*due(cup), *(line.name for line in made.lines)}


def test_the_file_of_a_person_has_what_they_paid(cup):
    evening(dreier(0), stakes=Stakes(10))
    settle(cup)
    berta = person("Berta")
    subject = DataSubject(berta, frozenset({berta.pk}), "de")
    [(where, until, _when, amount, left)] = load_settlements(subject)
    assert (where, until, left) == (cup.name, TODAY, amount)
    assert "0,50" in str(amount)
    PayYear.parse(find_tick(cup, "Berta")).perform(cup, new_key())
    [(*_same, left)] = load_settlements(subject)
    assert "0,50" not in str(left)


FIRST_ACT = '{"balances": [[%s, -150], [%s, 170]], "cents": -20, "until": "2026-03-04", "what": "settlement"}'


def test_an_act_reads_as_it_was_stored(cup):
    """The first form of the act: ids, cents, a day; whoever changes it must go on reading this."""
    evening(dreier(0), stakes=Stakes(10))
    ids = person("Anna").pk, person("Berta").pk
    stored = json.loads(FIRST_ACT % ids)
    act = SEASONS.act(cup.pk, Command(new_key(), Kind.CASH, ["settle", "2026-03-04", "x"]), lambda _season: stored)
    [made] = list_year_settlements(cup)
    assert (made.sequence, made.until, made.box) == (act.sequence, date(2026, 3, 4), -20)
    assert dict(made.balances) == {ids[0]: -150, ids[1]: 170}
    assert due(cup) == {"Anna": 300, "Berta": -220, "Cilli": -50, "Dora": -50}
    assert set(parse_content(settle(cup))) == set(stored)


def test_programs_see_and_settle_it(cup):
    evening(dreier(0), stakes=Stakes(10))
    program, address = create_program(make_account("director")), f"seasons/{cup.slug}"
    seen = program.read(f"{address}/settlement?until=2026-03-31").json()
    assert {line["name"]: line["cents"] for line in seen["lines"]} == due(cup)
    assert (seen["until"], seen["box"], seen["problems"]) == ("2026-03-31", 0, [])
    refused = program.send(f"{address}/settle", {"key": "late", "until": "2026-03-31", "seen": "x"})
    assert (refused.status_code, refused.json()["code"]) == (409, "amounts_changed")
    program.do(f"{address}/settle", until="2026-03-31", seen=seen["seen"])
    assert program.read(f"{address}/settlement?until=2026-03-31").json()["lines"] == []
    assert program.read(f"seasons/{season().slug}/settlement").status_code == 404


def test_old_settings_keep_their_text_and_a_year_is_settled_at_the_table_unless_it_says_so():
    settings = parse_season_settings(year(formula="euros").settings)
    assert settings.evenings == EveningRule("2026-01-01", "2026-12-31", in_year=False)
    assert "in_year" not in encode_season_settings(settings)
    of_points = year()
    with pytest.raises(ActionRefused, match="not_in_euros"):
        CountEvenings(until=date(2026, 12, 31), in_year=True).perform(of_points, new_key())
    cup = year(formula="euros")
    CountEvenings(until=date(2026, 12, 31), in_year=True).perform(cup, new_key())
    settings = parse_season_settings(Season.objects.get(pk=cup.pk).settings)
    assert settings.evenings == EveningRule("", "2026-12-31", in_year=True)
    assert CountEvenings(until=date(2026, 12, 31)).list_sent() == [
        *("evenings", True, "", "2026-12-31"),
        *((), (), False, ()),
    ]


def test_the_page_shows_settles_takes_back_and_says_so_in_the_log(cup):
    evening(dreier(0), stakes=Stakes(10))
    staff, page = log_in(make_account("director")), at("season_cash", cup)
    shown = staff.get(page, {"until": "2026-03-31"})
    text = text_of(shown)
    assert "Abende, im Jahr abgerechnet" in text
    assert "€ 1,50" in text.replace("\u2060", "").replace("\xa0", " ")
    sent = {"key": new_key(), "until": "2026-03-31", "seen": shown.context["year"].sign}
    assert staff.post(page, sent | {"seen": "x", "key": new_key()}).status_code == 400
    for _twice in range(2):
        assert staff.post(page, sent).status_code == 302
    [made] = list_year_settlements(cup)
    assert reverse("season_settlement_pdf", args=[cup.slug, made.sequence]) in staff.get(page).content.decode()
    log = staff.get(at("season_log", cup))
    assert "Abende bis 31. März 2026 abgerechnet: 4 Personen" in text_of(log)
    with translation.override("en"):
        english = text_of(staff.get(page, headers={"accept-language": "en"}))
    assert "Evenings settled in the year" in english
    assert staff.post(page, {"key": new_key(), "back": made.sequence, "reason": "doppelt"}).status_code == 302
    assert list_year_settlements(cup) == []


def test_an_open_evening_is_named_at_its_day_and_there_is_no_button(cup):
    evening(dreier(0), stakes=Stakes(10), ends=False)
    evening(dreier(0), stakes=Stakes(10), when=LATER)
    text = text_of(log_in(make_account("director")).get(at("season_cash", cup), {"until": "2026-03-31"}))
    assert "Mittwoch, 4. März" in text
    assert "Diese Abende abrechnen" not in text


def test_the_year_says_where_its_euros_are_paid(cup):
    evening(dreier(0), stakes=Stakes(10))
    client = log_in(make_account("director"))
    assert "im Jahr abgerechnet" in text_of(client.get(at("season_standing", cup)))
    paid = text_of(client.get(at("season_standing", year(formula="euros"))))
    assert "am Tisch bezahlt, jeden Abend" in paid
    assert "am Tisch bezahlt" not in text_of(client.get(at("season_standing", year())))


@pytest.mark.parametrize(("role", "status"), [("director", 302), ("treasurer", 302), ("referee", 403)])
def test_whoever_has_the_cash_box_settles(cup, role, status):
    evening(dreier(0), stakes=Stakes(10))
    sent = {"key": new_key(), "until": "2026-03-31", "seen": view(cup).sign}
    answer = log_in(make_account(role)).post(at("season_cash", cup), sent)
    assert answer.status_code == status
    assert len(list_year_settlements(cup)) == (status == 302)


def test_its_paper_has_names_amounts_and_room_to_sign(cup):
    evening(dreier(0), stakes=Stakes(10))
    made = settle(cup)
    staff = log_in(make_account("director"))
    pdf = reverse("season_settlement_pdf", args=[cup.slug, made.sequence])
    [printed] = look_at(staff.get(pdf).content)
    assert all(name in printed.text for name in ("Anna", "Berta", "Cilli", "Dora", "Unterschrift", "1,50", "0,50"))
    acts.reverse_move(cup, new_key(), made.sequence, "doch nicht")
    assert staff.get(pdf).status_code == 404


def test_a_season_without_evenings_has_no_settlement():
    cup = season()
    assert "year" not in log_in(make_account("director")).get(at("season_cash", cup)).context


def test_what_was_paid_at_the_table_before_the_tick_is_not_settled_again():
    cup = year(formula="euros")
    evening(dreier(0), stakes=Stakes(10))
    evening(dreier(1), stakes=Stakes(10), when=LATER)
    staff, page = log_in(make_account("director")), at("season_events", cup)
    assert 'name="paid_until" value="2026-03-11"' in " ".join(staff.get(page).content.decode().split())
    tick = {"what": "evenings", "on": "on", "until": "2026-12-31", "in_year": "on", "key": new_key()}
    assert staff.post(page, tick | {"paid_until": "2026-03-04"}).status_code == 302
    assert due(cup) == {"Anna": -50, "Berta": 150, "Cilli": -50, "Dora": -50}
    assert "bis 4. März 2026 wurden am Tisch bezahlt" in text_of(staff.get(at("season_cash", cup)))
    assert "im Jahr abgerechnet ab 5. März 2026" in text_of(staff.get(at("season_standing", cup)))
    settle(cup)
    with pytest.raises(ActionRefused, match="settled_before"):
        CountEvenings(until=date(2026, 12, 31), in_year=True).perform(cup, new_key())
    CountEvenings(since=date(2026, 1, 1), until=date(2026, 12, 31), in_year=True, paid_until=date(2026, 3, 4)).perform(
        cup, new_key()
    )


def test_two_years_share_no_evening_where_one_begins_to_settle_after_the_other():
    cup, other = year(formula="euros"), season(name="Winter", formula="euros")
    CountEvenings(until=date(2026, 6, 30), in_year=True).perform(cup, new_key())
    with pytest.raises(ActionRefused, match="settled_elsewhere"):
        CountEvenings(until=date(2026, 12, 31), in_year=True, paid_until=date(2026, 6, 29)).perform(other, new_key())
    CountEvenings(until=date(2026, 12, 31), in_year=True, paid_until=date(2026, 6, 30)).perform(other, new_key())


def test_no_evening_is_settled_in_two_seasons_or_at_the_table_again(cup):
    def count(of, **rule):
        return CountEvenings(until=date(2026, 12, 31), **rule).perform(of, new_key())

    other = season(name="Sommer", formula="euros")
    with pytest.raises(ActionRefused, match="settled_elsewhere"):
        count(other, since=date(2026, 6, 1), in_year=True)
    count(other, since=date(2026, 6, 1))
    count(cup, since=date(2026, 1, 1), weekdays=[2], in_year=True)
    with pytest.raises(ActionRefused, match="settled_elsewhere"):
        count(other, weekdays=[2, 4], in_year=True)
    count(other, weekdays=[4], in_year=True)
    count(other)
    evening(dreier(0), stakes=Stakes(10))
    act = settle(cup)
    for rule in ({}, {"on": False}):
        with pytest.raises(ActionRefused, match="settled_before"):
            count(cup, **rule)
    count(cup, weekdays=[2], in_year=True)
    acts.reverse_move(cup, new_key(), act.sequence, "falscher Tag")
    count(cup)


def test_a_settlement_is_paid_by_the_codes_of_its_amounts_to_the_club_and_to_who_has_an_account(cup):
    evening(dreier(0), stakes=Stakes(10))
    settle(cup)
    Person.objects.filter(name="Anna").update(iban=BERLIN)
    Person.objects.filter(name="Berta").update(iban=BERLIN)  # who pays needs none
    url = reverse("season_cash", args=[cup.slug])
    client = log_in(make_account(Account.Role.TREASURER), headers={"accept-language": "de"})
    assert client.post(at("season_bank", cup), {"iban": VIENNA[:-1]}).status_code == 400
    assert client.post(at("season_bank", cup), {"iban": VIENNA}).status_code == 302
    codes = [read_code(picture).split("\n") for picture in list_code_pictures(client.get(url).content.decode())]
    assert {(code[5], code[6], code[7]) for code in codes} == {
        ("Anna", BERLIN, "EUR1.5"),
        (cup.club.name, VIENNA, "EUR0.5"),
    }
    assert len(codes) == 4
    assert not any(name in code[10] for code in codes for name in ("Anna", "Berta", "Cilli", "Dora"))
    watcher = log_in(make_account(Account.Role.WATCHER))
    assert list_code_pictures(watcher.get(url).content.decode()) == []


@pytest.fixture
def settlement_act(cup):
    """A settlement in which Anna gets € 1,50 and three pay € 0,50 each, to the club's account."""
    evening(dreier(0), stakes=Stakes(10))
    act = settle(cup)
    Club.objects.filter(pk=cup.club_id).update(iban=VIENNA)
    return act


def list_owed(cup):
    """Everybody's cents that nobody has recorded as paid, by name."""
    return {debt.line.name: debt.line.cents for debt in list_year_debts(Season.objects.get(pk=cup.pk))}


def find_tick(cup, name):
    return next(debt.tick for debt in list_year_debts(cup) if debt.line.name == name)


def test_who_has_paid_is_ticked_and_can_be_undone_and_the_purse_stays(cup, settlement_act):
    staff, page = log_in(make_account("treasurer")), at("season_cash", cup)
    box, ticks = load_cash_box(cup).balance, [find_tick(cup, name) for name in ("Anna", "Berta")]
    sent = {"key": new_key(), "paid": ticks}
    for _twice in range(2):
        assert staff.post(page, sent).status_code == 302
    assert list_owed(cup) == {"Cilli": -50, "Dora": -50}
    assert staff.post(page, {"key": new_key(), "paid": ticks}).status_code == 400
    assert staff.post(page, {"key": new_key(), "paid": "x"}).status_code == 400
    assert load_cash_box(cup).balance == box
    with pytest.raises(ActionRefused, match="paid_since"):
        acts.reverse_move(cup, new_key(), settlement_act.sequence, "falscher Tag")
    moves = [move for move in load_cash_box(cup).moves if move.what == "year_paid"]
    assert [move.reason for move in moves] == ["Anna", "Berta"]
    assert "Abrechnung der Abende, bezahlt · Berta" in text_of(staff.get(page))
    assert "€ 0,50 · Abrechnung der Abende, bezahlt" in text_of(staff.get(at("season_log", cup))).replace("\xa0", " ")
    for move in moves:
        acts.reverse_move(cup, new_key(), move.sequence, "verwechselt")
    assert list_owed(cup) == {"Anna": 150, "Berta": -50, "Cilli": -50, "Dora": -50}
    acts.reverse_move(cup, new_key(), settlement_act.sequence, "falscher Tag")
    assert list_owed(cup) == {}


def test_a_program_records_who_has_paid_and_takes_it_back_as_the_page_does(cup, settlement_act):
    program, address = create_program(make_account("director")), f"seasons/{cup.slug}"
    owed = program.read(f"{address}/settlement").json()["owed"]
    assert {row["name"]: row["cents"] for row in owed} == list_owed(cup)
    [berta] = [row for row in owed if row["name"] == "Berta"]
    body = {name: berta[name] for name in ("of", "person", "cents")}
    assert (body["of"], berta["until"]) == (settlement_act.sequence, "2026-03-31")
    refused = program.send(f"{address}/settlement/paid", {"key": "other", **body, "cents": -49})
    assert (refused.status_code, refused.json()["code"]) == (409, "others_owe")
    assert program.send(f"{address}/settlement/paid", {"key": "bank", **body, "bank": True}).status_code == 400
    made = program.do(f"{address}/settlement/paid", **body)
    assert "Berta" not in list_owed(cup)
    [move] = [move for move in load_cash_box(cup).moves if move.what == "year_paid"]
    assert (move.sequence, move.cents, move.reason) == (made["sequence"], 0, "Berta")
    undo = f"{address}/cash/{made['sequence']}/undo"
    assert program.send(undo, {"key": "without"}).status_code == 400
    program.do(undo, reason="verwechselt")
    assert list_owed(cup)["Berta"] == -50
    again = program.send(undo, {"key": "again", "reason": "noch einmal"})
    assert (again.status_code, again.json()["code"]) == (409, "taken_back")
    watcher = create_program(make_account(Account.Role.WATCHER), "watcher")
    assert watcher.send(f"{address}/settlement/paid", {"key": "watcher", **body}).status_code == 403


def test_one_entry_of_a_merged_person_has_paid_its_part(cup):
    evening(dreier(0), stakes=Stakes(10))
    evening(dreier(0), names=EFGH, stakes=Stakes(10))
    settle(cup)
    PayYear.parse(find_tick(cup, "Franz")).perform(cup, new_key())
    merge(person("Berta"), person("Franz"))
    assert list_owed(cup) == {
        "Anna": 150,
        "Emil": 150,
        **dict.fromkeys(("Berta", "Cilli", "Dora", "Gerda", "Hans"), -50),
    }
    PayYear.parse(find_tick(cup, "Berta")).perform(cup, new_key())
    assert "Berta" not in list_owed(cup)


def test_a_banks_file_suggests_who_has_paid_and_the_purse_does_not_have_it(cup, settlement_act):
    page = at("season_bank", cup)
    [berta] = [debt for debt in list_year_debts(cup) if debt.line.name == "Berta"]
    staff = log_in(make_account("treasurer"), headers={"accept-language": "de"})
    raw = f"Datum;Betrag;Währung;Verwendungszweck\n31.12.2026;0,50;EUR;{berta.format_text()}\n".encode()
    for _again in range(2):
        answer = staff.post(page, {"file": SimpleUploadedFile("umsaetze.csv", raw)})
        [suggestion] = answer.context["matches"].suggestions
        assert (suggestion.debt.name, suggestion.is_sure) == ("Berta", True)
        box = load_cash_box(cup).balance
        sent = {"key": answer.context["key"], "paid": [suggestion.tick]}
        assert staff.post(page, sent).status_code == 302
        assert (list_owed(cup), load_cash_box(cup).balance) == ({"Anna": 150, "Cilli": -50, "Dora": -50}, box - 50)
        answer = staff.post(page, {"file": SimpleUploadedFile("umsaetze.csv", raw)})
        assert (answer.context["matches"].suggestions, answer.context["matches"].written) == ((), 1)
        [move] = [move for move in load_cash_box(cup).moves if move.what == "year_paid" and not move.taken_back]
        acts.reverse_move(cup, new_key(), move.sequence, "verwechselt")
        assert (list_owed(cup)["Berta"], load_cash_box(cup).balance) == (-50, box)


def test_the_own_page_has_what_is_to_be_paid_with_a_code_until_it_is(cup, settlement_act):
    berta = person("Berta")
    address = reverse("own_page", args=[give_links(berta.club, [berta], new_key())[berta.pk]])
    phone = Client(headers={"accept-language": "de"})
    page = phone.get(address).content.decode()
    [code] = [read_code(picture).split("\n") for picture in list_code_pictures(page)]
    assert (code[5], code[6], code[7]) == (cup.club.name, VIENNA, "EUR0.5")
    assert "€ 0,50" in text_of(phone.get(address)).replace("\u2060", "").replace("\xa0", " ")
    PayYear.parse(find_tick(cup, "Berta")).perform(cup, new_key())
    assert list_code_pictures(phone.get(address).content.decode()) == []
    staff = log_in(make_account("director")).get(reverse("person_page", args=[person("Dora").number]))
    assert list_code_pictures(staff.content.decode()) == []


def test_what_is_settled_in_the_year_has_no_code_at_the_table_and_what_was_paid_there_has(cup):
    url = reverse("settlement", args=[evening(dreier(0), stakes=Stakes(10)).slug])
    Person.objects.filter(name="Anna").update(iban=BERLIN)
    assert list_code_pictures(PhoneOfTable().get(url).content.decode()) == []
    at_table = EveningRule("2026-01-01", "2026-12-31", in_year=True, paid_until="2026-12-31")
    settings = parse_season_settings(cup.settings)._replace(evenings=at_table)
    Season.objects.filter(pk=cup.pk).update(settings=encode_season_settings(settings))
    assert len(list_code_pictures(PhoneOfTable().get(url).content.decode())) == 3
