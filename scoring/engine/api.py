"""The engine for other programs, as `tarock_engine`: ten functions, JSON values in and out (docs/dev/engine-api.md).

Whatever else is in this package may change with any version; what is here changes with a new first number only.
"""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple, NotRequired, TypedDict

from scoring.engine.agreement import Stakes
from scoring.engine.evening.state import FEWEST_PLAYERS, MOST_PLAYERS, Evening, Session, begin
from scoring.engine.hand.examples import Example
from scoring.engine.hand.examples import load_examples as _load_examples
from scoring.engine.hand.explain import encode_json
from scoring.engine.hand.scorer import RecordScorer, format_explained_answer
from scoring.engine.house_rules.library import BUILT_IN, load, load_built_in
from scoring.engine.house_rules.loader import Rules
from scoring.engine.problems import ProblemPlace, SheetError
from scoring.engine.settlement import Standing, Transfer
from scoring.engine.settlement import settle_accounts as _settle
from scoring.engine.texts import describe_placed_problem

__all__ = [
    "Answer",
    "AnswerError",
    "AnswerLine",
    "AnswerWarning",
    "Evening",
    "Example",
    "Rules",
    "Settlement",
    "SheetError",
    "Transfer",
    "begin_evening",
    "describe_errors",
    "explain_hand",
    "list_examples",
    "list_sheets",
    "load_sheet",
    "play_hand",
    "read_sheet",
    "score_hand",
    "settle_evening",
]


class AnswerLine(TypedDict):
    """A line of a score: a game, a premium, or what follows from a broken rule."""

    item: str  # the id of the contract or premium
    kind: str  # "contract", "premium", "renonce" or "claim"
    value: int | str  # points before the multipliers; a fraction as text, "5/2"
    won: bool | None
    factors: list[list[Any]]  # a name and a number each, in the order in which they multiply
    amounts: list[str]  # points for each seat; together 0
    note: str  # the line in a sentence
    opponent: NotRequired[int]  # where the declarer plays each opponent alone


class AnswerError(TypedDict):
    """A reason why a record has no score."""

    path: str  # in the record: "plays/0/points"
    code: str
    message: str


class AnswerWarning(TypedDict):
    """Something that is legal but worth a second look."""

    code: str
    message: str


class Answer(TypedDict):
    """The answer to a record: where `ok` is true, the score; else the errors. Amounts are texts: "-36", "3/2"."""

    id: str | None
    ok: bool
    payouts: NotRequired[list[str]]  # points for each seat; together 0
    schrift: NotRequired[list[str]]  # the same in the written score
    starts_radl: NotRequired[bool]
    radl_deals: NotRequired[int | str]  # how many deals it lasts; "round": one for every player
    lines: NotRequired[list[AnswerLine]]
    warnings: NotRequired[list[AnswerWarning]]
    errors: NotRequired[list[AnswerError]]
    forehand: NotRequired[int]  # this and the rest in an evening only
    radl: NotRequired[bool | int]
    totals: NotRequired[list[str]]
    active: NotRequired[list[int]]  # at tables of five and six: the places of the four seats
    redeal: NotRequired[bool]
    void: NotRequired[bool]


class Settlement(NamedTuple):
    """An evening in money: cents by place, and the fewest payments that settle them."""

    cents: tuple[int, ...]
    payments: tuple[Transfer, ...]


def list_sheets() -> tuple[str, ...]:
    """Return the ids of the house rules that come with the engine.

    >>> "treffpunkt" in list_sheets()
    True
    """
    return BUILT_IN


def load_sheet(sheet_id: str) -> Rules:
    """Return house rules that come with the engine; KeyError for an unknown id.

    >>> load_sheet("treffpunkt").table["id"] == "treffpunkt"
    True
    >>> load_sheet("nobodys")
    Traceback (most recent call last):
    KeyError: 'nobodys'
    """
    rules = load_built_in(sheet_id)
    if rules is None:
        raise KeyError(sheet_id)
    return rules


def read_sheet(text: str) -> Rules:
    """Return house rules from the text of a sheet file, which may extend a built-in one; SheetError if it is refused.

    >>> score_hand({"plays": [{"contract": "rufer", "declarer": 0, "partner": 2, "points": "46"}]},
    ...     read_sheet('id = "ours"\\nextends = "treffpunkt"\\nsource = "our club"\\n[contracts.rufer]\\nvalue = 7')
    ... )["payouts"]
    ['7', '-7', '7', '-7']
    """
    return load(text)


def describe_errors(error: SheetError, language: str = "de") -> list[str]:
    """Return what is wrong with a sheet file, a sentence for each place.

    >>> try:
    ...     read_sheet('id = "ours"\\nextends = "nobody"\\nsource = "our club"')
    ... except SheetError as error:
    ...     describe_errors(error, "en")[0][:23]
    'line 2, column 1, exten'
    """
    places = error.places or (ProblemPlace(1, 1),) * len(error.problems)
    return [
        describe_placed_problem(problem, place, language) for problem, place in zip(error.problems, places, strict=True)
    ]


def list_examples(sheet_id: str) -> tuple[Example, ...]:
    """Return the hands that come with a built-in sheet, each with what it pays and the paragraph that says so.

    >>> [list_examples(sheet)[0].record["sheet"] == sheet for sheet in list_sheets()] == [True] * len(list_sheets())
    True
    """
    load_sheet(sheet_id)
    return _load_examples(sheet_id)


def score_hand(record: Mapping[str, Any], rules: Rules, language: str = "de") -> Answer:
    """Return the score of one hand by itself, or what is wrong with its record.

    >>> hand = {"plays": [{"contract": "rufer", "declarer": 0, "partner": 2, "points": "46"}]}
    >>> answer = score_hand(hand, load_sheet("treffpunkt"), "en")
    >>> answer["ok"], answer["payouts"]
    (True, ['1', '-1', '1', '-1'])
    >>> score_hand({"plays": []}, load_sheet("treffpunkt"), "en")["errors"][0]["path"]
    'plays'
    """
    scorer = _build_scorer(rules, language)
    answer: Answer = json.loads(scorer.answer(scorer.score_raw(dict(record))))
    return answer


def explain_hand(record: Mapping[str, Any], rules: Rules, language: str = "de") -> str:
    """Return the score of one hand as lines for people, with the formula that stands on paper.

    >>> hand = {"plays": [{"contract": "rufer", "declarer": 0, "partner": 2, "points": "46", "kontra": 2}]}
    >>> explain_hand(hand, load_sheet("treffpunkt"), "en").splitlines()[0]
    '  1×2 = 2'
    """
    scorer = _build_scorer(rules, language)
    result = scorer.score_raw(dict(record))
    return format_explained_answer(scorer.answer(result), result, language)


def begin_evening(players: int = FEWEST_PLAYERS, forehand: int = 0) -> Evening:
    """Return an evening before its first deal: who is forehand (a place), no Radl, all totals 0.

    >>> begin_evening(5, 3).active
    (3, 4, 0, 1)
    >>> begin_evening(4, 4)
    Traceback (most recent call last):
    ValueError: 4 players with the forehand at place 4
    """
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS or not 0 <= forehand < players:
        raise ValueError(f"{players} players with the forehand at place {forehand}")
    return begin(players, forehand)


def play_hand(
    evening: Evening, record: Mapping[str, Any], rules: Rules, language: str = "de"
) -> tuple[Answer, Evening]:
    """Return the answer to the next hand of an evening, and the evening after it; the same one if it is refused.

    The evening fills in forehand and Radl. `{"void": true}` is a deal that counts nothing, `{"redeal": true}` one that
    is dealt again.

    >>> answer, after = play_hand(begin_evening(), {"void": True}, load_sheet("treffpunkt"))
    >>> answer["void"], after.forehand
    (True, 1)
    """
    session = Session(_build_scorer(rules, language))
    session.evening = evening
    text, _result = session.answer_line(encode_json(dict(record)).encode())
    answer: Answer = json.loads(text)
    return answer, session.evening


def settle_evening(evening: Evening, cents: int) -> Settlement:
    """Return what everybody gets (or, negative, pays) at so many cents a point, and the fewest payments for that.

    >>> hand = {"plays": [{"contract": "rufer", "declarer": 0, "partner": 2, "points": "46"}]}
    >>> settle_evening(play_hand(begin_evening(), hand, load_sheet("treffpunkt"))[1], 10).cents
    (10, -10, 10, -10)
    """
    people = [Standing(total, written, total) for total, written in zip(evening.totals, evening.written, strict=True)]
    settlement = _settle(people, Stakes(cents))
    return Settlement(tuple(person.balance for person in settlement.people), settlement.payments)


def _build_scorer(rules: Rules, language: str) -> RecordScorer:
    own: str = rules.table["id"]
    return RecordScorer(lambda sheet_id: rules if sheet_id == own else load_built_in(sheet_id), own, language)
