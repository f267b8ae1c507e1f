"""A paper sheet as it is typed: each line read from its shorthand, with its payments and the totals after it."""

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from scoring.book.ledger.entries import is_double_round_begun
from scoring.book.ledger.services import score_table_hand
from scoring.book.table_clock import DOUBLE, IN_PLAY, IN_TIME
from scoring.engine.evening.state import Evening, apply_hand, apply_void, begin_last_round_dealt_by
from scoring.engine.hand.record import FOUR_KONTRAS, SEATS, HandRecord, Play, RecordedPremium, Renonce, print_record
from scoring.engine.hand.score_lines import Score
from scoring.engine.house_rules.sheet import Contract, Sheet
from scoring.engine.points import convert_to_sixths, parse_amount, parse_points
from scoring.engine.problems import Problem
from scoring.sheets.house_rules.short_names import build_short_names, fold_letters

HAND, VOID, REDEAL = "hand", "void", "redeal"
VOID_SIGN, REDEAL_SIGN = "0", "="
PHASE_SIGNS = {"#t": IN_TIME, "#p": IN_PLAY, "#d": DOUBLE}
WON_SIGN, LOST_SIGN, CONCEDED_SIGN = "+", "-", "x"
RESULTS = {WON_SIGN: "won", LOST_SIGN: "lost", CONCEDED_SIGN: "conceded"}
KONTRAS = {"k": 2, "r": 4, "s": 8, "h": 16}  # Kontra, Re, Sub, Hirsch
BUERGERMEISTER = "buergermeister"
ENDINGS = {"v": "losers", "j": "jungfrauen", "b": BUERGERMEISTER}  # Verlierer; of a Trischaken
SIDES = {"d": "declarer", "g": "defence"}
BESIDE_SIGN = "&"
TALON_SIGN, ALONE_SIGN = "t", "a"


class DealPlaces(NamedTuple):
    """The players of the deal that a line is about: the places of the four seats, and the forehand's seat."""

    active: tuple[int, int, int, int]
    forehand: int


class TypedLine(NamedTuple):
    """A line: a hand with its record (by seats), a void deal or a redeal."""

    kind: str = HAND
    record: HandRecord | None = None
    phase: str = IN_TIME


class Fault(NamedTuple):
    """A part that cannot be read; `token` is the typed text, `about` names its possible meanings."""

    code: str
    token: str = ""
    about: tuple[str, ...] = ()


# Reading a hand in shorthand: one line for each hand; `shorthand_print.format_shorthand` is the inverse.
#
# contract declarer[partner] [points or tricks] [+ - x] [k r s h] premiums … [g premiums of the other side …]
#
# Players are numbered by the columns of the paper sheet, from 1.

LONGEST_LINE = 400  # characters of a line
_SEATS = re.compile(r"([1-6])([1-6]|t|a)?")
_ONE = re.compile(r"[0-9]{1,3}(?:/[0-2])?")
_FOUR = re.compile(r"(st)?([0-9]{1,3}(?:/[0-2])?(?:,[0-9]{1,3}(?:/[0-2])?){3})")
_KONTRA = re.compile(r"([krsh])(?:([:@])([1-6]))?")  # k:3 by 3 or, in a negative game, on 3; k@3 by 3
_PREMIUM = re.compile(r"([a-z0-9]+)(!?)(-?)(?:/([krsh])(?::([1-6]))?)?(?:@([1-6]))?(?:<([1-6]))?")
_RENONCE = re.compile(r"ren:([1-6])(?:=(.+))?")
_ENDING = re.compile(r"([vjb]):([1-6](?:,[1-6]){0,3})")
_CLAIM = re.compile(r"([1-6]):([0-9/]+)")


class ParsedLine(NamedTuple):
    """The result of reading a line; there is no line if there are faults."""

    line: TypedLine | None
    faults: tuple[Fault, ...] = ()


def parse_shorthand(text: str, sheet: Sheet, deal: DealPlaces) -> ParsedLine:
    """Parse a line; only the meaning of the words is checked here, not the rules."""
    if len(text) > LONGEST_LINE:
        return ParsedLine(None, (Fault("line_too_long"),))
    tokens = fold_letters(text).split()
    phase = PHASE_SIGNS.get(tokens[0][:2]) if tokens and tokens[0].startswith("#") else IN_TIME
    if phase is None:
        return ParsedLine(None, (Fault("unknown_phase", tokens[0]),))
    if tokens and tokens[0].startswith("#"):
        tokens = tokens[1:]
    if not tokens:
        return ParsedLine(None, (Fault("empty_line"),))
    if tokens in ([VOID_SIGN], [REDEAL_SIGN]):
        return ParsedLine(TypedLine(VOID if tokens == [VOID_SIGN] else REDEAL, None, phase))
    reader = _Reader(sheet, deal)
    record = reader.read_record(tokens)
    return ParsedLine(None, tuple(reader.faults)) if reader.faults else ParsedLine(TypedLine(HAND, record, phase))


class _Reader:
    """A reader of the words of one hand, in order; it notes what it cannot read and goes on."""

    def __init__(self, sheet: Sheet, deal: DealPlaces) -> None:
        self.sheet, self.deal, self.words = sheet, deal, build_short_names(sheet)
        self.faults: list[Fault] = []
        self.plays: list[dict[str, Any]] = []
        self.premiums: list[RecordedPremium] = []
        self.renonce: Renonce | None = None
        self.side = SIDES["d"]
        self.contract: Contract | None = None

    def read_record(self, tokens: list[str]) -> HandRecord:
        """Return the record of all words."""
        rest = self._begin(tokens)
        while rest:
            token, *rest = rest
            if token == BESIDE_SIGN:
                rest = self._begin(rest)
            else:
                self._read_word(token)
        plays = tuple(Play(**play) for play in self.plays)
        return HandRecord(plays, tuple(self.premiums), self.renonce, self.deal.forehand)

    def _note_fault(self, code: str, token: str = "", about: tuple[str, ...] = ()) -> None:
        self.faults.append(Fault(code, token, about))

    def _begin(self, tokens: list[str]) -> list[str]:
        """Read a contract and its players; return the words that follow."""
        if not tokens:
            self._note_fault("contract_missing")
            return []
        token, *rest = tokens
        ids = self.words.contracts.list_meant(token, numbered=True)
        self.contract = self.sheet.contracts[ids[0]] if len(ids) == 1 else None
        play: dict[str, Any] = {"contract": ids[0] if ids else "", "declarer": self.deal.forehand}
        self.plays.append(play)
        if self.contract is None:
            names = tuple(self.sheet.contracts[id_].name for id_ in ids)
            self._note_fault("ambiguous_contract" if ids else "unknown_contract", token, names)
            return [word for word in rest if not _SEATS.fullmatch(word)]
        if self.contract.is_trischaken:
            return rest
        if not rest or not (seats := _SEATS.fullmatch(rest[0])):
            self._note_fault("declarer_missing", token)
            return rest
        self._read_seats(play, self.contract, seats)
        return rest[1:]

    def _read_seats(self, play: dict[str, Any], contract: Contract, seats: re.Match[str]) -> None:
        play["declarer"], partner = self._find_seat(seats[1], seats[0]), seats[2]
        if contract.partner is None:
            if partner:
                self._note_fault("plays_alone", seats[0], (contract.name,))
        elif partner is None:
            self._note_fault("partner_missing", seats[0], (contract.name,))
        elif partner == TALON_SIGN:
            play["king_in_talon"] = True
        elif partner != ALONE_SIGN:
            play["partner"] = self._find_seat(partner, seats[0])

    def _find_seat(self, number: str, token: str) -> int:
        place = int(number) - 1
        if place in self.deal.active:
            return self.deal.active.index(place)
        self._note_fault("not_in_this_deal", token, (number,))
        return 0

    def _read_word(self, token: str) -> None:
        """Read one word after the contract."""
        if token in SIDES:
            self.side = SIDES[token]
        elif token in RESULTS:
            self._put("result", RESULTS[token], token)
        elif _ONE.fullmatch(token):
            self._read_number(token)
        elif match := _FOUR.fullmatch(token):
            self._read_four(token, match)
        elif match := _KONTRA.fullmatch(token):
            self._read_kontra(token, match)
        elif match := _ENDING.fullmatch(token):
            self._read_ending(token, match)
        elif match := _RENONCE.fullmatch(token):
            self._read_renonce(token, match)
        elif match := _PREMIUM.fullmatch(token):
            self._read_premium(token, match)
        else:
            self._note_fault("not_understood", token)

    def _put(self, field: str, value: object, token: str) -> None:
        play = self.plays[-1]
        if field in play:
            self._note_fault("said_twice", token)
        play[field] = value

    def _read_number(self, token: str) -> None:
        """Read tricks in a negative game, card points otherwise."""
        if self.contract is None:
            return
        if self.contract.is_trischaken:
            self._note_fault("four_needed", token)
        elif self.contract.is_negative:
            if "/" in token:
                self._note_fault("not_understood", token)
            else:
                self._put("tricks", int(token), token)
        else:
            self._put("points", parse_points(token), token)

    def _read_four(self, token: str, match: re.Match[str]) -> None:
        """Read points or tricks of all four players, in the order of the columns."""
        texts = match[2].split(",")
        if match[1] and "/" in match[2]:
            self._note_fault("not_understood", token)
            return
        read: Callable[[str], int | None] = int if match[1] else parse_points
        columns = sorted(SEATS, key=lambda seat: self.deal.active[seat])
        by_seat = {seat: read(text) or 0 for seat, text in zip(columns, texts, strict=True)}
        self._put("tricks" if match[1] else "points", tuple(by_seat[seat] for seat in SEATS), token)

    def _read_ending(self, token: str, match: re.Match[str]) -> None:
        """Read who lost a Trischaken, who has no trick, or who is Bürgermeister."""
        seats = [self._find_seat(number, token) for number in match[2].split(",")]
        field = ENDINGS[match[1]]
        if len({*seats}) < len(seats):
            self._note_fault("said_twice", token)
        elif field != BUERGERMEISTER:
            self._put(field, tuple(sorted(seats)), token)
        elif len(seats) == 1:
            self._put(field, seats[0], token)
        else:
            self._note_fault("not_understood", token)

    def _read_kontra(self, token: str, match: re.Match[str]) -> None:
        """Read a kontra on the game or, in a negative game, of the named opponent."""
        factor, seat = KONTRAS[match[1]], self._find_seat(match[3], token) if match[3] else None
        if self.contract is not None and self.contract.is_negative and match[2] == ":" and seat is not None:
            self._set_kontra(seat, factor, token)
            return
        self._put("kontra", factor, token)
        if seat is not None:
            self.plays[-1]["kontra_by"] = seat

    def _set_kontra(self, seat: int, factor: int, token: str) -> None:
        so_far = self.plays[-1].get("kontra", (1, 1, 1, 1))
        if not isinstance(so_far, tuple) or so_far[seat] > 1:
            self._note_fault("said_twice", token)
            return
        first, second, third, fourth = (factor if index == seat else was for index, was in enumerate(so_far))
        kontras: FOUR_KONTRAS = (first, second, third, fourth)
        self.plays[-1]["kontra"] = kontras

    def _read_premium(self, token: str, match: re.Match[str]) -> None:
        meant = self.words.premiums.list_meant(match[1])
        if len(meant) != 1:
            names = tuple(self.sheet.premiums[id_].name for id_ in meant)
            self._note_fault("ambiguous_premium" if meant else "not_understood", token, names)
            return
        kontra_by, by, from_ = (
            self._find_seat(digit, token) if digit else None for digit in (match[5], match[6], match[7])
        )
        kontra = KONTRAS[match[4]] if match[4] else 1
        claimed = RecordedPremium(meant[0], self.side, bool(match[2]), not match[3], kontra, kontra_by, by, from_)
        self.premiums.append(claimed)

    def _read_renonce(self, token: str, match: re.Match[str]) -> None:
        if self.renonce is not None:
            self._note_fault("said_twice", token)
        claims: dict[int, int] = {}
        for text in (match[2] or "").split(","):
            claim = _CLAIM.fullmatch(text)
            amount = parse_amount(claim[2]) if claim else None
            sixths = None if amount is None else convert_to_sixths(amount)
            if text and (claim is None or sixths is None):
                self._note_fault("not_understood", token)
            elif claim is not None and sixths is not None:
                claims[self._find_seat(claim[1], token)] = sixths
        self.renonce = Renonce(self._find_seat(match[1], token), tuple(sorted(claims.items())))


MOST_LINES = 60


class ComputedLine(NamedTuple):
    """A typed line, with the evening before and after it."""

    text: str
    line: TypedLine | None
    before: Evening
    after: Evening
    score: Score | None = None  # of a hand that can be paid
    faults: tuple[Fault, ...] = ()  # parts that could not be read
    problems: tuple[Problem, ...] = ()  # objections of the house rules

    @property
    def is_right(self) -> bool:
        """True if the line can be entered."""
        return self.line is not None and not self.faults and not self.problems


def split_lines(text: str) -> list[str]:
    """Return the lines of a text, without empty ones."""
    return [line.strip() for line in text.splitlines() if line.strip()][: MOST_LINES + 1]


def compute_lines(texts: Iterable[str], evening: Evening, sheet: Sheet) -> list[ComputedLine]:
    """Compute all lines in order; after a wrong line the forehand still moves on."""
    lines = []
    for text in texts:
        line = _compute_line(text, evening, sheet)
        lines.append(line)
        evening = line.after
    return lines


def _compute_line(text: str, evening: Evening, sheet: Sheet) -> ComputedLine:
    line, faults = parse_shorthand(text, sheet, DealPlaces(evening.active, evening.seat_of_forehand))
    if line is None:
        return ComputedLine(text, None, evening, apply_void(evening), faults=faults)
    if is_double_round_begun(line.phase, evening):
        evening = begin_last_round_dealt_by(evening, evening.dealer)
    if line.kind != HAND or line.record is None:
        return ComputedLine(text, line, evening, evening if line.kind == REDEAL else apply_void(evening))
    result = score_table_hand(evening, sheet, print_record(line.record))
    if result.score is None:
        return ComputedLine(text, line, evening, apply_void(evening), problems=tuple(result.problems))
    return ComputedLine(text, line, evening, apply_hand(evening, result.score), result.score)
