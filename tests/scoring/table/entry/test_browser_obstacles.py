"""A phone offers a premium just where the engine takes the record after the tap, and else says what the engine does."""

import random
from itertools import product
from typing import Any

import pytest

from scoring.book.hand_form import build_record
from scoring.engine.hand.check import check
from scoring.engine.hand.reader import parse
from scoring.engine.hand.record import SIDES
from scoring.engine.house_rules.sheet import Contract, Sheet
from scoring.engine.points import print_points
from scoring.table.entry.script_data import build_script_rules
from tests.scoring.engine.support.built_in import SHEETS_MOSTLY_HEAVY
from tests.scoring.engine.support.invented_sheets import INVENTED_NAMES
from tests.scoring.engine.support.strategies import choices, startable
from tests.scoring.support.scripts import build_script
from tests.soak import IS_SOAK

Fields = dict[str, str]
Problems = set[tuple[str, str]]
PREMIUMS = build_script("scoring/static/scoring/entry/premiums.js", "findObstacle", "known", "contractOf", "rules")
SHEETS = 4 if IS_SOAK else 1  # by their options
HANDS = 4  # of each sheet, each with up to five premiums
BLANK = '<form id="entry"></form><script id="rules" type="application/json">{}</script>'
# For each hand: the code of what stands against each premium that could be entered next; "": nothing.
FIND = """([sheet, hands, claims]) => {
  Object.assign(rules, sheet);
  return hands.map((fields) => {
    document.forms.entry.replaceChildren(
      ...Object.entries(fields).map(([name, value]) => Object.assign(document.createElement("input"), { name, value })),
    );
    const contract = contractOf(0);
    const now = known(contract);
    return claims.map(([id, side, form_, won]) =>
      findObstacle({ id, side, kind: `${id}-${form_}`, won }, contract, now)?.code ?? "");
  });
}"""


def deal(sheet: Sheet, contract: Contract, dice: random.Random) -> Fields:
    """A hand without premiums: how it ended may be open, said, by points, conceded, or broken off by a Renonce."""
    fields = {"p0-contract": contract.id, "p0-declarer": "1" if contract.by != "forehand" else "0"}
    if contract.partner:
        fields["p0-partner"] = dice.choice(["2", "talon"]) if contract.partner == "king" else "2"
    ending = dice.choice(["", "won", "lost", "points", "points", "renonce", "conceded"])
    if ending == "conceded" and contract.can_concede:
        return fields | {"p0-partner": "talon", "p0-result": ending}
    if ending == "points":
        limits = [premium.points for premium in sheet.premiums.values() if premium.points] + [contract.win, sheet.total]
        points = min(sheet.total, max(0, dice.choice(limits) + dice.choice((-3, 0, 3))))
        fields["p0-points"] = print_points(dice.choice((points, sheet.total - points)) // 3 * 3)
    elif ending:
        fields |= {"p0-result": ending} if ending in ("won", "lost") else {"renonce": "3"}
    return fields | {"p0-kontra": dice.choice("12")} if contract.game.kontra > 1 else fields


def list_problems(fields: Fields, sheet: Sheet, more: dict[str, Any] | None = None) -> Problems:
    """The problems of a hand: of one more premium those alone that it brings along."""
    raw = build_record(fields, sheet, 0) | {"forehand": 0}
    premiums = [*raw.get("premiums", []), *([more] if more else [])]
    record, _problems = parse(raw | {"premiums": premiums})
    assert record is not None
    return {(problem.path, problem.code) for problem in check(record, sheet)}


def find_codes(fields: Fields, sheet: Sheet, claim: tuple[str, str, str, bool]) -> set[str]:
    """The codes of what the engine says against one more premium."""
    premium, side, form, won = claim
    more = {"premium": premium, "side": side, "announced": form == "announced", "won": won}
    if sheet.premiums[premium].between_players:
        declarer, opponent = int(fields["p0-declarer"]), 3
        more |= dict(zip(("by", "from"), (declarer, opponent)[:: 1 if side == "declarer" else -1], strict=True))
    if sheet.premiums[premium].takes_kontra and more["announced"] and "p0-kontra" in fields:
        more["kontra"] = int(fields["p0-kontra"])  # it goes along
        fields = fields | {"p0-kontra": "1"}
    new = list_problems(fields, sheet, more) - list_problems(fields, sheet)
    return {code.removeprefix(f"{premium}_") for path, code in new if path.startswith("premiums") or "contra" in code}


@pytest.mark.parametrize(
    "sheet_id", [*SHEETS_MOSTLY_HEAVY, *(pytest.param(name, marks=pytest.mark.heavy) for name in INVENTED_NAMES)]
)
def test_a_premium_is_offered_just_where_the_engine_takes_it_and_else_the_code_is_the_engines(chromium, sheet_id):
    dice = random.Random(sheet_id)
    page = chromium.new_page()
    page.set_content(BLANK)
    page.evaluate(PREMIUMS)
    for chosen in dice.sample(choices(sheet_id), min(SHEETS, len(choices(sheet_id)))):
        sheet = chosen.sheet
        claims = list(product(sheet.premiums, SIDES, ("silent", "announced"), (True, False)))
        contracts = startable(sheet)["sided"]
        hands, expected = [], []
        for _ in range(HANDS if contracts else 0):
            contract = dice.choice(contracts)
            fields = deal(sheet, contract, dice)
            forms = [(name, "announced" if announced else "silent") for name, announced in contract.forms]
            own = [
                claim
                for claim in claims
                if sheet.premiums[claim[0]].side in (None, claim[1]) and (claim[0], claim[2]) in forms
            ]
            for _step in range(6):
                free = [claim for claim in own if f"prem-{claim[0]}-{claim[1]}" not in fields]
                codes = {claim: find_codes(fields, sheet, claim) for claim in free}
                hands.append(fields)
                expected.append(codes)
                possible = [claim for claim in free if not codes[claim]]
                if not possible:
                    break
                premium, side, form, won = dice.choice(possible)
                name = f"prem-{premium}-{side}"
                fields = fields | {name: form} | ({} if won else {f"{name}-lost": "on"})
        answers = page.evaluate(FIND, [build_script_rules(sheet, 0), hands, claims])
        for fields, codes, answer in zip(hands, expected, answers, strict=True):
            shown = dict(zip(claims, answer, strict=True))
            # What was not announced is not entered as lost after a Renonce either, though a record may have it so.
            wrong = {
                claim: (shown[claim], found)
                for claim, found in codes.items()
                if shown[claim] not in (found or {""}) and not ("renonce" in fields and shown[claim] == "silent_lost")
            }
            assert not wrong, (fields, wrong)
    page.context.close()


COLOUR = {"p0-contract": "farbensolo", "p0-declarer": "1", "p0-kontra": "2"}
DREIER = {"p0-contract": "dreier", "p0-declarer": "1"}
SOLO = {"p0-contract": "solorufer", "p0-declarer": "1"}
ANNOUNCED, SILENT = ({"prem-valat-declarer": form} for form in ("announced", "silent"))
MISSED = {"prem-koenig_ultimo-declarer": "silent", "prem-koenig_ultimo-declarer-lost": "on"}
LYING = {"p0-partner": "talon"}
TOGETHER = [  # a hand, one more premium, and what stands against it on the phone and in the engine
    ("oberoesterreich_2023", COLOUR, "valat-defence-announced", "premium_beside_kontra"),
    ("oberoesterreich_2023", COLOUR, "valat-declarer-announced", ""),
    ("oberoesterreich_2023", DREIER | {"p0-kontra": "2"}, "valat-defence-announced", ""),
    ("oesterreich_finale_2021", COLOUR, "valat-defence-announced", ""),
    ("wien_2020", DREIER | ANNOUNCED, "trull-declarer-announced", "premium_excluded"),
    ("wien_2020", DREIER | SILENT, "trull-declarer-announced", ""),
    ("kaernten_2023", DREIER | ANNOUNCED, "koenige-defence-announced", "premium_excluded"),
    ("treffpunkt", SOLO | LYING | SILENT, "koenigfang-defence-silent", "premium_denied"),
    ("treffpunkt", SOLO | LYING | SILENT | {"p0-contract": "besserrufer"}, "koenigfang-defence-silent", ""),
    ("treffpunkt", SOLO | {"p0-partner": "2"} | MISSED, "pagat-declarer-announced", "premium_denied"),
]


@pytest.mark.parametrize(("sheet_id", "fields", "claim", "code"), TOGETHER)
def test_what_a_sheet_does_not_let_stand_together_a_phone_refuses_as_the_engine_does(
    chromium, sheet_id, fields, claim, code
):
    sheet = next(chosen.sheet for chosen in choices(sheet_id))
    premium, side, form = claim.rsplit("-", 2)
    page = chromium.new_page()
    page.set_content(BLANK)
    page.evaluate(PREMIUMS)
    answers = page.evaluate(FIND, [build_script_rules(sheet, 0), [fields], [[premium, side, form, True]]])
    assert answers == [[code]]
    assert find_codes(fields, sheet, (premium, side, form, True)) == ({code} if code else set())
    page.context.close()
