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

MOST_RELATED = 16


class SamePrice(NamedTuple):
    """The sheets that pay the same for a word."""

    amounts: tuple[str, ...]  # by column
    prices: tuple[WordPrice, ...]
    is_own: bool  # the sheet by which the club plays is among them


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
    related: tuple[GameWord, ...]  # of the same games, about the same card, or that explain each other

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
    example_of = own or next(iter(word.prices), None)
    related = [each for each in words if each is not word and _is_related(word, each)]
    return WordPage(
        word,
        own,
        _group_prices(word, own),
        _find_example(example_of, kind, item, language) if example_of is not None else None,
        example_of,
        tuple(_list_facts(f"{kind}s.{item}", language)) if word.prices else (),
        tuple(related[:MOST_RELATED]),
    )


def _is_related(word: GameWord, other: GameWord) -> bool:
    """Return whether both belong to one kind of games or premiums, are about one card, or one explains the other."""
    kin = _list_kin()
    if kin.get(word.anchor, frozenset()) & kin.get(other.anchor, frozenset()):
        return True
    return _has_name(word.text, other.name) or _has_name(other.text, word.name)


def _has_name(text: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name.partition(' (')[0])}\b", text) is not None


@cache
def _list_kin() -> dict[str, frozenset[str]]:
    """Return, by anchor, to which groups a game or premium belongs, and about which card it is."""
    table = load_vocabulary()
    kin = {
        f"contract-{name}": {*entry.get("groups", ()), *entry.get("needs", ())}
        for name, entry in table["contracts"].items()
    }
    kin |= {f"premium-{name}": {name, *entry.get("groups", ())} for name, entry in table["premiums"].items()}
    return {anchor: frozenset(names) for anchor, names in kin.items()}


def _group_prices(word: GameWord, own: WordPrice | None) -> tuple[SamePrice, ...]:
    groups: dict[tuple[str, ...], list[WordPrice]] = {}
    for price in sorted(word.prices, key=lambda price: price is not own):
        groups.setdefault(price.amounts, []).append(price)
    shared = (SamePrice(amounts, tuple(prices), own in prices) for amounts, prices in groups.items())
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
