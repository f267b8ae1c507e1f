"""Published standings stay what they were, whatever is put right later; the next ones take it."""

from collections.abc import Mapping

import pytest
from django.db import transaction
from hypothesis import given, note, settings
from hypothesis import strategies as st

from tarockclub.platform.accounts.persons import load_first_club
from tarockclub.platform.publication import change_publication
from tests.soak import IS_SOAK
from tests.support.accounts import log_in, make_account
from tests.tournaments.results.standings.played_tables import paper, published
from tests.tournaments.seasons.reckoner import answers, worlds
from tests.tournaments.seasons.reckoner.cups import Cup, play_cup
from tests.tournaments.seasons.reckoner.purses import Purse
from tests.tournaments.seasons.reckoner.reckoning import reckon_season
from tests.tournaments.seasons.reckoner.rules import EXACT
from tests.tournaments.seasons.reckoner.test_reckoned import (
    QUICK,
    RULES,
    Sub,
    build_figures,
    compare_lines,
    find_rule,
    reckon_sub,
)
from tests.tournaments.seasons.season.seasons import end_season
from tournaments.core.acts import ActionRefused
from tournaments.models import RoundTable, Season, Tournament

pytestmark = pytest.mark.django_db


class Year:
    """A season that is played, put right and published, and its standings as they were reckoned each time."""

    def __init__(self, rule: str, world: worlds.World) -> None:
        change_publication(load_first_club(), {"seasons": True})
        self.client = log_in(make_account("director"))
        self.rule, self.world = rule, world
        self.played = worlds.play(world)
        self.cups = [play_cup(number, cup) for number, cup in enumerate(world.cups, 1)]
        self.season: Season = worlds.add_season(world, find_rule(rule)[0], self.cups)
        self.numbers = worlds.change_people(world, [self.season])
        self.editions: list[Mapping[int, Sub]] = []

    def reckon(self) -> dict[int, Sub]:
        """Reckon the standings as they are now."""
        rule, world = find_rule(self.rule)[1], self.world
        events = worlds.list_reckoned(world, self.season, self.numbers, rated="euros" in rule.needs)
        guests = [self.numbers[world.call(world.guest)]] if world.guest else []
        whole = Sub(0, reckon_season(rule, events, guests), worlds.PRIZES, self.rule in EXACT, [])
        some = [
            whole,
            *(reckon_sub(self.rule, world, self.season, at + 1, self.numbers) for at in range(len(world.rankings))),
        ]
        return {sub.number: sub for sub in some}

    def publish(self) -> bool:
        """Publish the standings: refused where something is not known, nobody has a result, or nothing is new."""
        subs = self.reckon()
        is_known = all(not sub.standing.problems for sub in subs.values()) and bool(subs[0].standing.lines)
        reason = "berichtigt" if self.editions else ""
        if is_known and not (self.editions and self.is_same(subs)):
            self.season = end_season(self.season, reason)
            self.editions.append(subs)
            return True
        with pytest.raises(ActionRefused):
            end_season(self.season, reason)
        return False

    def is_same(self, subs: Mapping[int, Sub]) -> bool:
        """Return whether all ranks, points and days are those that were published last."""
        then, now = (
            [{who: line[:3] for who, line in sub.standing.lines.items()} for sub in some.values()]
            for some in (self.editions[-1], subs)
        )
        return then == now

    def mend_hand(self, which: int) -> None:
        """Put a hand right."""
        purse = Purse(self.world, None)
        found = purse.find_hand(which)
        if found is not None:
            self.played[found[0]].mend(*found[1:])
            purse.mend(*found)
            self.world = self.world._replace(tables=tuple(purse.tables))

    def mend_cup(self) -> Cup | None:
        """Put the paper of the first table of a tournament right, which counts when its result is published again."""
        cup = next((cup for cup in self.world.cups if not cup.start), None)
        if cup is None:
            return None
        [sheet, *others], *rounds = cup.rounds
        sheet = sheet._replace(made=sheet.made[::-1])
        tables = RoundTable.objects.filter(round__tournament=self.cups[self.world.cups.index(cup)], round__number=1)
        paper(tables.get(number=1), *sheet.made)
        return cup._replace(rounds=((sheet, *others), *rounds))

    def publish_cup(self, cup: Cup) -> None:
        """Publish a tournament's results again."""
        at = next(at for at, before in enumerate(self.world.cups) if before.day == cup.day)
        if cup != self.world.cups[at]:
            for number in (1, 0):
                published(Tournament.objects.get(pk=self.cups[at].pk), number, reason="verrechnet")
            self.world = self.world._replace(cups=(*self.world.cups[:at], cup, *self.world.cups[at + 1 :]))

    def compare(self) -> None:
        """Compare what is said of now, and what each edition says."""
        said, _problems, _averages = answers.read_api(self.season)
        wanted = {number: sub.standing.lines for number, sub in self.reckon().items()}
        assert said == {
            number: {who: build_figures(line) for who, line in lines.items()} for number, lines in wanted.items()
        }
        for edition, subs in enumerate(self.editions, 1):
            note(f"{edition}")
            pages = answers.read_edition(self.season, self.client, edition)
            assert pages.keys() == subs.keys()
            for number, sub in subs.items():
                compare_lines(pages[number], sub)
                lines = [sub.standing.lines[who] for who in pages[number].rows]
                paper_lines = answers.read_paper(self.season, number, edition).lines
                assert [line[:3] for line in paper_lines] == [line[:3] for line in lines]


def reckon_editions(rule: str, world: worlds.World, which: int) -> None:
    """Publish a year, put it right, publish it again, and forget it."""
    typed = tuple(day for day in world.typed if day.rows)
    with transaction.atomic():
        year = Year(rule, world._replace(typed=typed))
        if year.publish():
            year.compare()
            year.mend_hand(which)
            cup = year.mend_cup()
            year.compare()
            if cup is not None:
                year.publish_cup(cup)
            year.publish()
            year.mend_hand(which + 1)
            year.compare()
        transaction.set_rollback(True)


@settings(QUICK, max_examples=4)
@given(rule=st.sampled_from(RULES), world=worlds.draw_world(most=3), which=st.integers(0, 9))
def test_a_published_standing_stays_and_the_next_one_takes_what_was_put_right(
    rule: str, world: worlds.World, which: int
) -> None:
    reckon_editions(rule, world, which)


@pytest.mark.heavy
@settings(QUICK, max_examples=600 if IS_SOAK else 40)
@given(rule=st.sampled_from(RULES), world=worlds.draw_world(most=4), which=st.integers(0, 9))
def test_no_published_standing_changes_whatever_is_put_right(rule: str, world: worlds.World, which: int) -> None:
    reckon_editions(rule, world, which)
