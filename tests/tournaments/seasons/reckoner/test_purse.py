"""A year whose euros are paid through the purse: all that is said of it is what a second reckoning makes of it."""

from datetime import date
from functools import partial

import pytest
from django.db import transaction
from hypothesis import given, note, settings

from tarockclub.platform.accounts.persons import find_or_create_person, load_first_club
from tarockclub.platform.publication import change_publication
from tests.soak import IS_SOAK
from tests.support.accounts import log_in, make_account
from tests.support.programs import Program, create_program
from tests.tournaments.seasons.reckoner import answers, purses, worlds
from tests.tournaments.seasons.reckoner.reckoning import reckon_season
from tests.tournaments.seasons.reckoner.rules import READY
from tests.tournaments.seasons.reckoner.test_reckoned import QUICK, compare_answers, find_rule
from tests.tournaments.seasons.season.seasons import new_key
from tests.tournaments.support import acts
from tournaments.models import Season
from tournaments.seasons.season.evenings.actions import CountEvenings

pytestmark = pytest.mark.django_db
Purses = tuple[worlds.World, date | None, list[purses.Step]]


class Year:
    """A year that is played, settled and reckoned step by step."""

    def __init__(self, world: worlds.World, paid_until: date | None) -> None:
        change_publication(load_first_club(), {"seasons": True})
        director = make_account("director")
        self.world, self.purse = world, purses.Purse(world, paid_until)
        self.program: Program = create_program(director)
        self.client = log_in(director)
        self.played = worlds.play(world)
        self.season: Season = worlds.add_season(world, find_rule("jahr_euro")[0])
        since, until = worlds.YEAR
        CountEvenings(since=since, until=until, in_year=True, paid_until=paid_until).perform(self.season, new_key())
        self.season.refresh_from_db()
        self.address = f"seasons/{self.season.slug}"
        names = (*worlds.PEOPLE, worlds.TWIN)
        self.numbers = {name: find_or_create_person(load_first_club(), name).number for name in names}
        self.call = self.numbers.__getitem__

    def take(self, step: purses.Step) -> None:
        """Let something happen, and compare what is said then."""
        note(step)
        purse = self.purse
        found = purse.find_hand(step.which) if step.what == purses.MEND else None
        if step.what == purses.SETTLE and step.day >= purse.find_last_day():
            self.settle(step.day)
        elif found is not None:
            self.played[found[0]].mend(*found[1:])
            purse.mend(*found)
        elif step.what == purses.OPEN:
            self.look_at_open(step.which % len(purse.tables), step.day)
        elif step.what == purses.UNDO and purse.settled:
            act, _until, _cents = purse.settled.pop(step.which % len(purse.settled))
            acts.reverse_move(self.season, new_key(), act, "falsch")
        elif step.what == purses.PEOPLE:
            worlds.change_people(self.world, [self.season])
            self.call = partial(lambda world, numbers, name: numbers[world.call(name)], self.world, self.numbers)
        self.compare(max(step.day, purse.find_last_day()))

    def settle(self, until: date) -> None:
        """Settle, which is refused where nobody has anything to pay."""
        seen = self.program.read(f"{self.address}/settlement?until={until}").json()["seen"]
        sent = {"key": new_key(), "until": f"{until}", "seen": seen}
        due = self.purse.reckon(until)
        answer = self.program.send(f"{self.address}/settle", sent)
        if purses.add_balances(due, self.call):
            assert answer.status_code == 200, answer.content
            act = self.season.acts.order_by("-sequence")[0].sequence
            self.purse.settled.append((act, until, due))
        else:
            assert answer.json()["code"] == "nothing_to_settle"

    def look_at_open(self, table: int, until: date) -> None:
        """Take an evening up, which stops a settlement of its day, and end it again."""
        self.played[table].reopen()
        said = self.program.read(f"{self.address}/settlement?until={until}").json()
        mine = self.purse.tables[table]
        assert said["problems"] == ([f"{mine.day}"] if self.purse.is_due(mine, until) else [])
        self.played[table].end()

    def compare(self, until: date) -> None:
        """Compare the balances until a day, and the cash box."""
        wanted = purses.add_balances(self.purse.reckon(until), self.call)
        said = self.program.read(f"{self.address}/settlement?until={until}").json()
        assert {line["person"]: line["cents"] for line in said["lines"]} == wanted
        assert said["box"] == -sum(wanted.values())
        assert said["problems"] == []
        page = answers.read_cash_page(self.season, self.client, until)
        assert sorted(page.balances) == sorted(wanted.values())
        assert page.own == self.purse.count_box()
        assert page.flow == -sum(cents for cents in wanted.values() if cents < 0)

    def compare_standing(self) -> None:
        """Compare the year's standings: all of its evenings count, whoever was paid where."""
        world = self.world._replace(tables=tuple(self.purse.tables))
        numbers = {name: self.call(name) for name in self.numbers}
        events = worlds.list_reckoned(world, self.season, numbers, rated=True)
        boxes = world.list_boxes(self.purse.count_box())
        compare_answers(self.season, {0: reckon_season(READY["jahr_euro"], events)}, boxes, whole=False)


def reckon_purse(drawn: Purses) -> None:
    """Reckon a year, and forget it."""
    world, paid_until, steps = drawn
    with transaction.atomic():
        year = Year(world, paid_until)
        for step in steps:
            year.take(step)
        year.compare_standing()
        transaction.set_rollback(True)


@settings(QUICK, max_examples=8)
@given(drawn=purses.draw_purse())
def test_whoever_pays_through_the_purse_pays_what_the_evenings_come_to_less_what_was_paid(drawn: Purses) -> None:
    reckon_purse(drawn)


@pytest.mark.heavy
@settings(QUICK, max_examples=1000 if IS_SOAK else 100)
@given(drawn=purses.draw_purse())
def test_each_year_through_the_purse_adds_up_whatever_is_mended_merged_or_taken_back(drawn: Purses) -> None:
    reckon_purse(drawn)
