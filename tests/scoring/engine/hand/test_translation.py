"""A hand that another sheet has under another name, or with its kontra in coins, is translated and exists there."""

from typing import Any

import pytest

from scoring.engine.hand.check import check
from scoring.engine.hand.reader import parse
from scoring.engine.hand.record import translate_record
from scoring.engine.hand.score import score
from scoring.engine.points import SIXTHS
from tests.scoring.engine.support.built_in import sheet_of

BIRD = {"side": "declarer", "announced": True}
COINS, NAME = "in coins", "called"


def besser(contract: str, *birds: str, **play: Any) -> dict[str, Any]:
    premiums = [{"premium": bird, **BIRD} for bird in birds]
    return {
        "plays": [{"contract": contract, "declarer": 1, "partner": 3, "result": "won", **play}],
        "premiums": premiums,
    }


UHU = {
    "plays": [{"contract": "dreier", "declarer": 0, "result": "won"}],
    "premiums": [{"premium": "uhu", "kontra": 2, **BIRD}],
}
BETTLER = {"plays": [{"contract": "bettler", "declarer": 0, "result": "won", "kontra": {"2": 4}}]}
HANDS = [  # from, to, the hand; there: its game, what the declarer gets, what is said
    ("standard", "wien_2020", UHU, "dreier", 27, [COINS]),
    ("standard", "kaernten_2023", BETTLER, "bettler", 12, [COINS]),
    ("standard", "tirol_2020", besser("besserrufer", "kakadu"), "besserrufer_hoch", 7, [NAME]),
    ("standard", "tirol_2020", besser("besserrufer", "uhu"), "besserrufer", 5, []),
    ("standard", "wien_2020", besser("besserrufer", "pagat", "quapil", kontra=2), "quapilrufer", 11, [NAME, COINS]),
    ("wien_2020", "standard", besser("kakadurufer", "kakadu"), "besserrufer", 8, [NAME]),
    ("tirol_2020", "treffpunkt", besser("besserrufer_hoch", "quapil"), "besserrufer", 10, [NAME]),
    ("steindl", "oberoesterreich_2023", besser("uhurufer", "uhu"), "besserrufer", 5, [NAME]),
]  # fmt: skip


@pytest.mark.parametrize(("own", "other", "raw", "game", "paid", "said"), HANDS)
def test_a_hand_with_a_counterpart_is_paid_by_it_and_that_is_said(own, other, raw, game, paid, said):
    record, problems = parse({"forehand": 0, **raw})
    assert record is not None
    assert not problems
    assert check(record, sheet_of(own)) == []
    translation = translate_record(record, sheet_of(own), sheet_of(other))
    assert translation.record.plays[0].contract == game
    assert check(translation.record, sheet_of(other)) == []
    assert score(translation.record, sheet_of(other)).payouts[record.plays[0].declarer] == paid * SIXTHS
    assert [word for word in (NAME, COINS) if any(word in english for _german, english in translation.remarks)] == said


@pytest.mark.parametrize(
    ("own", "other", "raw"),
    [
        ("standard", "skoty-trophy", UHU),  # kontra counts there too
        ("standard", "wien_2020", besser("solobesser", "uhu")),  # nobody bids a bird without the talon there
        ("steindl", "wien_2020", besser("geierrufer", "geier")),
        ("standard", "karlsruhe", besser("besserrufer", "uhu")),
    ],
)
def test_what_has_no_counterpart_stays_as_it_was_played(own, other, raw):
    record, _problems = parse(raw)
    assert record is not None
    assert translate_record(record, sheet_of(own), sheet_of(other)) == (record, ())
