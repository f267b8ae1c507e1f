"""Special prizes by what the books know: best hand, birds, Valats, Mond catches, hands won, least points; the best
newcomer, lady, junior or guest (the categories of the club's register), the oldest.

They are computed whenever they are asked for; only the lots between equal players are an act.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from django.db.models.functions import Coalesce

from scoring.book.sums.counts import iter_played_hands
from scoring.book.sums.facts import PlayedHand, list_claims
from scoring.engine.points import SIXTHS
from scoring.models import GameTable
from tarockclub.kit.amounts import format_points
from tarockclub.models import Club, Person
from tarockclub.platform.accounts.persons import list_club_categories, parse_categories
from tarockclub.platform.clubs.ownership import build_counting_filter
from tarockclub.platform.privacy.readers import EVERYBODY, Reader
from tournaments.core.acts import Kind, parse_content
from tournaments.core.editions import FINAL
from tournaments.core.rules.ranking import compute_lot
from tournaments.hall.standing.players import People, load_people, load_progress
from tournaments.hall.standing.standing import Standings, list_drawn_lots, load_standings
from tournaments.models import Act, Entrant, Tournament
from tournaments.results.final_results.prizes import NONE, load_choices
from tournaments.results.standings.editions import compute_made_points, compute_rows, load_standing_editions

BEST_HAND, BIRDS, VALATS, MOON, HANDS_WON, LEAST, NEWCOMER, OLDEST = KINDS = (
    "best_hand",
    "birds",
    "valats",
    "moon",
    "hands_won",
    "least",
    "newcomer",
    "oldest",
)
CATEGORY = "category-"  # in front of a word of the club's list: the best of this category
LESS_FIRST = (LEAST, NEWCOMER, OLDEST)  # and the categories: what decides is the smallest
# The premiums (scoring/sheets/vocabulary.toml) that are counted where they were made.
PREMIUMS = {
    BIRDS: frozenset(("pagat", "uhu", "kakadu", "quapil", "geier", "koenig_ultimo")),
    VALATS: frozenset(("valat",)),
    MOON: frozenset(("mondfang",)),
}
SPECIAL = "special"  # the purpose of lots
AT_ONCE = 100  # tables in memory
Amounts = dict[int, Fraction]


class SpecialPrize(NamedTuple):
    """A kind of special prize with the players who come first in it."""

    kind: str
    equals: tuple[int, ...]  # persons who have the most
    amount: Fraction  # that they have
    winner: int  # person; 0: lots are to be drawn first

    @property
    def lots_first(self) -> bool:
        """True if several players are equal and no lots were drawn."""
        return not self.winner

    @property
    def text(self) -> str:
        """The amount as people read it."""
        return format_points(int(self.amount * SIXTHS))


def load_special_prizes(standings: Standings) -> tuple[SpecialPrize, ...]:
    """Return the special prizes that somebody has won so far; some queries for each batch of tables."""
    tournament = standings.stand.tournament
    drawn = list_drawn_lots(tournament, SPECIAL)
    return tuple(
        _choose_winner(tournament, kind, amounts, is_drawn=kind in drawn)
        for kind, amounts in _load_amounts(standings).items()
        if amounts
    )


def _choose_winner(tournament: Tournament, kind: str, amounts: Amounts, *, is_drawn: bool) -> SpecialPrize:
    best = max(amounts.values())
    equals = sorted(person for person, amount in amounts.items() if amount == best)
    shown = -best if kind in LESS_FIRST or kind.startswith(CATEGORY) else best
    if len(equals) == 1 or is_drawn:
        winner = max(equals, key=lambda person: compute_lot(tournament.seed, f"{SPECIAL} {kind}", person))
        return SpecialPrize(kind, tuple(equals), shown, winner)
    return SpecialPrize(kind, tuple(equals), shown, 0)


def _load_amounts(standings: Standings) -> dict[str, Amounts]:
    """Return what decides each kind by person: more is better."""
    amounts: dict[str, Amounts] = {kind: {} for kind in KINDS}
    _add_hands(standings, amounts)
    hands_won = amounts[HANDS_WON]
    for standing in standings.rounds:
        for line in standing.lines:
            if line.facts.won:
                hands_won[line.player.person] = hands_won.get(line.player.person, Fraction(0)) + line.facts.won
    amounts[LEAST] = dict(_list_made(standings))
    newcomers = _load_newcomers(standings.stand.tournament, standings.people)
    ranks = {total.player.person: Fraction(-total.rank) for total in standings.totals}
    amounts[NEWCOMER] = {person: rank for person, rank in ranks.items() if person in newcomers}
    _add_details(standings.stand.tournament, ranks, amounts)
    return amounts


def _add_details(tournament: Tournament, ranks: Amounts, amounts: dict[str, Amounts]) -> None:
    """Add the best of each category of the club's list, and the oldest: by what the register knows; two queries."""
    categories = list_club_categories(Club.objects.get(pk=tournament.club_id))
    amounts.update({f"{CATEGORY}{category}": {} for category in categories})
    words, born = (Coalesce(f"merged_into__{field}", field) for field in ("categories", "birth_year"))
    for person, typed, year in Person.objects.filter(pk__in=ranks).values_list("pk", words, born):
        theirs = {word.casefold() for word in parse_categories(typed)}
        for category in categories:
            if category.casefold() in theirs:
                amounts[f"{CATEGORY}{category}"][person] = ranks[person]
        if year is not None:
            amounts[OLDEST][person] = Fraction(-year)


def _add_hands(standings: Standings, amounts: Mapping[str, Amounts]) -> None:
    """Add what the books of the tables that count say."""
    best: dict[int, int] = {}  # the most that somebody has got with a hand, in sixths
    counts: Counter[tuple[str, int]] = Counter()  # premiums
    for hand in _iter_hands(standings):
        for person, written in zip(hand.people, hand.written, strict=True):
            best[person] = max(written, best.get(person, 0))
        counts.update((claim.premium, claim.person) for claim in list_claims(hand) if claim.is_made and claim.person)
    people = standings.people
    for who, amount in best.items():
        person = people.get_player(who).person
        if amount > 0:
            amounts[BEST_HAND][person] = max(Fraction(amount, SIXTHS), amounts[BEST_HAND].get(person, Fraction(0)))
    for (premium, who), count in counts.items():
        person = people.get_player(who).person
        for kind, premiums in PREMIUMS.items():
            if premium in premiums:
                amounts[kind][person] = amounts[kind].get(person, Fraction(0)) + count


def _iter_hands(standings: Standings) -> Iterator[PlayedHand]:
    """Yield the hands of the tables that count; three queries for each batch of a round, its tables in memory."""
    for standing in standings.rounds:
        counting = [table.key.table for table in standing.round.tables if table.counts]
        for start in range(0, len(counting), AT_ONCE):
            tables = list(GameTable.objects.filter(pk__in=counting[start : start + AT_ONCE]))
            for _table, hands in iter_played_hands(tables):
                yield from hands


def _list_made(standings: Standings) -> Iterator[tuple[int, Fraction]]:
    """Yield the points made, less is better, of those who have played as many rounds as anybody."""
    rounds = {total.player.person: sum(outcome is not None for outcome in total.rounds) for total in standings.totals}
    most = max(rounds.values(), default=0)
    for row in compute_rows(standings, FINAL):
        if rounds.get(row.person) == most:
            yield row.person, -compute_made_points(standings.stand.settings, row)


def _load_newcomers(tournament: Tournament, people: People) -> frozenset[int]:
    """Return the persons who have never taken part in an earlier tournament; nobody in the first one of a club."""
    earlier = Entrant.objects.filter(
        build_counting_filter(Entrant),
        tournament__club=tournament.club_id,
        tournament__day__lt=tournament.day,
        withdrawn=None,
    )
    veterans = {into or person for person, into in earlier.values_list("person", "person__merged_into")}
    return frozenset(people.by_person.keys() - veterans) if veterans else frozenset()


def load_prize_names(tournament: Tournament, persons: Iterable[int], reader: Reader) -> People:
    """Return the names of some persons, as the reader may see them."""
    return load_people(tournament, set(persons), reader)


RAFFLE = "raffle"  # the purpose of lots


class Raffle(NamedTuple):
    """A raffle: its number, the persons among whom it was drawn, and the winners in the order of the draw."""

    number: int
    among: tuple[int, ...]
    winners: tuple[int, ...]


def load_raffles(tournament: Tournament) -> tuple[Raffle, ...]:
    """Return all raffles that were not taken back, in their order; one query."""
    acts = Act.objects.filter(tournament=tournament, kind=Kind.LOT, undone_by=None).order_by("sequence")
    contents = (parse_content(act) for act in acts)
    return tuple(
        Raffle(content["number"], tuple(content["among"]), tuple(content["won"]))
        for content in contents
        if content["what"] == RAFFLE
    )


def choose_winners(seed: str, number: int, among: Iterable[int], many: int) -> list[int]:
    """Return the winners of a raffle: the same for the same seed, number and persons.

    >>> first = choose_winners("seed", 1, [7, 8, 9], 2)
    >>> first == choose_winners("seed", 1, [9, 8, 7], 2), set(first) <= {7, 8, 9}, len(first)
    (True, True, 2)
    """
    return sorted(among, key=lambda person: compute_lot(seed, f"{RAFFLE} {number}", person), reverse=True)[:many]


def list_participants(tournament: Tournament, *, others: bool) -> list[int]:
    """Return the persons who have played; `others`: only those without a prize, chosen or won in a raffle."""
    standings = load_standings(load_progress(tournament), EVERYBODY)
    played = {line.player.person for standing in standings.rounds for line in standing.lines if standing.round.started}
    if not others:
        return sorted(played)
    chosen = load_choices(tournament, load_standing_editions(tournament)).values()
    has_prize = {choice.person for choice in chosen if choice.prize != NONE}
    has_prize |= {person for raffle in load_raffles(tournament) for person in raffle.winners}
    return sorted(played - {standings.people.get_player(person).person for person in has_prize})
