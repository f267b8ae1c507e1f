"""Examples in words and numbers: what was played, and what it pays under one or two rules."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.hand.examples import Example
from scoring.engine.hand.record import SEATS, HandRecord
from scoring.engine.hand.scorer import Result
from scoring.engine.hand.story import tell_hand
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.points import SIXTHS, parse_amount
from scoring.engine.texts import describe_problem, pick_language
from scoring.table.written_sheet.selectors import ScoredHand, build_scored_hand
from tarockclub.kit.amounts import format_points

SEAT_NAMES = ("A", "B", "C", "D")  # in the playing order
REFUSED = "-"  # the group of the hands that the sheet refuses; no id of a contract


class ScoredExample(NamedTuple):
    """An example with what it comes to."""

    example: Example
    results: tuple[Result, ...]  # under the rules that it is an example of, and perhaps under others
    stands_out: bool  # it does not pay what was expected, or not the same under both

    @property
    def game(self) -> str:
        """The id of its first contract, or REFUSED."""
        record, _problems, score = self.results[0]
        return REFUSED if record is None or score is None else record.plays[0].contract

    @property
    def sheet(self) -> Sheet | None:
        """The sheet that accepts it, with its options; None where it is refused."""
        score = self.results[0].score
        return None if score is None else score.sheet

    def name_group(self, language: str) -> "ExampleGroup":
        """Return its group, in the words of the sheet."""
        if self.sheet is None:
            return ExampleGroup(REFUSED, _("Not accepted"), "")
        contract = self.sheet.contracts[self.game]
        return ExampleGroup(self.game, pick_language(contract.names, language), contract.ref)


class ExampleGroup(NamedTuple):
    """The examples of a game, or those that are refused."""

    game: str
    name: str
    ref: str


class Outcome(NamedTuple):
    """The outcome of a hand under some rules: a score, or the sentences of its problems."""

    scored: ScoredHand | None
    problems: tuple[str, ...]


class ShownExample(NamedTuple):
    """An example in words."""

    group: ExampleGroup
    example: Example
    title: str  # who played what
    circumstances: str
    outcomes: tuple[Outcome, ...]
    stands_out: bool
    expected: str  # the expected payouts if there are others

    @property
    def text(self) -> str:
        """All its words, for a search."""
        formulas = (outcome.scored.formula for outcome in self.outcomes if outcome.scored is not None)
        problems = (problem for outcome in self.outcomes for problem in outcome.problems)
        return " ".join((self.group.name, self.title, self.circumstances, *formulas, *problems))


def describe_example(scored: ScoredExample, rules: Sequence[Rules], language: str) -> ShownExample:
    """Return an example in words, with the names of the first rules under which it exists."""
    both = zip(scored.results, rules, strict=True)
    result, own = next((pair for pair in both if pair[0].score is not None), (scored.results[0], rules[0]))
    title, circumstances = scored.example.name, ""
    if result.record is not None:
        options = {name: on for name, on in result.record.options if name in own.defaults}
        sheet = own.build_sheet(options)
        words = None if result.score is not None else own.item_names
        title = tell_hand(result.record, sheet, SEAT_NAMES, language, result.score, words)
        circumstances = " · ".join(_list_circumstances(result.record, sheet, options, language))
    unexpected = scored.stands_out and len(scored.results) == 1
    return ShownExample(
        group=scored.name_group(language),
        example=scored.example,
        title=title,
        circumstances=circumstances,
        outcomes=tuple(describe_result(outcome, language, *rules) for outcome in scored.results),
        stands_out=scored.stands_out,
        expected=_format_expected(scored.example) if unexpected else "",
    )


def describe_result(result: Result, language: str, *rules: Rules) -> Outcome:
    """Return what a hand comes to; beside the formula stand the words of the paper sheet, as the story is the title.

    `rules`: those that say what games and premiums are called that its sheet does not have, the first one first.
    """
    if result.record is None or result.score is None:
        names = {item: name for own in reversed(rules) for item, name in own.item_names.items()}
        return Outcome(None, tuple(describe_problem(problem, language, names) for problem in result.problems))
    scored = build_scored_hand(result.record, result.score, SEAT_NAMES, language)
    return Outcome(scored._replace(story=scored.remark), ())


def _list_circumstances(record: HandRecord, sheet: Sheet, options: dict[str, bool], language: str) -> Iterator[str]:
    """Return what a hand depends on beside the cards."""
    contract = sheet.contracts.get(record.plays[0].contract) if record.plays else None
    in_title = contract is not None and contract.is_trischaken and record.plays[0].declarer == record.forehand
    if record.forehand is not None and record.forehand in SEATS and not in_title:
        yield _("forehand: %(name)s") % {"name": SEAT_NAMES[record.forehand]}
    if record.radl is not None and record.radl > 1:
        yield pick_language(sheet.doubling.within, language)
    for option, on in options.items():
        name = pick_language(sheet.options[option].names, language)
        yield name if on else _("without: %(rule)s") % {"rule": name}


def _format_expected(example: Example) -> str:
    if example.payouts is None:
        return _("not accepted")
    amounts = zip(SEAT_NAMES, map(parse_amount, example.payouts), strict=True)
    return ", ".join(f"{name} {format_points(int((amount or 0) * SIXTHS))}" for name, amount in amounts)
