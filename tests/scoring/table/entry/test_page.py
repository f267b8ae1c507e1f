"""The form offers exactly what the engine takes: nothing that it would refuse, and all that it would not."""

from itertools import product

import pytest
from django.template.loader import render_to_string

from scoring.engine.evening.state import begin
from scoring.engine.house_rules.library import BUILT_IN
from scoring.table.entry.page import KONTRAS, EntryPage, build_entry_page
from scoring.table.entry.script_data import PREMIUMS, build_script_rules, find_motif
from tarockclub.templatetags.icons import read_icons
from tests.scoring.engine.support.built_in import sheet_of
from tests.scoring.support.every_game import codes, fields_of, hand_of, sheets
from tests.scoring.support.tables import NAMES

SHEETS = list(sheets())
each_sheet = pytest.mark.parametrize(("sheet_id", "options"), SHEETS, ids=lambda value: str(value)[:60])
FOREHAND = 2


def list_contracts(sheet):
    """Every contract of a sheet, with what the page's script knows of it and a valid hand."""
    rules = build_script_rules(sheet, FOREHAND)["contracts"]
    assert list(rules) == list(sheet.contracts)
    for contract in sheet.contracts.values():
        yield contract, rules[contract.id], hand_of(contract, sheet, FOREHAND)


def wrong(sheet, posted):
    """Return the problems of a posted hand."""
    return codes(posted, sheet, FOREHAND)


@each_sheet
def test_the_plain_hand_of_every_contract_is_valid(sheet_id, options):
    sheet = sheet_of(sheet_id, **options)
    found = {contract.id: wrong(sheet, posted) for contract, _, posted in list_contracts(sheet)}
    assert not [name for name, problems in found.items() if problems]


@each_sheet
def test_a_declarer_is_offered_just_when_he_may_play_it(sheet_id, options):
    sheet = sheet_of(sheet_id, **options)
    for contract, rules, posted in list_contracts(sheet):
        if contract.only_bei:
            continue
        for seat in range(4):
            shown = {"forehand": seat == FOREHAND, "others": seat != FOREHAND, None: True}[rules["by"]]
            changed = {"p0-declarer": str(seat)}
            if contract.partner:
                changed["p0-partner"] = str((seat + 1) % 4)
            assert (wrong(sheet, posted | changed) == []) == shown, (contract.id, seat)


@each_sheet
def test_a_partner_the_talon_and_being_alone_are_offered_just_when_they_may_be(sheet_id, options):
    sheet = sheet_of(sheet_id, **options)
    for contract, rules, posted in list_contracts(sheet):
        for partner, shown in (
            ("talon", rules["partner"] == "king"),
            ("alone", rules["alone"] or rules["partner"] is None),
            (posted.get("p0-partner", "0"), rules["partner"] is not None),
        ):
            assert (wrong(sheet, posted | {"p0-partner": partner}) == []) == shown, (contract.id, partner)


@each_sheet
def test_conceding_is_offered_just_when_it_may_be(sheet_id, options):
    sheet = sheet_of(sheet_id, **options)
    for contract, rules, posted in list_contracts(sheet):
        changed = {"p0-result": "conceded", "p0-partner": "talon" if rules["partner"] == "king" else ""}
        assert (wrong(sheet, posted | changed) == []) == rules["concede"], contract.id


@each_sheet
def test_every_kontra_that_is_offered_is_taken_and_no_other(sheet_id, options):
    sheet = sheet_of(sheet_id, **options)
    for contract, rules, posted in list_contracts(sheet):
        field = "p0-kontra-0" if contract.is_negative else "p0-kontra"
        for kontra in KONTRAS:
            assert (wrong(sheet, posted | {field: str(kontra)}) == []) == (kontra <= rules["kontra"]), contract.id


def fitting(contract, premium, side, won, posted):
    """The hand with what goes with a premium: game won by its side where it decides that, needed kontra, lost bird."""
    changed = {}
    if contract.multiplied and premium.multiplies is not None and not won:
        changed["p0-result"] = "lost" if side == "declarer" else "won"
    elif premium.wins_game and won:
        changed["p0-result"] = "won" if side == "declarer" else "lost"
    if premium.id in contract.must_kontra:
        changed["p0-kontra"] = "2"
    for bird in contract.needs[:1]:
        is_denied = premium.denies is not None and premium.denies.is_picked((bird, True), False)
        if (won and side == "defence" and is_denied) or (not won and bird in premium.missed_denies):
            changed[f"prem-{bird}-declarer-lost"] = "on"
    return {name: value for name, value in posted.items() if name != f"prem-{premium.id}-declarer"} | changed


@each_sheet
def test_every_premium_in_every_form_that_is_offered_is_taken_and_no_other(sheet_id, options):
    sheet = sheet_of(sheet_id, **options)
    page = build_entry_page(sheet, NAMES, begin(4, FOREHAND), {}, "de")
    sides = {row.premium.id: [slot.side for slot in row.slots] for row in page.premiums}
    for contract, rules, posted in list_contracts(sheet):
        for premium, form, won in product(sheet.premiums.values(), ("silent", "announced"), (True, False)):
            if premium.id in contract.needs and form == "silent":
                continue  # the needed announcement stands in its place
            shown = rules["forms"].get(f"{premium.id}-{form}")
            for side in ("declarer", "defence"):
                if premium.id in contract.needs and side == "defence":
                    continue
                name = f"prem-{premium.id}-{side}"
                lost = {} if won else {f"{name}-lost": "on"}
                hand = fitting(contract, premium, side, won, posted) | {name: form} | lost
                taken = shown is not None and side in sides[premium.id] and (won or shown["lost"])
                assert (wrong(sheet, hand) == []) == taken, (contract.id, name, form, won, wrong(sheet, hand))


@each_sheet
def test_a_kontra_on_a_premium_is_offered_up_to_the_limit(sheet_id, options):
    sheet = sheet_of(sheet_id, **options)
    rows = {row.premium.id: row for row in build_entry_page(sheet, NAMES, begin(4, FOREHAND), {}, "de").premiums}
    for contract, rules, posted in list_contracts(sheet):
        for premium_id, announced in contract.forms:
            if not announced:
                continue
            premium, shown = sheet.premiums[premium_id], rules["forms"][f"{premium_id}-announced"]
            slot = rows[premium_id].slots[0]
            name = f"prem-{premium_id}-{slot.side}"
            hand = fitting(contract, premium, slot.side, True, posted) | {name: "announced"}
            for kontra in KONTRAS:
                taken = wrong(sheet, hand | {f"{name}-kontra": str(kontra)}) == []
                assert taken == (kontra <= shown["kontra"]), (contract.id, name, kontra)
                assert not taken or str(kontra) in {choice.value for choice in slot.kontras}


@each_sheet
def test_a_second_and_third_game_are_offered_just_where_they_may_stand(sheet_id, options):
    sheet = sheet_of(sheet_id, **options)
    rules = build_script_rules(sheet, FOREHAND)["contracts"]
    contracts = [contract for contract in sheet.contracts.values() if not contract.is_trischaken]
    for first, second in product(contracts, repeat=2):
        posted = fields_of(first, sheet, FOREHAND) | fields_of(second, sheet, FOREHAND, at=1)
        shown = second.id in rules[first.id]["bei"]
        if first.by != second.by or not (first.is_negative and second.is_negative):
            assert not shown
            continue
        alone = [
            contract
            for contract in (first, second)
            if contract.only_bei and contract.only_bei.isdisjoint({first.id, second.id})
        ]
        assert (wrong(sheet, posted) == []) == (shown and not alone), (first.id, second.id)
        for third in contracts:
            three = posted | fields_of(third, sheet, FOREHAND, at=2)
            fits = shown and {third.id} <= set(rules[first.id]["bei"]) & set(rules[second.id]["bei"])
            names = {first.id, second.id, third.id}
            lonely = [
                contract
                for contract in (first, second, third)
                if contract.only_bei and contract.only_bei.isdisjoint(names)
            ]
            if third.is_negative:
                assert (wrong(sheet, three) == []) == (fits and not lonely), names


@each_sheet
def test_exactly_half_is_asked_for_just_where_it_starts_a_radl(sheet_id, options):
    sheet = sheet_of(sheet_id, **options)
    assert build_script_rules(sheet, 0)["equal"] == ("equal" in sheet.radl_after)
    assert build_script_rules(sheet, 0)["equal"] == (sheet_id == "standard")


@pytest.mark.parametrize(
    ("sheet_id", "game", "plain"),
    [
        ("treffpunkt", "bettler_semi_ouvert", "bettler"),
        ("steindl", "zwiccolo_ouvert", "zwiccolo"),
        ("treffpunkt", "zwiccolo_ouvert", "zwiccolo_semi_ouvert"),  # a Zwiccolo is played only beside a Piccolo
        ("treffpunkt", "zwiccolo", "zwiccolo"),
        ("skoty", "triccolo_ouvert", "triccolo_ouvert"),  # nothing plainer is on the sheet
        ("treffpunkt", "dreier", "dreier"),
    ],
)
def test_a_game_with_open_cards_belongs_to_the_plain_one(sheet_id, game, plain):
    assert build_script_rules(sheet_of(sheet_id), FOREHAND)["contracts"][game]["plain"] == plain


def test_what_was_posted_stands_in_the_form_again():
    sheet = sheet_of("treffpunkt")
    posted = {
        "p0-contract": "piccolo",
        "p0-declarer": "2",
        "p0-result": "lost",
        "p0-kontra-0": "4",
        "p1-contract": "zwiccolo",
        "p1-declarer": "0",
        "renonce": "3",
        "claim-1": "5",
        "prem-pagat-defence": "announced",
        "prem-pagat-defence-lost": "on",
        "prem-pagat-defence-kontra": "2",
    }
    page = build_entry_page(sheet, NAMES, begin(4, 0), posted, "de")
    first, second, _ = page.plays
    assert [choice.value for choice in first.contracts if choice.chosen] == ["piccolo"]
    assert [choice.label for choice in first.declarers if choice.chosen] == ["Cilli"]
    assert [choice.value for choice in first.opponents[0][2] if choice.chosen] == ["4"]
    assert [choice.value for choice in second.contracts if choice.chosen] == ["zwiccolo"]
    assert [choice.label for choice in page.offenders if choice.chosen] == ["Dora"]
    assert [claimed for _, _, claimed in page.claims] == ["", "5", "", ""]
    pagat = next(row for row in page.premiums if row.premium.id == "pagat").slots[1]
    assert (pagat.side, pagat.lost) == ("defence", True)
    assert [choice.value for choice in (*pagat.forms, *pagat.kontras) if choice.chosen] == ["announced", "2"]


def test_kontras_are_called_as_at_the_table():
    for sheet_id, options in SHEETS:
        sheet = sheet_of(sheet_id, **options)
        first = build_entry_page(sheet, NAMES, begin(4, FOREHAND), {}, "de").plays[0]
        said = ["–", "Kontra", "Rekontra", "Subkontra", "Hirsch"]
        assert [choice.label for choice in first.kontras] == said[: len(first.kontras)]
        assert len(first.kontras) >= 3 or sheet.coins


def test_a_game_beside_the_first_can_be_none_and_is_so_until_one_is_chosen():
    sheet = sheet_of("treffpunkt")
    for posted, none in (({}, True), ({"p1-contract": "zwiccolo"}, False)):
        first, second, _ = build_entry_page(sheet, NAMES, begin(4, 0), posted, "de").plays
        assert all(choice.value for choice in first.contracts)
        assert (second.contracts[0].value, second.contracts[0].chosen) == ("", none)


def test_what_is_played_only_beside_another_game_is_no_first_game_unless_it_stands_there():
    sheet = sheet_of("treffpunkt")
    plays = build_entry_page(sheet, NAMES, begin(4, FOREHAND), {}, "de").plays
    first, beside = ([choice.value for choice in play.contracts] for play in plays[:2])
    assert "zwiccolo" not in first
    assert "piccolo" in first
    assert "zwiccolo" in beside
    changed = build_entry_page(sheet, NAMES, begin(4, FOREHAND), {"p0-contract": "zwiccolo"}, "de").plays[0]
    assert [choice.value for choice in changed.contracts if choice.chosen] == ["zwiccolo"]


FIRST_FOREHAND = 0
VALAT = {"p0-contract": "solo", "p0-declarer": "0", "prem-valat-declarer": "announced"}


def page_of(sheet: str, posted: dict[str, str] | None = None, **options: bool) -> EntryPage:
    return build_entry_page(sheet_of(sheet, **options), NAMES, begin(4, FIRST_FOREHAND), posted or {}, "de")


def game_html(page: EntryPage) -> str:
    """The fields of the first game as the server renders them."""
    return render_to_string("scoring/table/entry/_play.html", {"play": page.plays[0], "at": "0", "entry": page})


def slot_html(page: EntryPage, premium: str) -> str:
    row = next(row for row in page.premiums if row.premium.id == premium)
    return render_to_string("scoring/table/entry/_slot.html", {"row": row, "slot": row.slots[0], "first": True})


@pytest.mark.parametrize(
    ("sheet", "more", "hidden"),
    [
        ("zwanzigerrufen", {}, True),
        ("zwanzigerrufen", {"p0-kontra": "1"}, True),
        ("zwanzigerrufen", {"p0-kontra": "2"}, False),  # it has to be taken away there
        ("zwanzigerrufen", {"prem-valat-declarer": "silent"}, False),
        ("standard", {}, False),
    ],
)
def test_beside_an_announced_valat_there_is_no_kontra_field_on_the_game_where_it_takes_the_one(sheet, more, hidden):
    page = page_of(sheet, VALAT | more)
    assert ('<details data-part="kontra" hidden>' in game_html(page)) == hidden


def test_the_one_field_is_named_kontra_auf_den_valat():
    assert "Kontra auf den Valat" in slot_html(page_of("zwanzigerrufen", VALAT), "valat")
    assert "Kontra auf den" not in slot_html(page_of("standard"), "valat")


def test_where_kontra_is_paid_in_coins_there_is_no_field_for_one():
    page = page_of("wien_2020")
    assert '<details data-part="kontra" hidden>' in game_html(page)
    assert 'data-part="premium-kontra"' not in "".join(slot_html(page, row.premium.id) for row in page.premiums)


@pytest.mark.parametrize(
    ("sheet", "partner", "said"),
    [("treffpunkt", "talon", True), ("treffpunkt", "2", False), ("standard", "talon", False)],
)
def test_with_the_king_in_the_talon_it_says_that_no_kontra_counts_where_none_does(sheet, partner, said):
    page = page_of(sheet, {"p0-contract": "solorufer", "p0-declarer": "0", "p0-partner": partner})
    for html in (game_html(page), slot_html(page, "trull")):
        assert "es zählt kein Kontra" in html
        assert (' data-part="no-kontra">' in html) == said


@pytest.mark.parametrize(("sheet", "fields"), [("standard", 4), ("skoty-trophy", 4), ("steindl", 0), ("karlsruhe", 0)])
def test_claims_are_asked_where_the_sheet_knows_them(sheet, fields):
    assert len(page_of(sheet).claims) == fields


def test_what_the_sheet_writes_as_35_is_said_beside_the_box():
    assert page_of("standard").nearly_half == ("34/2", "35/1")
    assert page_of("treffpunkt").nearly_half == ()


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_each_game_and_premium_has_a_sign_that_is_drawn(sheet_id):
    signs = {find_motif(contract) for contract in sheet_of(sheet_id).contracts.values()}
    assert signs | set(PREMIUMS.values()) <= set(read_icons())
