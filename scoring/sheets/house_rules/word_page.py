"""One word of the game: what it pays by which sheet, a hand with it, where it stands, and what goes with it."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from django.urls import reverse

from scoring.book.sheet_library import find_rules
from scoring.engine.hand.record import HandRecord
from scoring.engine.house_rules.library import load_vocabulary
from scoring.engine.house_rules.paper_facts import PAPERS, Fact, format_ref, load_paper
from scoring.engine.texts import pick_language
from scoring.sheets.examples.page import ScoredExample, ShownExample, describe_example, run_sheet_examples
from scoring.sheets.house_rules.game_words import GameWord, WordPrice

MOST_RELATED = 8
ONE_BIRD = "one bird"  # games that need an announced bird, and which
WIDE = frozenset(("stichpraemien",))  # a group of too many
CARDS = {
    "pagat": "I",
    "uhu": "II",
    "kakadu": "III",
    "quapil": "IIII",
    "geier": "V",
    "mondfang": "XXI",
    "pagatfang": "I",
}


class SamePrice(NamedTuple):
    """The sheets that pay the same for a word."""

    amounts: tuple[str, ...]  # by column
    prices: tuple[WordPrice, ...]
    is_own: bool  # of the sheet by which the club plays, alone


class WordFact(NamedTuple):
    """A sentence about a word, from what a printed sheet says."""

    sheet_name: str
    ref: str
    text: str
    href: str


class WordPage(NamedTuple):
    """A word with all that is known of it."""

    word: GameWord
    own: WordPrice | None  # by the sheet by which the club plays
    prices: tuple[SamePrice, ...]  # that one's first, then what most sheets pay
    example: ShownExample | None
    example_of: WordPrice | None  # the sheet of the example
    facts: tuple[WordFact, ...]
    related: tuple[GameWord, ...]  # about the same card, of the same few, or that explain each other
    card: str  # the number of the tarock that it is about; "": none

    @property
    def columns(self) -> list[str]:
        """The titles of what it pays: silent and announced, or one."""
        return [title for title, _amount in self.word.prices[0].text.amounts] if self.word.prices else []


def build_word_page(words: Sequence[GameWord], anchor: str, usual: str, language: str) -> WordPage | None:
    """Return the page of a word; None if there is none. `usual`: the sheet by which the club plays, "": none."""
    word = next((each for each in words if each.anchor == anchor), None)
    if word is None:
        return None
    own = word.find_price(usual)
    kind, _sign, item = anchor.partition("-")
    examples = ((price, _find_example(price, kind, item, language)) for price in (own, *word.prices) if price)
    example_of, example = next((pair for pair in examples if pair[1] is not None), (None, None))
    ranks = {each: _compute_kinship(word, each) for each in words if each is not word}
    related = sorted((each for each in words if ranks.get(each)), key=lambda each: -ranks[each])
    return WordPage(
        word,
        own,
        _group_prices(word, own),
        example,
        example_of,
        tuple(_list_facts(f"{kind}s.{item}", language)) if word.prices else (),
        tuple(related[:MOST_RELATED]),
        CARDS.get(item, "") if kind == "premium" else "",
    )


def _compute_kinship(word: GameWord, other: GameWord) -> int:
    """Return how near two words are: both of the same few or about one card count 2, that one explains the other 1."""
    kin, none = _list_kin(), frozenset[str]()
    shared = kin.get(word.anchor, none) & kin.get(other.anchor, none)
    return 2 * bool(shared) + (_has_name(word.text, other.name) or _has_name(other.text, word.name))


def _has_name(text: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name.partition(' (')[0])}\b", text) is not None


@cache
def _list_kin() -> dict[str, frozenset[str]]:
    """Return, by anchor, to which few a game or premium belongs, and about which card it is."""
    table = load_vocabulary()
    kin = {
        f"contract-{name}": {*entry.get("needs", ()), *([ONE_BIRD] if entry.get("needs") else [])}
        for name, entry in table["contracts"].items()
    }
    kin |= {f"premium-{name}": {name, *entry.get("groups", ())} - WIDE for name, entry in table["premiums"].items()}
    return {anchor: frozenset(names) for anchor, names in kin.items()}


def _group_prices(word: GameWord, own: WordPrice | None) -> tuple[SamePrice, ...]:
    groups: dict[tuple[bool, tuple[str, ...]], list[WordPrice]] = {}
    for price in word.prices:
        groups.setdefault((price is own, price.amounts), []).append(price)
    shared = (SamePrice(amounts, tuple(prices), is_own) for (is_own, amounts), prices in groups.items())
    return tuple(sorted(shared, key=lambda group: (not group.is_own, -len(group.prices))))


def _find_example(price: WordPrice, kind: str, item: str, language: str) -> ShownExample | None:
    """Return the plainest hand with a game or premium among the examples of a sheet."""
    rules = find_rules(price.sheet)
    if rules is None:
        return None
    fitting = [
        ran
        for ran in run_sheet_examples(price.sheet, rules)
        if ran.agrees and ran.result.score is not None and _has_item(ran.result.record, kind, item)
    ]
    if not fitting:
        return None
    plainest = min(fitting, key=lambda ran: _compute_length(ran.result.record))
    return describe_example(ScoredExample(plainest.example, (plainest.result,), False), (rules,), language)


def _has_item(record: HandRecord | None, kind: str, item: str) -> bool:
    if record is None:
        return False
    if kind == "contract":
        return bool(record.plays) and record.plays[0].contract == item
    return any(recorded.premium == item for recorded in record.premiums)


def _compute_length(record: HandRecord | None) -> tuple[int, int]:
    return (len(record.plays), len(record.premiums) + bool(record.renonce)) if record is not None else (0, 0)


def _list_facts(key: str, language: str) -> Iterator[WordFact]:
    """Yield what printed sheets say about an entry of the sheets written after them."""
    for paper in map(load_paper, PAPERS):
        for paragraph in paper.paragraphs:
            for fact in paragraph.facts:
                if _is_about(fact, key):
                    page = reverse("sheet_paper", args=[paper.sheets[0]])
                    ref = format_ref(paragraph.ref, language)
                    texts = pick_language(paper.titles, language), ref, pick_language(fact.texts, language)
                    yield WordFact(*texts, f"{page}#fact-{fact.id}")


def _is_about(fact: Fact, key: str) -> bool:
    return any(place.key == key or place.key.startswith(f"{key}.") for place in fact.where)
