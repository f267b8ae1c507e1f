"""A hand in words, its players and its outcome: `Solorufer · Fritz mit Bert · gewonnen · 41/1 · Trull still`."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scoring.engine.hand.explain import format_signed, get_name
from scoring.engine.hand.record import SEATS, HandRecord, Play, RecordedPremium
from scoring.engine.hand.score_lines import Score
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.points import print_points
from scoring.engine.problems import Names
from scoring.engine.texts import pick_language
from scoring.engine.texts.words import ENDINGS, FORMS, KONTRAS, PLAIN, SIDES, STORY

BETWEEN = " · "
CONCEDED_RESULT = "conceded"


def tell_hand(
    record: HandRecord,
    sheet: Sheet,
    names: tuple[str, ...],
    language: str,
    score: Score | None = None,
    words: Mapping[str, Names] | None = None,
) -> str:
    """Say who played what and how it went; `names` are those of the four seats, `words` those of unknown games.

    The record may have holes, as one that is still being entered has: what is missing is left out. Without a score a
    game that is decided by its points has no result. That it counts double is no part of it: see `format_doubling`.
    """
    teller = _Teller(record, sheet, names, language, score, words or {})
    return BETWEEN.join(part for part in teller.tell_parts() if part)


class HandColumns(NamedTuple):
    """A hand in words for the columns of a table; of two games in one hand both, one behind the other."""

    declarer: str  # "" in Trischaken
    partner: str  # or how somebody plays alone who called a king
    result: str
    game: str  # with everything else


def tell_hand_apart(
    record: HandRecord, sheet: Sheet, names: tuple[str, ...], language: str, score: Score | None
) -> HandColumns:
    """Say the same as `tell_hand`, column by column."""
    teller = _Teller(record, sheet, names, language, score, {})
    own = list_own_games(record, sheet)
    declarer, partner, result = (
        BETWEEN.join(filter(None, map(tell, own)))
        for tell in (teller.get_declarer, teller.tell_partner, teller.tell_result)
    )
    game = BETWEEN.join(filter(None, teller.tell_parts(has_players=False)))
    return HandColumns(declarer, partner, result, game)


def is_game_won(play: Play, score: Score) -> bool | None:
    """Tell if a game of a hand was won; None where nobody can win it: in Trischaken, after a Renonce."""
    ends = (
        line.cause.won
        for line in score.lines
        if line.cause.kind == "contract" and line.cause.declarer in (None, play.declarer)
    )
    return next((end for end in ends if end is not None), None)


def list_own_games(record: HandRecord, sheet: Sheet) -> list[Play]:
    """The games of a hand that somebody plays by choice: no Trischaken, which the forehand has to play."""
    return [play for play in record.plays if not sheet.contracts[play.contract].is_trischaken]


class _Teller(NamedTuple):
    record: HandRecord
    sheet: Sheet
    names: tuple[str, ...]
    language: str
    score: Score | None
    words: Mapping[str, Names]

    def tell_parts(self, *, has_players: bool = True) -> Iterator[str]:
        for play in self.record.plays:
            is_trischaken = self._is_trischaken(play)
            yield from self._tell_trischaken(play) if is_trischaken else self._tell_game(play, has_players)
        for premium in self.record.premiums:
            yield self._tell_premium(premium)
        if (renonce := self.record.renonce) is not None:
            yield self._say("renonce", name=self._get_name(renonce.seat))
            for seat, sixths in renonce.claims:
                yield self._say("claims", name=self._get_name(seat), amount=format_signed(sixths))

    def _say(self, text: str, **values: object) -> str:
        return pick_language(STORY[text], self.language).format(**values)

    def _get_name(self, seat: int | None) -> str:
        return self.names[seat] if seat in SEATS and seat is not None else "?"

    def _is_trischaken(self, play: Play) -> bool:
        contract = self.sheet.contracts.get(play.contract)
        return contract is not None and contract.is_trischaken

    def _name_item(self, item: str) -> str:
        if item in self.sheet.contracts or item in self.sheet.premiums:
            return get_name(item, self.sheet, self.language)
        return pick_language(self.words[item], self.language) if item in self.words else "?"

    def _tell_game(self, play: Play, has_players: bool) -> Iterator[str]:
        yield self._name_item(play.contract)
        if has_players:
            yield self._tell_players(play)
            yield self.tell_result(play)
        if isinstance(play.points, int):
            yield print_points(play.points)
        if isinstance(play.tricks, int):
            yield self._say("trick" if play.tricks == 1 else "tricks", number=play.tricks)
        yield from self._tell_kontras(play)

    def _tell_players(self, play: Play) -> str:
        """Declarer and partner; who called a king and plays alone says so."""
        declarer = self._get_name(play.declarer)
        if play.partner is not None:
            return self._say("with", declarer=declarer, partner=self._get_name(play.partner))
        contract = self.sheet.contracts.get(play.contract)
        if play.king_in_talon:
            return self._say("talon", declarer=declarer)
        if contract is not None and contract.self_call and self.score is not None:
            return self._say("alone", declarer=declarer)
        return declarer if play.declarer in SEATS else ""

    def get_declarer(self, play: Play) -> str:
        return self._get_name(play.declarer)

    def tell_partner(self, play: Play) -> str:
        """Tell the partner, or what `_tell_players` says in place of one."""
        if play.partner is not None:
            return self._get_name(play.partner)
        name = self.get_declarer(play)
        return self._tell_players(play).removeprefix(name).lstrip(" ,")

    def tell_result(self, play: Play) -> str:
        if play.result == CONCEDED_RESULT:
            return pick_language(PLAIN[CONCEDED_RESULT], self.language)
        won = {"won": True, "lost": False}.get(play.result or "")
        if self.score is not None:
            won = is_game_won(play, self.score)
        return "" if won is None else pick_language(ENDINGS[won], self.language)

    def _tell_kontras(self, play: Play) -> Iterator[str]:
        """The kontra on the game, or in a negative game that of each opponent."""
        if isinstance(play.kontra, tuple):
            for seat in SEATS:
                yield self._tell_kontra(play.kontra[seat], seat)
        else:
            yield self._tell_kontra(play.kontra, play.kontra_by)

    def _tell_kontra(self, factor: int, by: int | None) -> str:
        if factor == 1:
            return ""
        word = pick_language(KONTRAS[factor], self.language)
        return word if by is None else f"{word} ({self._get_name(by)})"

    def _tell_premium(self, premium: RecordedPremium) -> str:
        words = [
            self._name_item(premium.premium),
            pick_language(FORMS["announced" if premium.announced else "silent"], self.language),
        ]
        if not premium.won:
            words.append(pick_language(ENDINGS[False], self.language))
        details = [pick_language(SIDES["defence"], self.language)] if premium.side == "defence" else []
        if premium.kontra > 1:
            word = pick_language(KONTRAS[premium.kontra], self.language)
            details.append(f"{word}: {self._get_name(premium.kontra_by)}" if premium.kontra_by is not None else word)
        if premium.by is not None and premium.from_ is not None:
            details.append(self._say("from", by=self._get_name(premium.by), payer=self._get_name(premium.from_)))
        return " ".join([*words, f"({', '.join(details)})"] if details else words)

    def _tell_trischaken(self, play: Play) -> Iterator[str]:
        """The card points of all four, or who lost, and what decides beside them."""
        yield self._name_item(play.contract)
        if isinstance(play.points, tuple):
            for seat in SEATS:
                words = f"{self._get_name(seat)} {print_points(play.points[seat])}"
                details = list(self._tell_deciders(play.points[seat], is_forehand=seat == play.declarer))
                yield f"{words} ({', '.join(details)})" if details else words
        elif play.losers:
            yield from self._tell_ending(play, play.losers)
        else:
            yield self._get_name(play.declarer) if play.declarer in SEATS else ""
            return
        marks = {mark for line in self.score.lines for mark in line.cause.marks} if self.score is not None else set()
        for mark, text in (("gleich", "equal"), ("forehand_alone", "forehand_alone"), ("first_alone", "first_alone")):
            if mark in marks:
                yield self._say(text)

    def _tell_ending(self, play: Play, losers: tuple[int, ...]) -> Iterator[str]:
        """Tell who lost, and who has no trick."""
        for seat in losers:
            details = [self._say("forehand")] if seat == play.declarer else []
            details += [self._say("buergermeister")] if seat == play.buergermeister else []
            words = self._say("loses", name=self._get_name(seat))
            yield f"{words} ({', '.join(details)})" if details else words
        for seat in play.jungfrauen or ():
            yield f"{self._get_name(seat)} ({self._say_no_trick()})"

    def _tell_deciders(self, points: int, *, is_forehand: bool) -> Iterator[str]:
        rules = self.sheet.trischaken
        if is_forehand:
            yield self._say("forehand")
        if rules.buergermeister is not None and points >= rules.buergermeister:
            yield self._say("buergermeister")
        if points == 0:
            yield self._say_no_trick()

    def _say_no_trick(self) -> str:
        return self._say("jungfrau" if self.sheet.trischaken.jungfrauen else "no_trick")
