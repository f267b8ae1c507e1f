"""A hand in words, its players and its outcome: `Solorufer · Fritz mit Bert · gewonnen · 41/1 · Trull still`."""

from collections.abc import Iterator
from typing import NamedTuple

from scoring.engine.hand.explain import name_of
from scoring.engine.hand.record import SEATS, HandRecord, Play, RecordedPremium
from scoring.engine.hand.score_lines import Score
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.points import print_amount, print_points
from scoring.engine.texts import pick_language
from scoring.engine.texts.lines import ENDED, FORMS, KONTRAS, PLAIN, SIDES
from scoring.engine.texts.story import STORY

BETWEEN = " · "
CONCEDED = "conceded"


def hand_story(
    record: HandRecord, sheet: Sheet, names: tuple[str, ...], language: str, score: Score | None = None
) -> str:
    """Say who played what and how it went; `names` are those of the four seats.

    The record may have holes, as one that is still being entered has: what is missing is left out. Without a score a
    game that is decided by its points has no result. That it counts double is no part of it: see `doubled_words`.
    """
    return BETWEEN.join(part for part in _Teller(record, sheet, names, language, score).parts() if part)


def game_won(play: Play, score: Score) -> bool | None:
    """Tell if a game of a hand was won; None where nobody can win it: in Trischaken, after a Renonce."""
    ends = (
        line.cause.won
        for line in score.lines
        if line.cause.kind == "contract" and line.cause.declarer in (None, play.declarer)
    )
    return next((end for end in ends if end is not None), None)


def own_games(record: HandRecord, sheet: Sheet) -> list[Play]:
    """The games of a hand that somebody plays by choice: no Trischaken, which the forehand has to play."""
    return [play for play in record.plays if not sheet.contracts[play.contract].is_trischaken]


class _Teller(NamedTuple):
    record: HandRecord
    sheet: Sheet
    names: tuple[str, ...]
    language: str
    score: Score | None

    def parts(self) -> Iterator[str]:
        for play in self.record.plays:
            yield from self._trischaken(play) if self._is_trischaken(play) else self._game(play)
        for premium in self.record.premiums:
            yield self._premium(premium)
        if (renonce := self.record.renonce) is not None:
            yield self._say("renonce", name=self._name(renonce.seat))
            for seat, sixths in renonce.claims:
                yield self._say("claims", name=self._name(seat), amount=print_amount(sixths))

    def _say(self, text: str, **values: object) -> str:
        return pick_language(STORY[text], self.language).format(**values)

    def _name(self, seat: int | None) -> str:
        return self.names[seat] if seat in SEATS and seat is not None else "?"

    def _is_trischaken(self, play: Play) -> bool:
        contract = self.sheet.contracts.get(play.contract)
        return contract is not None and contract.is_trischaken

    def _item(self, item: str) -> str:
        known = item in self.sheet.contracts or item in self.sheet.premiums
        return name_of(item, self.sheet, self.language) if known else "?"

    def _game(self, play: Play) -> Iterator[str]:
        yield self._item(play.contract)
        yield self._players(play)
        yield self._result(play)
        if isinstance(play.points, int):
            yield print_points(play.points)
        if isinstance(play.tricks, int):
            yield self._say("trick" if play.tricks == 1 else "tricks", number=play.tricks)
        yield from self._kontras(play)

    def _players(self, play: Play) -> str:
        """Declarer and partner; who called a king and plays alone says so."""
        declarer = self._name(play.declarer)
        if play.partner is not None:
            return self._say("with", declarer=declarer, partner=self._name(play.partner))
        contract = self.sheet.contracts.get(play.contract)
        if play.king_in_talon:
            return self._say("talon", declarer=declarer)
        if contract is not None and contract.self_call and self.score is not None:
            return self._say("alone", declarer=declarer)
        return declarer if play.declarer in SEATS else ""

    def _result(self, play: Play) -> str:
        if play.result == CONCEDED:
            return pick_language(PLAIN[CONCEDED], self.language)
        won = {"won": True, "lost": False}.get(play.result or "")
        if self.score is not None:
            won = game_won(play, self.score)
        return "" if won is None else pick_language(ENDED[won], self.language)

    def _kontras(self, play: Play) -> Iterator[str]:
        """The kontra on the game, or in a negative game that of each opponent."""
        if isinstance(play.kontra, tuple):
            for seat in SEATS:
                yield self._kontra(play.kontra[seat], seat)
        else:
            yield self._kontra(play.kontra, play.kontra_by)

    def _kontra(self, factor: int, by: int | None) -> str:
        if factor == 1:
            return ""
        word = pick_language(KONTRAS[factor], self.language)
        return word if by is None else f"{word} ({self._name(by)})"

    def _premium(self, premium: RecordedPremium) -> str:
        words = [
            self._item(premium.premium),
            pick_language(FORMS["announced" if premium.announced else "silent"], self.language),
        ]
        if not premium.won:
            words.append(pick_language(ENDED[False], self.language))
        beside = [pick_language(SIDES["defence"], self.language)] if premium.side == "defence" else []
        if premium.kontra > 1:
            word = pick_language(KONTRAS[premium.kontra], self.language)
            beside.append(f"{word}: {self._name(premium.kontra_by)}" if premium.kontra_by is not None else word)
        if premium.by is not None and premium.from_ is not None:
            beside.append(self._say("from", by=self._name(premium.by), payer=self._name(premium.from_)))
        return " ".join([*words, f"({', '.join(beside)})"] if beside else words)

    def _trischaken(self, play: Play) -> Iterator[str]:
        """The card points of all four, and what decides beside them."""
        yield self._item(play.contract)
        if not isinstance(play.points, tuple):
            yield self._name(play.declarer) if play.declarer in SEATS else ""
            return
        for seat in SEATS:
            words = f"{self._name(seat)} {print_points(play.points[seat])}"
            beside = list(self._beside(play.points[seat], is_forehand=seat == play.declarer))
            yield f"{words} ({', '.join(beside)})" if beside else words
        marks = {mark for line in self.score.lines for mark in line.cause.marks} if self.score is not None else set()
        if "gleich" in marks:
            yield self._say("equal")

    def _beside(self, points: int, *, is_forehand: bool) -> Iterator[str]:
        rules = self.sheet.trischaken
        if is_forehand:
            yield self._say("forehand")
        if rules.buergermeister is not None and points >= rules.buergermeister:
            yield self._say("buergermeister")
        if points == 0:
            yield self._say("jungfrau" if rules.jungfrauen else "no_trick")
