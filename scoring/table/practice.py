"""A practice table: hands that count nowhere, replayed from what the page itself carries; nothing of it is stored."""

import json
import random
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from scoring.book.hand_form import PostedFields
from scoring.book.ledger.services import score_table_hand
from scoring.book.sheet_library import get_doubling_words
from scoring.engine.evening.state import Evening, apply_hand, begin
from scoring.engine.hand.record import print_record
from scoring.engine.hand.scorer import Result
from scoring.engine.house_rules.library import BUILT_IN, load_built_in
from scoring.engine.house_rules.sheet import Contract, Sheet
from scoring.table.entry.page import build_entry_page
from scoring.table.entry.preview import describe_score, render_preview, score_form
from scoring.table.written_sheet.selectors import PlayerTotal
from tarockclub.kit.hash_chain import encode_compact
from tarockclub.kit.words import get_current_language

PRACTICE_NAMES = ("Anna", "Bert", "Cilli", "Dora")
MOST_HANDS = 24
_MOST_LETTERS = 40_000  # of all hands; far more than so many need


class PracticeGame(NamedTuple):
    """A practice table after some hands."""

    evening: Evening
    hands: tuple[dict[str, Any], ...]  # their records as JSON values
    changes: dict[int, int]  # by the last hand, in sixths, by place

    @property
    def number(self) -> int:
        """The number of the next hand."""
        return len(self.hands) + 1

    @property
    def is_full(self) -> bool:
        """Return True if no more hands fit: the table begins anew then."""
        return len(self.hands) >= MOST_HANDS

    @property
    def text(self) -> str:
        """The hands as the page carries them."""
        return encode_compact(self.hands)

    def add_hand(self, result: Result) -> "PracticeGame":
        """Return the table after another hand, which has a score."""
        if result.record is None or result.score is None:
            return self
        changes = dict(zip(self.evening.active, result.score.written, strict=True))
        raw = print_record(result.record._replace(forehand=None, radl=None, sheet=None))
        return PracticeGame(apply_hand(self.evening, result.score), (*self.hands, raw), changes)

    def list_totals(self) -> list[PlayerTotal]:
        """Return what everybody has, for the cards."""
        now = self.evening
        roles = {now.dealer: "dealer", now.forehand: "forehand"}
        return [
            PlayerTotal(PRACTICE_NAMES[place], now.written[place], roles.get(place, ""), place, self.changes.get(place))
            for place in now.order
        ]


def replay_hands(text: str, sheet: Sheet) -> PracticeGame:
    """Return the table after the hands that a page has sent; a new one where they are not what was played here."""
    fresh = game = PracticeGame(begin(), (), {})
    try:
        hands = json.loads(text) if len(text) <= _MOST_LETTERS else None
    except (ValueError, RecursionError):
        hands = None
    if not isinstance(hands, list) or len(hands) > MOST_HANDS:
        return fresh
    for raw in hands:
        result = score_table_hand(game.evening, sheet, raw)
        if result.score is None:
            return fresh
        game = game.add_hand(result)
    return game


def find_tip(posted: PostedFields, sheet: Sheet, evening: Evening) -> str:
    """Return what to tap next, for somebody who does it for the first time; "" if nothing obvious is missing."""
    contract = sheet.contracts.get(str(posted.get("p0-contract") or ""))
    if contract is None:
        return gettext("Tap the game that was played. The small number in its corner is what it is worth.")
    if contract.is_trischaken:
        says_end = any(str(name).startswith(("p0-loser-", "p0-points-")) and value for name, value in posted.items())
        return (
            "" if says_end else gettext("Everybody played alone: tap the card of the player who lost, or two of them.")
        )
    declarer = str(posted.get("p0-declarer") or "")
    if contract.by != "forehand" and not declarer:
        return gettext("Who played? Tap that player’s card above.")
    if contract.partner and not posted.get("p0-partner"):
        return _find_partner_tip(contract.by == "forehand", evening)
    if not (posted.get("p0-result") or posted.get("p0-points")):
        return gettext("Was it won or lost? That is one more tap.")
    if posted.get("p0-result") == "won":
        return gettext(
            "It counts as won: if it was lost, tap “lost”. The cards show what each gets. Premiums: one tap for "
            "silent, two for announced. Then save."
        )
    return ""


def _find_partner_tip(of_forehand: bool, evening: Evening) -> str:
    forehand = PRACTICE_NAMES[evening.forehand]
    if of_forehand:
        return gettext("%(name)s has the forehand and plays this game. Who had the called king? Tap that card.") % {
            "name": forehand
        }
    return gettext("Who had the called king? Tap the partner’s card.")


def show_practice(request: HttpRequest) -> HttpResponse:
    """Show the sheets by which one can practise."""
    english = get_current_language().startswith("en")
    sheets = [(sheet_id, _load_sheet(sheet_id).labels[english]) for sheet_id in BUILT_IN]
    return render(request, "scoring/table/practice/sheets.html", {"sheets": sheets})


def handle_practice(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Show the practice table; a POST adds the hand in the form to those that the page carries."""
    sheet, posted = _load_sheet(sheet_id), request.POST
    game = replay_hands(posted.get("hands", "[]"), sheet)
    context: dict[str, Any] = {"sheet": sheet, "posted": {}}
    if "p0-contract" in posted or "key" in posted:
        result = score_form(game.evening, sheet, posted)
        context |= _describe(result, posted, sheet, game)
        if result.score is None or "preview" in posted:
            context["posted"] = posted
        else:
            context |= {"done": context.pop("scored"), "tip": "", "number": game.number}
            game = game.add_hand(result)
    return render(
        request,
        "scoring/table/practice/table.html",
        {
            "tip": find_tip(context["posted"], sheet, game.evening),
            "untouched": not context["posted"].get("p0-contract"),
            **context,
            **_build_context(game, sheet, context["posted"]),
        },
        status=400 if context.get("problems") and "preview" not in posted else 200,
    )


def show_practice_preview(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Show what the hand in the form would pay, and what to tap next; a part of the page."""
    sheet, posted = _load_sheet(sheet_id), request.POST
    game = replay_hands(posted.get("hands", "[]"), sheet)
    context = _describe(score_form(game.evening, sheet, posted), posted, sheet, game)
    return render_preview(request, context, template="scoring/table/practice/_preview.html")


def _load_sheet(sheet_id: str) -> Sheet:
    rules = load_built_in(sheet_id) if sheet_id in BUILT_IN else None
    if rules is None:
        raise Http404
    return rules.build_sheet()


def _describe(result: Result, posted: PostedFields, sheet: Sheet, game: PracticeGame) -> dict[str, Any]:
    """Return what a hand pays, or what it lacks, in words, with a tip."""
    return {
        "untouched": not posted.get("p0-contract"),
        "tip": find_tip(posted, sheet, game.evening),
        **describe_score(result, PRACTICE_NAMES),
    }


def _build_context(game: PracticeGame, sheet: Sheet, posted: PostedFields) -> dict[str, Any]:
    """Return what the page shows beside the hand: the cards, the form, and the hands that it carries."""
    language = get_current_language()
    return {
        "name": sheet.names[language.startswith("en")],
        "totals": game.list_totals(),
        "hands": game.text,
        "is_full": game.is_full,
        "radl": game.evening.radl > 1,
        "radl_name": get_doubling_words(sheet, language).title,
        "radl_left": max(game.evening.running, default=0),
        "view": {"next_number": game.number},
        "key": f"practice-{game.number}",
        "deals": "",
        "entry": build_entry_page(
            sheet, PRACTICE_NAMES, game.evening, posted, language, [hand["plays"][0]["contract"] for hand in game.hands]
        ),
    }


HAND_TRIES = 40
_SIDES = ("declarer", "defence")


def make_hand(chance: random.Random, sheet: Sheet, evening: Evening) -> dict[str, Any]:
    """Make a record (JSON values) of the next deal that can be paid; ValueError where none is found."""
    for _ in range(HAND_TRIES):
        hand = _guess(chance, sheet, evening.seat_of_forehand)
        if score_table_hand(evening, sheet, hand).score is not None:
            return hand
    raise ValueError(sheet.id)


def _guess(chance: random.Random, sheet: Sheet, forehand: int) -> dict[str, Any]:
    """Guess a hand that may be allowed: mostly the first games of the sheet, which are the usual ones."""
    contracts = [contract for contract in sheet.contracts.values() if not contract.only_bei]
    usual = chance.random() < 0.75
    contract = contracts[0] if usual else chance.choice(contracts)
    hand: dict[str, Any] = {"plays": [_play(chance, sheet, contract, forehand)]}
    claimed = [
        premium.id for premium in sheet.premiums.values() if not premium.wins_game and not premium.between_players
    ]
    premiums = [_make_premium(chance, premium) for premium in chance.sample(claimed, chance.choice((0, 0, 0, 1, 1, 2)))]
    if premiums and not contract.is_trischaken and not contract.is_negative:
        hand["premiums"] = premiums
    return hand


def _play(chance: random.Random, sheet: Sheet, contract: Contract, forehand: int) -> dict[str, Any]:
    declarer = forehand if contract.by == "forehand" or contract.is_trischaken else chance.randrange(4)
    play: dict[str, Any] = {"contract": contract.id, "declarer": declarer}
    if contract.is_trischaken:
        return play | {"points": _split_points(chance, sheet)}
    if contract.partner is not None:
        play["partner"] = (declarer + chance.randrange(1, 4)) % 4
    play["result"] = chance.choice(("won", "won", "won", "lost"))
    if chance.random() < 0.12 and not contract.is_negative:
        play["kontra"] = 2
        play["kontra_by"] = next(seat for seat in range(4) if seat not in (declarer, play.get("partner")))
    return play


def _split_points(chance: random.Random, sheet: Sheet) -> list[str]:
    """Split the points of the sheet into whole points of all four."""
    left, points = sheet.total // 3, []
    for _ in range(3):
        points.append(chance.randint(0, left))
        left -= points[-1]
    return [str(point) for point in (*points, left)]


def _make_premium(chance: random.Random, premium: str) -> dict[str, Any]:
    announced = chance.random() < 0.3
    record: dict[str, Any] = {"premium": premium, "side": chance.choice(_SIDES), "announced": announced}
    return record | {"won": False} if announced and chance.random() < 0.4 else record
