"""The euros of a year's evenings, settled through the purse: each person pays or gets once for all of them.

A settlement is an act that keeps everybody's balance. The next one has what was won and lost since, and what differs
because a hand was corrected afterwards; so has the one after a settlement that was taken back.
"""

import re
import uuid
from collections import Counter
from datetime import date, datetime
from functools import partial
from typing import Annotated, Any, ClassVar, NamedTuple, Self

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from scoring.models import GameTable
from scoring.table.evenings.days import find_evening_day
from tarockclub.kit.bank import Transfer, build_transfer
from tarockclub.kit.days import DayField
from tarockclub.kit.form_fields import TextField
from tarockclub.kit.time_source import now
from tarockclub.kit.words import compute_german_key
from tarockclub.models import Person
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.api.schemas import Day
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core.actions.base import ID_RANGE, Input, Operation, Spec, action
from tournaments.core.actions.targets import SEASON, Here
from tournaments.core.acts import SEASONS, ActionRefused, Kind, parse_content
from tournaments.core.cash_journal.actions import CASH_WORDS, CashAction
from tournaments.core.cash_journal.services import REVERSAL, SETTLEMENT, YEAR_PAID
from tournaments.core.editions import compute_edition_sign
from tournaments.models import JournalAct, Season, SeasonAct, SeasonEvent
from tournaments.seasons.season.data import SeasonNames, load_season_people
from tournaments.seasons.season.evenings.shares import keep_played, list_evening_tables, load_cents, load_stakes
from tournaments.seasons.season.settings import parse_season_settings

OPEN, NO_SUM = "open", "no_sum"
_TICK = re.compile(r"([0-9]{1,9})-([0-9]{1,18})=(-?[0-9]{1,9})")


class YearProblem(NamedTuple):
    """A table of which nobody can say what it comes to."""

    code: str  # one of the above
    day: date
    slug: uuid.UUID


class YearLine(NamedTuple):
    """The balance of a person: cents that they get, or below 0 pay."""

    person: int
    number: int  # in the club
    name: str  # as in the register
    cents: int


class YearSettlement(NamedTuple):
    """A settlement of a year's evenings until a day, to come or written down; all lines and the box add up to 0."""

    until: date
    lines: tuple[YearLine, ...]  # by name
    box: int  # cents for the donation box
    problems: tuple[YearProblem, ...] = ()
    paid_until: date | None = None  # evenings until this day were paid at their tables
    sequence: int = 0  # of its act
    at: datetime | None = None
    left: tuple[YearLine, ...] = ()  # what nobody has recorded as paid

    @property
    def balances(self) -> list[tuple[int, int]]:
        """Everybody's cents by id."""
        return sorted((line.person, line.cents) for line in self.lines)

    @property
    def total(self) -> int:
        """The cents that come into the purse."""
        return sum(max(0, -cents) for cents in (self.box, *(line.cents for line in self.lines)))

    @property
    def sign(self) -> str:
        """The sign of what was viewed."""
        return compute_edition_sign([self.until.isoformat(), self.balances, self.box])


def list_year_settlements(season: Season) -> list[YearSettlement]:
    """Return the settlements that were written down and not taken back, in order."""
    acts = SEASONS.list_acts(season.pk).filter(kind=Kind.CASH).order_by("sequence")
    pairs = [(act, parse_content(act)) for act in acts]
    taken_back = {content["of"] for _act, content in pairs if content.get("what") == REVERSAL}
    pairs = [pair for pair in pairs if pair[0].sequence not in taken_back]
    payments = [content for _act, content in pairs if content.get("what") == YEAR_PAID]
    pairs = [pair for pair in pairs if pair[1].get("what") == SETTLEMENT]
    left = {act.sequence: Counter(dict(content["balances"])) for act, content in pairs}
    for content in payments:
        left[content["of"]][content["person"]] -= content["amount"]
    names = load_season_people(person for balances in left.values() for person in balances)
    return [
        YearSettlement(
            date.fromisoformat(content["until"]),
            _build_lines(Counter(dict(content["balances"])), names),
            content["cents"],
            sequence=act.sequence,
            at=act.at,
            left=_build_lines(left[act.sequence], names),
        )
        for act, content in pairs
    ]


def load_year_settlement(season: Season, until: date | None = None) -> YearSettlement | None:
    """Return what is to be paid for the evenings until a day, less what was settled before; None at the table.

    Without a day until today, or the end of a year that is over.
    """
    rule = parse_season_settings(season.settings).evenings
    if rule is None or not rule.in_year:
        return None
    until = until or min(find_evening_day(now()), date.fromisoformat(rule.until))
    gone = dict(SeasonEvent.objects.filter(season=season, evenings=True).values_list("day", "gone"))
    tables = list_evening_tables(season.club_id, rule)
    tables = [table for table in tables if rule.paid_until < table.day.isoformat() <= until.isoformat()]
    tables = [table for table in tables if not (gone.get(table.day) or (rule.chosen and table.day not in gone))]
    stakes = load_stakes(keep_played(table._replace(was_ended=True) for table in tables))
    for_money = [pk for pk, agreed in stakes.items() if agreed.rate or agreed.pagatkassa is not None]
    rows, tables = GameTable.objects.in_bulk(for_money), [table for table in tables if table.pk in set(for_money)]
    problems = [YearProblem(OPEN, table.day, rows[table.pk].slug) for table in tables if rows[table.pk].ended is None]
    counted = [table for table in tables if table.was_ended and table.day in gone]
    cents = load_cents(counted)
    balances, box = Counter[int](), 0
    for table in counted:
        amounts = cents.get(table.pk, {})
        left = -sum(amounts.values())
        if left and not stakes[table.pk].donation:
            problems.append(YearProblem(NO_SUM, table.day, rows[table.pk].slug))
        balances.update(amounts)
        box += left
    for before in list_year_settlements(season):
        balances.subtract(dict(before.balances))
        box -= before.box
    lines = _build_lines(balances, load_season_people(balances))
    paid_until = date.fromisoformat(rule.paid_until) if rule.paid_until else None
    return YearSettlement(until, lines, box, tuple(problems), paid_until)


def _build_lines(balances: Counter[int], names: SeasonNames) -> tuple[YearLine, ...]:
    """Return everybody who pays or gets something, merged persons as one."""
    people, same = names
    sums = Counter[int]()
    for person, cents in balances.items():
        sums[same[person]] += cents
    lines = [
        YearLine(person, people[person].number, people[person].real or people[person].name, cents)
        for person, cents in sums.items()
        if cents
    ]
    return tuple(sorted(lines, key=lambda line: (compute_german_key(line.name), line.number)))


class YearDebt(NamedTuple):
    """An amount that somebody pays to the club in a settlement, or gets from it, and nobody has recorded yet."""

    season: Season
    settlement: YearSettlement
    line: YearLine
    iban: str  # of whoever gets it

    @property
    def tick(self) -> str:
        """The value of its box: what is paid is what was shown."""
        return f"{self.settlement.sequence}-{self.line.person}={self.line.cents}"

    @property
    def transfer(self) -> Transfer | None:
        """The payment to the club's account, or to that of the person."""
        getter = self.line.name if self.line.cents > 0 else self.season.club.name
        return build_transfer(getter, self.iban, abs(self.line.cents), self.format_text())

    def format_text(self) -> str:
        """Return what a payment says."""
        facts = {"day": f"{self.settlement.until:%d.%m.%Y}", "number": self.line.number, "season": self.season.name}
        return gettext("%(season)s until %(day)s, no. %(number)s") % facts


def list_year_debts(season: Season) -> list[YearDebt]:
    """Return what is left of each settlement of a season."""
    pairs = [(settlement, line) for settlement in list_year_settlements(season) for line in settlement.left]
    people = Person.objects.in_bulk([line.person for _settlement, line in pairs])
    return [
        YearDebt(season, settlement, line, people[line.person].iban if line.cents > 0 else season.club.iban)
        for settlement, line in pairs
    ]


def list_own_year_debts(person: Person) -> list[YearDebt]:
    """Return what is left of the settlements of a club for a person; one query where it has none."""
    settled = SeasonAct.objects.filter(kind=Kind.CASH, said__contains=f'"{SETTLEMENT}"').values("season")
    seasons = Season.objects.filter(club=person.club_id, pk__in=settled).select_related("club").order_by("pk")
    debts = (debt for season in seasons for debt in list_year_debts(season))
    return [debt for debt in debts if debt.line.person == person.pk]


@action(
    Spec(
        kind=Kind.CASH,
        operations=(Operation(SEASON, "settle", "settle_year"),),
        right=Right.TILL,
        words=CASH_WORDS,
        sent_word="settle",
        schema=("YearSettled", "The evenings of a year that are settled."),
    )
)
class SettleYear(CashAction):
    """Settle the euros of a year's evenings until a day, through the purse: exactly what was viewed.

    `seen`: the sign of the amounts that were shown.
    """

    until: Annotated[date, Input(partial(DayField, required=False), refusal="no_last_day", body=Day)]
    seen: Annotated[str, Field(max_length=64), Input(TextField, refusal="amounts_changed")]
    refusals: ClassVar = {
        "at_the_table": _("The evenings of this season are paid at the table."),
        "settled_later": _("Evenings have been settled until a later day already."),
        "amounts_changed": _("The amounts have changed in the meantime: please check them again."),
        "nothing_to_settle": _("Nobody has anything to pay."),
    }

    def list_sent(self) -> object:
        """Return the day and what was seen."""
        return ["settle", self.until.isoformat(), self.seen]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Write everybody's balance down.

        "at_the_table", "settled_later", "something_missing", "amounts_changed", "nothing_to_settle".
        """
        settlement = load_year_settlement(here.season, self.until)
        if settlement is None:
            raise ActionRefused("at_the_table")
        if any(before.until > self.until for before in list_year_settlements(here.season)):
            raise ActionRefused("settled_later")
        if settlement.problems:
            raise ActionRefused("something_missing")
        if settlement.sign != self.seen:
            raise ActionRefused("amounts_changed")
        if not settlement.lines:
            raise ActionRefused("nothing_to_settle")
        balances = [list(balance) for balance in settlement.balances]
        return {"what": SETTLEMENT, "cents": settlement.box, "until": self.until.isoformat(), "balances": balances}


def _resolve_person(season: Season, number: int) -> int:
    return Person.objects.filter(club=season.club_id, number=number).values_list("pk", flat=True).first() or 0


@action(
    Spec(
        kind=Kind.CASH,
        operations=(Operation(SEASON, "settlement/paid", "pay_year"),),
        right=Right.TILL,
        words=CASH_WORDS,
        sent_word=YEAR_PAID,
        schema=("YearPaid", "What somebody has paid of a settlement, or got, as `owed` has it."),
    )
)
class PayYear(CashAction):
    """Record that somebody has paid what they owe in a settlement (the number of its act), or got it.

    `cents`: as it was shown; `bank`: to the club's account, or from it, and not through the cash box.
    """

    of: Annotated[int, ID_RANGE]
    person: Annotated[int, ID_RANGE, Input(resolve=_resolve_person)] = Field(
        description="Number in the club's register."
    )
    cents: int
    bank: bool = Field(default=False, exclude=True)  # only by a bank's file

    @classmethod
    def parse(cls, tick: str, *, bank: bool = False) -> Self:
        """Return what a box says (YearDebt.tick); "others_owe" for anything else."""
        match = _TICK.fullmatch(tick)
        if match is None:
            raise ActionRefused("others_owe")
        of, person, cents = map(int, match.groups())
        return cls(of=of, person=person, cents=cents, bank=bank)

    def perform_once(self, spot: Any, key: str, who: Actor, reason: str) -> JournalAct:
        """Give the name as the reason."""
        person = Person.objects.filter(pk=self.person).first()
        return super().perform_once(spot, key, who, INSIDE.name_person(person) if person is not None else "")

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Write it down; the box changes only by what a bank account has; "others_owe"."""
        if f"{self.of}-{self.person}={self.cents}" not in {debt.tick for debt in list_year_debts(here.season)}:
            raise ActionRefused("others_owe")
        content = {"what": YEAR_PAID, "of": self.of, "person": self.person, "amount": self.cents}
        return content | {"cents": self.cents if self.bank else 0}
