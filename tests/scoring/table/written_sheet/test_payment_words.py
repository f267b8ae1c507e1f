"""A hand as a sentence to one player: every number of it is what the entries pay."""

import re
import unicodedata
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.hand.reader import parse
from scoring.engine.hand.record import SEATS
from scoring.engine.hand.score import score
from scoring.engine.house_rules.library import BUILT_IN, load_built_in
from scoring.engine.points import SIXTHS
from scoring.table.written_sheet.payment_words import NOBODY, tell_payment
from tests.scoring.engine.support.invented_sheets import find_rules
from tests.scoring.engine.support.strategies import ANY_INVENTED, cases

NAMES = ("Anna", "Berta", "Cilli", "Dora")

NUMBER = re.compile("−?([0-9]*)([⅙⅓½⅔⅚]?)")
LABEL = re.compile(r" \([^()]*(?:\([^()]*\)[^()]*)*\)")  # behind a number: a name, which may have a bracket of its own
TERMS = re.compile(r"[()+−×÷]|[0-9]+[⅙⅓½⅔⅚]?|[⅙⅓½⅔⅚]")
PAYS = {"de": ("zahlst", "bekommst"), "en": ("pay", "get")}
RUFER = {"contract": "rufer", "declarer": 0, "partner": 2, "result": "won"}
SOLO_VALAT = {
    "plays": [{"contract": "solodreier", "declarer": 2, "result": "won"}],
    "premiums": [{"premium": "valat", "side": "declarer", "announced": True}],
}
TRISCHAKEN = {"contract": "trischaken", "declarer": 0, "points": ["23/1", "23/1", "23/1", 0]}
DREIER = {"contract": "dreier", "declarer": 0, "result": "won"}
TWO_LOSERS = {"contract": "trischaken", "declarer": 0, "losers": [0, 1]}
LONE_LOSER = {"contract": "trischaken", "declarer": 0, "losers": [0], "jungfrauen": [3]}
EVEN = {"plays": [RUFER], "premiums": [{"premium": "pagat", "side": "defence"}]}
WITH_CLAIMS = {"plays": [RUFER], "renonce": {"seat": 0, "claims": {"1": 3, "2": 2, "3": 1}}}
BETTLER_OF_CILLI = {"contract": "bettler", "declarer": 2, "result": "lost"}
BETTLER = {"contract": "bettler", "declarer": 1, "result": "won"}


def read_number(text: str) -> Fraction:
    """An amount as it is written for people."""
    found = NUMBER.fullmatch(text)
    assert found is not None, text
    sixths = round(unicodedata.numeric(found[2]) * SIXTHS) if found[2] else 0
    size = Fraction(found[1] or 0) + Fraction(sixths, SIXTHS)
    return -size if text.startswith("−") else size


def compute(text: str) -> Fraction:
    """The value of a formula, without what its numbers are called."""
    signs = {"×": "*", "÷": "/", "−": "-"}
    parts = TERMS.findall(LABEL.sub("", text))
    assert "".join(parts) == LABEL.sub("", text).replace(" ", ""), text
    source = "".join(part if part in "()+" else signs.get(part) or f"F({str(read_number(part))!r})" for part in parts)
    return Fraction(eval(source, {"F": Fraction}))


def tell(sheet: str, raw: dict[str, object], reader: int = NOBODY, language: str = "de") -> str:
    """The sentence about a hand under a built-in sheet, or an invented one."""
    record, problems = parse(raw)
    assert record is not None
    assert not problems
    rules = load_built_in(sheet) if sheet in BUILT_IN else find_rules(sheet)
    assert rules is not None
    words = tell_payment(score(record, rules.build_sheet()), NAMES, language, reader)
    return ": ".join(filter(None, (words.sentence, words.terms)))


@pytest.mark.parametrize("sheet_id", [*BUILT_IN, ANY_INVENTED])
@given(data=st.data())
def test_every_number_of_the_sentence_is_that_of_the_entries(sheet_id, data):
    case = data.draw(cases(sheet_id))
    language = data.draw(st.sampled_from(["de", "en"]))
    scored = score(case.record, case.sheet)
    for seat in SEATS:
        own = scored.payouts[seat]
        words = tell_payment(scored, NAMES, language, seat)
        sums = [read_number(found) for found in re.findall(r"[0-9]+[⅙⅓½⅔⅚]?|[⅙⅓½⅔⅚]", words.sentence)]
        due = Fraction(abs(own), SIXTHS)
        assert words.seat == seat
        assert (PAYS[language][0] in words.sentence) == (own < 0)
        assert (PAYS[language][1] in words.sentence) == (own > 0)
        assert max(sums, default=0) == due, words
        if not words.terms:
            assert not any(line.amounts[seat] for line in scored.lines)
            continue
        formula, _equals, total = words.terms.partition(" = ")
        each = read_number(total) if total else compute(formula)
        assert compute(formula) == each, words
        assert each in {due, sums[0] if sums else Fraction(0)}, words
        assert due == each or due == each * (len(SEATS) - 1), words
        for name in NAMES:
            other = re.search(rf"\b{name} ([0-9⅙⅓½⅔⅚]+)", words.sentence)
            assert other is None or read_number(other[1]) == Fraction(abs(scored.payouts[NAMES.index(name)]), SIXTHS)


@pytest.mark.parametrize(
    ("sheet", "raw", "reader", "sentence"),
    [
        ("treffpunkt", {"plays": [RUFER]}, 0, "Du bekommst 1: 1 (Rufer)"),
        ("treffpunkt", {"plays": [RUFER]}, 1, "Du zahlst 1: 1 (Rufer)"),
        ("treffpunkt", {"plays": [RUFER]}, NOBODY, "Anna bekommt 1: 1 (Rufer)"),
        (
            "treffpunkt",
            {"plays": [{"contract": "sechserdreier", "declarer": 0, "result": "lost"}], "radl": True, "forehand": 0},
            0,
            "Du zahlst 16 an jeden, zusammen 48: 4 (Sechserdreier) × 2 (verloren) × 2 (Radl) = 16",
        ),
        (
            "treffpunkt",
            {"plays": [{"contract": "sechserdreier", "declarer": 0, "result": "lost"}], "radl": True, "forehand": 0},
            2,
            "Du bekommst 16 von Anna: 4 (Sechserdreier) × 2 (verloren) × 2 (Radl) = 16",
        ),
        (
            "treffpunkt",
            {"plays": [{**BETTLER, "kontra": {"0": 2}}]},
            0,
            "Du zahlst 8 an Berta: 4 (Bettler) × 2 (Kontra) = 8",
        ),
        (
            "treffpunkt",
            {"plays": [DREIER], "renonce": {"seat": 1}},
            1,
            "Du zahlst 25: an Anna 15, an Cilli 5, an Dora 5: 5 × 5 (Dreier, Renonce) = 25",
        ),
        (
            "treffpunkt",
            {"plays": [{**DREIER, "kontra": 2}], "renonce": {"seat": 1}},
            2,
            "Du bekommst 10 von Berta: 5 (Dreier, Renonce) × 2 (Kontra) = 10",
        ),
        ("karlsruhe", {"plays": [TRISCHAKEN]}, 1, "Du zahlst ⅔ an Dora: 2 (Fahrer) ÷ 3 = ⅔"),
        ("standard", {"plays": [TWO_LOSERS]}, 1, "Du zahlst 2: 2 (Trischaken)"),
        ("standard", {"plays": [TWO_LOSERS]}, 2, "Du bekommst 3: 3 × 2 (Trischaken) ÷ 2 = 3"),
        (
            "treffpunkt",
            SOLO_VALAT,
            2,
            "Du bekommst 40 von jedem, zusammen 120: 10 (Solodreier) + 30 (Valat angesagt) = 40",
        ),
        ("treffpunkt", {"plays": [TRISCHAKEN]}, 1, "Du zahlst 1⅓ an Dora: 2 × 2 (Trischaken) ÷ 3 = 1⅓"),
        (
            "treffpunkt",
            {"plays": [TRISCHAKEN]},
            NOBODY,
            "Dora bekommt 1⅓ von jedem, zusammen 4: 2 × 2 (Trischaken) ÷ 3 = 1⅓",
        ),
        (
            "treffpunkt",
            {"plays": [{**BETTLER, "kontra": {"0": 2}}, BETTLER_OF_CILLI]},
            1,
            "Du bekommst 20: von Anna 4, von Cilli 16: "
            "4 (Bettler) × 2 (Kontra) + 4 (Bettler) + 4 (Bettler) + 4 (Bettler verloren) = 20",
        ),
        (
            "treffpunkt",
            {"plays": [{**BETTLER, "kontra": {"0": 2}}, BETTLER_OF_CILLI]},
            2,
            "Du zahlst 16 an Berta: 4 (Bettler) + 3 × 4 (Bettler verloren) = 16",
        ),
        (
            "treffpunkt",
            {"plays": [{**BETTLER, "kontra": {"0": 2}}, BETTLER_OF_CILLI]},
            3,
            "Für dich ändert sich nichts: −4 (Bettler) + 4 (Bettler verloren) = 0",
        ),
        (
            "treffpunkt",
            {"plays": [{**BETTLER, "kontra": {"0": 2, "2": 2, "3": 2}}]},
            1,
            "Du bekommst 8 von jedem, zusammen 24: 4 (Bettler) × 2 (Kontra) = 8",
        ),
        ("treffpunkt", EVEN, NOBODY, "Niemand zahlt etwas: 1 (Rufer) − 1 (Pagat) = 0"),
        (
            "treffpunkt",
            WITH_CLAIMS,
            0,
            "Du zahlst 9: an Berta 4, an Cilli 3, an Dora 2: "
            "3 × 1 (Rufer, Renonce) + 3 (Forderung) + 2 (Forderung) + 1 (Forderung) = 9",
        ),
        ("standard", {"plays": [LONE_LOSER]}, 0, "Du zahlst 12 an Dora: 3 × 2 (Trischaken) × 2 (Vorhand) = 12"),
    ],
)
def test_a_hand_is_a_sentence_to_its_reader(sheet, raw, reader, sentence):
    assert tell(sheet, raw, reader) == sentence
