"""The actions on sub-rankings of a season: set, removed; the entry money of a marathon."""

from collections.abc import Iterable
from functools import partial
from typing import Annotated, Any, ClassVar, Literal

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from scoring.book.ledger.entries import create_note
from tarockclub.kit.form_fields import IdField
from tarockclub.kit.text import clean_text
from tarockclub.models import Person
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.privacy.public_names import filter_people
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core.actions.base import ID_RANGE, Action, Input, Name, Operation, Spec, action
from tournaments.core.actions.targets import SEASON, Here
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.cash_journal.actions import CashAction
from tournaments.core.cash_journal.services import INCOME, MOST_CENTS
from tournaments.core.messages import SEASON as SEASON_AREA
from tournaments.models import JournalAct, Season
from tournaments.seasons.season.cash.services import load_entry_money
from tournaments.seasons.season.data import load_season_people
from tournaments.seasons.season.points.preview import find_ready
from tournaments.seasons.season.services import must_season_go_on
from tournaments.seasons.season.settings import (
    CATEGORY,
    EVERYBODY,
    LIST,
    TOWN,
    WHOLE,
    SeasonSettings,
    SubRanking,
    build_setting_values,
    encode_season_settings,
    parse_season_settings,
)

MOST_PRIZES, MOST_WORD, MOST_RANKINGS = 2000, 80, 20
_Number = Annotated[int, ID_RANGE]
_build_spec = partial(Spec, kind=Kind.SETTINGS, right=Right.DIRECT, area=SEASON_AREA)


def find_ranking(settings: SeasonSettings, number: int) -> SubRanking | None:
    """Return a sub-ranking that was not removed; None if there is none of this number."""
    return next((ranking for ranking in settings.rankings if ranking.number == number and not ranking.gone), None)


def _find_people(season: Season, numbers: Iterable[int]) -> list[int]:
    """Return the ids of people by their numbers in the register."""
    ids = dict(Person.objects.filter(club=season.club_id, number__in=set(numbers)).values_list("number", "pk"))
    return [ids.get(number, 0) for number in numbers]


def _find_rules(_season: Season, ready: str | None) -> SeasonSettings | None:
    """Return the rules of a ready rule, None for none; raise Http404 for an unknown one."""
    rule = find_ready(ready or "")
    if ready and rule is None:
        raise Http404
    return rule.settings if rule is not None else None


class RankingAction(Action):
    """An action on a sub-ranking of a season that goes on."""

    refusals: ClassVar = {"no_such_ranking": _("This sub-ranking does not exist any more.")}


@action(
    _build_spec(
        operations=(Operation(SEASON, "rankings", "set_season_ranking"),),
        schema=("SubRankingSettings", "A sub-ranking of a season: its events, its people, its rules, its prizes."),
    )
)
class SetRanking(RankingAction):
    """Set a sub-ranking of a season: a new one, or one with a number as it shall be from now on."""

    number: Annotated[int, ID_RANGE] = Field(default=0, description="0: another one.")
    name: Name
    word: str = Field(default="", max_length=MOST_WORD, description="Events whose names contain it count.")
    events: list[_Number] = Field(default=[], max_length=366, description="Numbers of events that count, too.")
    group: Literal["everybody", "category", "town", "listed"] = EVERYBODY  # type: ignore[assignment]
    group_name: str = Field(default="", max_length=80, description="The category, or the town.")
    people: Annotated[list[_Number], Input(resolve=_find_people)] = Field(
        default=[], max_length=5000, description="Numbers in the club's register of those listed."
    )
    rules: Annotated[SeasonSettings | None, Input(resolve=_find_rules, body=str)] = Field(
        default=None, description="The id of a ready rule; empty: as in the season."
    )
    best: int = Field(default=0, ge=0, le=366, description="Days that count; 0: as the rules say.")
    prizes: str = Field(default="", max_length=MOST_PRIZES, description="One a line.")
    fee: int = Field(default=0, ge=0, le=MOST_CENTS, description="Entry money of those listed, in cents.")
    shares: list[_Number] = Field(
        default=[], max_length=100, description="Of the first, the second …, in hundredths of a percent."
    )
    refusals: ClassVar = {
        "teams_no_people": _("In a season of teams, a sub-ranking can only choose days."),
        "nobody_listed": _("Entry money is paid by those on the list: list who takes part."),
        "shares_wrong": _("The shares are percentages of the entry money, together at most 100."),
        "too_many_rankings": _("A season has at most twenty sub-rankings."),
    }

    def list_sent(self) -> object:
        """Return all values."""
        rules = self.rules and build_setting_values(self.rules)
        return ["ranking", *(rules if name == "rules" else getattr(self, name) for name in type(self).model_fields)]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Set it.

        "season_ended", "no_such_ranking", "teams_no_people", "nobody_listed", "shares_wrong", "too_many_rankings".
        """
        must_season_go_on(here.season)
        settings = parse_season_settings(here.season.settings)
        if self.number and find_ranking(settings, self.number) is None:
            raise ActionRefused("no_such_ranking")
        self._must_be_possible(settings)
        people = filter_people(here.season.club_id).filter(pk__in=self.people)
        values = {name: getattr(self, name) for name in type(self).model_fields} | {
            "number": self.number or len(settings.rankings) + 1,
            "word": clean_text(self.word),
            "events": tuple(self.events),
            "people": tuple(sorted(people.values_list("pk", flat=True))) if self.group == LIST else (),
            "group_name": self.group_name if self.group in {CATEGORY, TOWN} else "",
            "shares": tuple(self.shares),
        }
        return _save(here.season, settings, SubRanking(**values))

    def _must_be_possible(self, settings: SeasonSettings) -> None:
        if not self.number and len(settings.rankings) == MOST_RANKINGS:
            raise ActionRefused("too_many_rankings")
        if settings.teams and self.group != EVERYBODY:
            raise ActionRefused("teams_no_people")
        if self.fee and self.group != LIST:
            raise ActionRefused("nobody_listed")
        if sum(self.shares) > WHOLE:
            raise ActionRefused("shares_wrong")


@action(
    _build_spec(
        operations=(
            Operation(
                SEASON, "rankings/{int:number}/remove", "remove_season_ranking", path_values={"number": "number"}
            ),
        ),
        sent_word="remove",
    )
)
class RemoveRanking(RankingAction):
    """Remove a sub-ranking from a season; what was published of it stays."""

    number: Annotated[int, ID_RANGE, Input(partial(IdField, otherwise=0))]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Remove it; "season_ended", "no_such_ranking"."""
        must_season_go_on(here.season)
        settings = parse_season_settings(here.season.settings)
        ranking = find_ranking(settings, self.number)
        if ranking is None:
            raise ActionRefused("no_such_ranking")
        return _save(here.season, settings, ranking._replace(gone=True))


def _save(season: Season, settings: SeasonSettings, ranking: SubRanking) -> dict[str, Any]:
    """Write a sub-ranking; return the content of the act: texts stand in the season alone."""
    others = [other for other in settings.rankings if other.number != ranking.number]
    rankings = sorted((*others, ranking), key=lambda each: each.number)
    season.settings = encode_season_settings(settings._replace(rankings=tuple(rankings)))
    season.save(update_fields=["settings"])
    plain = ranking._replace(name="", prizes="")
    rules = encode_season_settings(SeasonSettings(rankings=(plain._replace(people=()),)))
    return {"ranking": ranking.number, "people": list(ranking.people), "settings": rules}


@action(
    Spec(
        kind=Kind.CASH,
        operations=(
            Operation(
                SEASON, "rankings/{int:ranking}/entry-money", "take_entry_money", path_values={"ranking": "ranking"}
            ),
        ),
        right=Right.TILL,
        sent_word="entry",
        schema=("EntryMoney", "Somebody who pays the entry money of a sub-ranking."),
    )
)
class TakeEntryMoney(CashAction):
    """Take the entry money of somebody on the list of a sub-ranking into the season's own cash box."""

    ranking: Annotated[int, ID_RANGE, Input(partial(IdField, otherwise=0))]
    person: Annotated[
        int,
        ID_RANGE,
        Input(partial(IdField, otherwise=0), resolve=lambda season, number: _find_people(season, [number])[0]),
    ] = Field(description="Number in the club's register.")
    refusals: ClassVar = {
        "not_listed": _("This person is not on the list of this sub-ranking."),
        "entry_paid": _("This person has paid already."),
    }

    def perform_once(self, spot: Any, key: str, who: Actor, reason: str) -> JournalAct:
        """Give the name of the sub-ranking as the reason."""
        ranking = find_ranking(parse_season_settings(Season.objects.get(pk=spot.pk).settings), self.ranking)
        return super().perform_once(spot, key, who, ranking.name if ranking is not None else "")

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Put it into the box; "no_such_ranking", "not_listed", "entry_paid"."""
        ranking = find_ranking(parse_season_settings(here.season.settings), self.ranking)
        if ranking is None or not ranking.fee:
            raise ActionRefused("no_such_ranking")
        paid = load_entry_money(here.season).get(self.ranking, {})
        _people, same = load_season_people([*ranking.people, *paid, self.person])
        if same[self.person] not in {same[person] for person in ranking.people}:
            raise ActionRefused("not_listed")
        if same[self.person] in {same[person] for person in paid}:
            raise ActionRefused("entry_paid")
        note = create_note(INSIDE.name_person(Person.objects.get(pk=same[self.person])), here.season.club_id)
        party = {"party": note.pk} if note is not None else {}
        return {
            "what": INCOME,
            "cents": ranking.fee,
            "ranking": self.ranking,
            "person": same[self.person],
        } | party
