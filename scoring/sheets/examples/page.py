"""The data of the pages of examples, in words and numbers: those of a sheet, and the same beside another sheet."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.http import HttpRequest
from django.utils.translation import gettext as _

from scoring.book.sheet_library import list_readable_sheets
from scoring.engine.hand.examples import Example, ExampleResult, compare_examples, load_examples, run_examples
from scoring.engine.hand.record import SEATS, HandRecord
from scoring.engine.hand.scorer import Result
from scoring.engine.hand.story import tell_hand
from scoring.engine.house_rules.library import BUILT_IN, load_built_in
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.paper_facts import format_ref
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.points import SIXTHS, parse_amount
from scoring.engine.texts import describe_problem, pick_language
from scoring.models import SheetExample
from scoring.table.written_sheet.selectors import ScoredHand, build_scored_hand
from tarockclub.kit.amounts import format_points
from tarockclub.kit.tables import find_matching
from tarockclub.kit.tables.search import split_words
from tarockclub.kit.tables.table import build_page_address, list_page_links

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
        return ExampleGroup(self.game, pick_language(contract.names, language), format_ref(contract.ref, language))


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


ON_A_PAGE = 25


class ExampleList(NamedTuple):
    """Examples as `scoring/sheets/examples/_examples.html` shows them: under one sheet, or two side by side."""

    rules: tuple[Rules, ...]
    scored: list[ScoredExample]  # in the order of the sheet
    language: str

    @property
    def standing_out(self) -> int:
        """The number of those that do not pay what was expected, or not the same under both."""
        return sum(scored.stands_out for scored in self.scored)

    def list_games(self) -> list[tuple[ExampleGroup, int]]:
        """Return the games that there are examples of, and of how many."""
        groups = {scored.game: scored.name_group(self.language) for scored in self.scored}
        counts = Counter(scored.game for scored in self.scored)
        return [(group, counts[game]) for game, group in groups.items()]

    def keep_standing_out(self) -> "ExampleList":
        """Return only those that stand out."""
        return self._replace(scored=[scored for scored in self.scored if scored.stands_out])

    def describe(self) -> list[ShownExample]:
        """Return the examples in words."""
        return [describe_example(scored, self.rules, self.language) for scored in self.scored]


def list_example_results(rules: Rules, results: Iterable[ExampleResult], language: str) -> ExampleList:
    """Return examples with what they come to under a sheet."""
    scored = [ScoredExample(ran.example, (ran.result,), not ran.agrees) for ran in results]
    return ExampleList((rules,), _sort_by_game(scored, rules), language)


def count_agreeing(rules: Rules, examples: Sequence[Example]) -> tuple[int, int]:
    """Return how many examples pay what they shall, and how many there are."""
    return sum(result.agrees for result in run_examples(rules, examples)), len(examples)


def put_beside(before: Rules, after: Rules, examples: Iterable[Example], language: str) -> ExampleList:
    """Return examples with what they come to under two sheets."""
    compared = compare_examples(before, after, examples)
    scored = [ScoredExample(both.example, (both.before, both.after), both.differs) for both in compared]
    return ExampleList((before, after), _sort_by_game(scored, before), language)


def _sort_by_game(scored: Sequence[ScoredExample], rules: Rules) -> list[ScoredExample]:
    """Sort examples as the sheet sorts its games, with those that only an option has; what it refuses comes last."""
    games = list(rules.build_sheet().contracts)
    for sheet in dict.fromkeys(example.sheet for example in scored if example.sheet is not None):
        for before, game in pairwise(("", *sheet.contracts)):
            if game not in games:
                games.insert(games.index(before) + 1 if before else 0, game)
    order = {game: position for position, game in enumerate((*games, REFUSED))}
    return sorted(scored, key=lambda example: order[example.game])


def build_page_context(request: HttpRequest, rules: Rules, other: Rules | None, language: str) -> dict[str, Any]:
    """Return the template context of the page of a sheet's examples; `other`: a sheet to put beside it."""
    sheet_id = rules.table["id"]
    if other is None:
        listed = list_example_results(rules, run_sheet_examples(sheet_id, rules), language)
        everything = True
    else:
        listed = put_beside(rules, other, list_sheet_examples(sheet_id), language)
        everything = "all" in request.GET
    return {
        "names": [pick_language(listed_rules.build_sheet().names, language) for listed_rules in listed.rules],
        "other": other.table["id"] if other is not None else "",
        "count": len(listed.scored),
        "standing_out": listed.standing_out,
        "all": everything,
        "all_address": build_page_address(request, {"all": "1", "page": ""}),
        "differing_address": build_page_address(request, {"all": "", "page": ""}),
        "english": language.startswith("en"),
        "source": rules.table["source"],
        **build_list_context(request, listed if everything else listed.keep_standing_out()),
    }


def list_others(rules: Rules, club: int | None, language: str) -> list[tuple[str, str]]:
    """Return the sheets that people of a club may put beside these rules, as (id, name)."""
    sheets = [sheet for sheet in list_readable_sheets(club) if sheet.id != rules.table["id"]]
    return [(sheet.id, pick_language(sheet.names, language)) for sheet in sheets]


def build_list_context(request: HttpRequest, listed: ExampleList) -> dict[str, Any]:
    """Return the template context of the examples that the address asks for: of a game, with words, a page of them."""
    games, game, typed = listed.list_games(), request.GET.get("game", ""), request.GET.get("q", "")
    if any(game == group.game for group, _count in games):
        listed = listed._replace(scored=[scored for scored in listed.scored if scored.game == game])
    words = " ".join(split_words(typed))
    matches: Sequence[Any] = (
        find_matching(listed.describe(), words, lambda shown: shown.text) if words else listed.scored
    )
    page = Paginator(matches, ON_A_PAGE).get_page(request.GET.get("page", "1"))
    shown = page.object_list if words else listed._replace(scored=list(page.object_list)).describe()
    return {
        "games": games,
        "game": game,
        "typed": words,
        "everything": build_page_address(request, {"game": "", "q": "", "page": ""}),
        "shown": shown,
        "page": page,
        "pages": tuple(list_page_links(page.paginator, page.number, request, "page")),
    }


def list_sheet_examples(sheet_id: str) -> tuple[Example, ...]:
    """Return the examples of a sheet: those that come with a built-in one, or those of the club."""
    return load_examples(sheet_id) if sheet_id in BUILT_IN else list_own_examples(sheet_id)


def list_own_examples(sheet_id: str) -> tuple[Example, ...]:
    """Return the examples that a club gave its own sheet."""
    rows = SheetExample.objects.filter(own_sheet__sheet=sheet_id, removed=None).order_by("pk")
    return tuple(
        Example(
            name=row.note,
            why="",
            record={**json.loads(row.record), "sheet": sheet_id},
            payouts=tuple(json.loads(row.payouts)),
            starts_radl=None,
            warnings=None,
        )
        for row in rows
    )


def run_sheet_examples(sheet_id: str, rules: Rules) -> list[ExampleResult]:
    """Return what the examples of a sheet come to under its rules; those of the built-in sheets are kept."""
    return _run_built_in(sheet_id) if sheet_id in BUILT_IN else run_examples(rules, list_sheet_examples(sheet_id))


@lru_cache(maxsize=len(BUILT_IN))
def _run_built_in(sheet_id: str) -> list[ExampleResult]:
    rules = load_built_in(sheet_id)
    return [] if rules is None else run_examples(rules, load_examples(sheet_id))
