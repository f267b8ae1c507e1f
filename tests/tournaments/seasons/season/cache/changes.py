"""All that changes the pages of a season, and the reading of these pages."""

import json
import re
from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from django.db import connection
from django.test import Client
from django.urls import reverse

from scoring.book.ledger.triggers import remove_triggers
from scoring.models import GameTable
from tarockclub.kit.time_source import now
from tarockclub.models import Club, Person
from tarockclub.office.privacy.erasing import erase, replace_note
from tarockclub.platform.accounts.persons import PersonDetails
from tests.tournaments.results.standings.played_tables import normal, play_hand
from tests.tournaments.seasons.season.seasons import (
    at,
    day,
    end_season,
    new_key,
    person,
    play_tournament,
    publish,
    results,
    season,
)
from tests.tournaments.seasons.season.sub_rankings.test_sub_rankings import set_ranking
from tests.tournaments.support import acts, factories
from tests.tournaments.support.acts import take_back
from tournaments.core.acts import Kind, parse_content
from tournaments.models import Act, RoundTable, Season, SeasonAct, SeasonEvent, Tournament
from tournaments.people.register.selectors import set_details, set_people_settings
from tournaments.people.register.services import merge, rename, set_publicity
from tournaments.seasons.season.events import CarryPoints, ChangeEvent, RemoveEvent, ReturnEvent
from tournaments.seasons.season.publishing import DrawSeasonLots, ReopenSeason
from tournaments.seasons.season.services import SeasonDetails, change_season
from tournaments.seasons.season.settings import parse_season_settings
from tournaments.seasons.season.sub_rankings.actions import RemoveRanking, TakeEntryMoney

_SECRET = re.compile(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"')
_MAIN = re.compile("<main.*</main>", re.DOTALL)
Pages = dict[str, tuple[int, str]]


class Cup(NamedTuple):
    """A season with all that a season can have, and what it is made of."""

    season: Season
    typed: SeasonEvent
    played: Tournament
    running: Tournament
    table: RoundTable

    @property
    def fresh(self) -> Season:
        """The season as it is now."""
        return Season.objects.select_related("club").get(pk=self.season.pk)


def read_pages(of: Season, staff: Client) -> Pages:
    """Everything that is public about a season, and the standings that only staff sees, without what is drawn anew."""
    addresses = {
        **{f"ranking {ranking}": at("season_ranking", of, number=ranking) for ranking in (1, 2, 3, 4)},
        **{f"event {event}": at("season_event", of, number=event) for event in (1, 2, 3, 4, 5)},
        **{f"player {who.number}": f"{at('season_standing', of)}?who={who.number}" for who in _list_players()},
        **{f"edition {edition}": at("season_edition", of, edition=edition) for edition in (1, 2)},
        "standing": at("season_standing", of),
        "search": at("season_standing", of) + "?q=an",
        "outlook": at("season_outlook", of),
        "first three": at("season_outlook", of) + "?places=3",
        "share": reverse("share_season", args=[of.slug]),
        "api": f"/api/v1/seasons/{of.slug}",
    }
    visitor = Client()
    found = {name: _read(visitor, address, "de") for name, address in addresses.items()}
    found |= {f"{name} in English": _read(visitor, addresses[name], "en") for name in ("standing", "api", "event 1")}
    found["provisional"] = _read(staff, at("season_standing", of) + "?provisional=1", "de")
    return found


def _list_players() -> list[Person]:
    """Anna, who is in all results, and Emma, whom the rankings of a town and a category have, merged or not."""
    first = Person.objects.filter(name__startswith="Anna").order_by("pk")[:1]
    return [*first, *Person.objects.filter(name="Emma")]


def _read(client: Client, address: str, language: str) -> tuple[int, str]:
    answer = client.get(address, headers={"Accept-Language": language})
    text = answer.content.decode()
    main = _MAIN.search(text)  # above it runs the clock of the round
    return answer.status_code, _SECRET.sub("", text if main is None else main[0])


def correct(cup: Cup) -> None:
    results(cup.typed, ("Dora", "Anna", "Bert"), "vertauscht")


def publish_again(cup: Cup) -> None:
    publish(cup.played, ("Anna", "Carl"))


def withdraw_result(cup: Cup) -> None:
    act = Act.objects.get(tournament=cup.played, kind=Kind.RESULT)
    assert take_back(Kind.RESULT, "falsch gezählt").undoes_id == act.pk


def restore_other_acts(cup: Cup) -> None:
    """A backup from before is restored, and somebody else is first there: as many acts, other ones."""
    act = Act.objects.get(tournament=cup.played, kind=Kind.RESULT)
    said = parse_content(act)
    said["rows"] = [[rank, row[1], *row[2:]] for rank, row in enumerate(reversed(said["rows"]), 1)]
    remove_triggers(connection)  # until this test's transaction is rolled back
    Act.objects.filter(pk=act.pk).update(said=json.dumps(said), key=new_key())


def change_rules(cup: Cup) -> None:
    rules = parse_season_settings(cup.fresh.settings)._replace(table=(900, 300, 200, 100), counting="number", best=1)
    change_season(cup.season.pk, new_key(), SeasonDetails(cup.season.name, rules))


def rename_season(cup: Cup) -> None:
    change_season(cup.season.pk, new_key(), SeasonDetails("Pokal", parse_season_settings(cup.fresh.settings)))


def add_event(cup: Cup) -> None:
    day(cup.fresh, "Dora", "Carl", name="Nachtrag")


def change_event(cup: Cup) -> None:
    change = ChangeEvent(event=cup.typed.number, name="Kirchtag", day=date(2026, 9, 1), players=40, kind="final")
    change.perform(cup.fresh, new_key())


def remove_event(cup: Cup) -> None:
    RemoveEvent(event=cup.typed.number).perform(cup.fresh, new_key(), reason="zählt nicht")


def return_event(cup: Cup) -> None:
    remove_event(cup)
    read_pages(cup.fresh, Client())
    ReturnEvent(event=cup.typed.number).perform(cup.fresh, new_key())


def carry_points(cup: Cup) -> None:
    before = season(cup.season.club, "Vorjahr")
    day(before, "Dora", "Anna")
    CarryPoints(season=end_season(before).pk, percent=50).perform(cup.fresh, new_key())


def add_tournament(cup: Cup) -> None:
    play_tournament(cup.fresh, "Dora", "Emma")


def archive_tournament(cup: Cup) -> None:
    acts.set_archived(cup.played, new_key())


def rename_tournament(cup: Cup) -> None:
    Tournament.objects.filter(pk=cup.played.pk).update(name="Gansltarock")


def move_tournament(cup: Cup) -> None:
    Tournament.objects.filter(pk=cup.played.pk).update(day=date(2001, 2, 3))


def start_tournament(cup: Cup) -> None:
    """A tournament that was to come is frozen: it is under way."""
    other = factories.tournament(cup.season.club, name="Neues")
    acts.add_tournament(cup.fresh, new_key(), other)
    read_pages(cup.fresh, Client())
    Tournament.objects.filter(pk=other.pk).update(frozen=now())


def save_hand(cup: Cup) -> None:
    """Only what is provisional changes with a hand: who leads at a table under way."""
    GameTable.objects.filter(pk=cup.table.game_table_id).update(clock="")
    play_hand(cup.table, normal(1, 2))


def rename_person(cup: Cup) -> None:
    rename(person("Anna"), "Anna Maier")


def hide_name(cup: Cup) -> None:
    set_publicity(person("Anna"), Person.Publicity.NUMBER)


def move_to_town(cup: Cup) -> None:
    set_details(person("Carl"), PersonDetails("Linz", "", ""), public=False)


def set_category(cup: Cup) -> None:
    set_details(person("Dora"), PersonDetails("", "", "Dame"), public=False)


def show_towns(cup: Cup) -> None:
    set_people_settings(Club.objects.get(pk=cup.season.club_id), ("Dame",), shows_towns=True, links_pages=False)


def merge_persons(cup: Cup) -> None:
    merge(person("Anna"), person("Emma"))


def erase_person(cup: Cup) -> None:
    erase(person("Bert"))


def change_ranking(cup: Cup) -> None:
    set_ranking(cup.fresh, number=3, name="Marathon", people=["Anna", "Carl"], fee=500, shares=[10000])


def add_ranking(cup: Cup) -> None:
    set_ranking(cup.fresh, name="Kirtage", word="kirtag")


def remove_ranking(cup: Cup) -> None:
    RemoveRanking(number=1).perform(cup.fresh, new_key())


def end_without_running(cup: Cup) -> None:
    """The season ends: what was under way is taken out, lots are drawn."""
    number = SeasonEvent.objects.get(season=cup.season, tournament=cup.running).number
    RemoveEvent(event=number).perform(cup.fresh, new_key(), reason="verschoben")
    DrawSeasonLots().perform(cup.fresh, new_key())
    end_season(cup.fresh)


def draw_lots(cup: Cup) -> None:
    number = SeasonEvent.objects.get(season=cup.season, tournament=cup.running).number
    RemoveEvent(event=number).perform(cup.fresh, new_key(), reason="verschoben")
    read_pages(cup.fresh, Client())
    DrawSeasonLots().perform(cup.fresh, new_key())


def correct_after_the_end(cup: Cup) -> None:
    end_without_running(cup)
    read_pages(cup.fresh, Client())
    correct(cup)


def take_money_after_the_end(cup: Cup) -> None:
    end_without_running(cup)
    read_pages(cup.fresh, Client())
    TakeEntryMoney(ranking=3, person=person("Anna").pk).perform(cup.fresh, new_key())


def publish_another_edition(cup: Cup) -> None:
    correct_after_the_end(cup)
    read_pages(cup.fresh, Client())
    end_season(cup.fresh, "vertauscht")


def reopen(cup: Cup) -> None:
    end_without_running(cup)
    read_pages(cup.fresh, Client())
    ReopenSeason().perform(cup.fresh, new_key(), reason="noch ein Tag")


def erase_reason(cup: Cup) -> None:
    publish_another_edition(cup)
    read_pages(cup.fresh, Client())
    act = SeasonAct.objects.filter(season=cup.season, kind=Kind.STANDING).exclude(note=None).get()
    replace_note(act.note_id or 0, "Fehler")


def rename_after_the_end(cup: Cup) -> None:
    end_without_running(cup)
    read_pages(cup.fresh, Client())
    rename(person("Anna"), "Anna Maier")


CHANGES: tuple[Callable[[Cup], None], ...] = (
    *(correct, publish_again, withdraw_result, restore_other_acts, change_rules, rename_season),
    *(add_event, change_event, remove_event, carry_points, add_tournament, archive_tournament, rename_tournament),
    *(move_tournament, start_tournament, save_hand, rename_person, hide_name, move_to_town, set_category, show_towns),
    *(merge_persons, erase_person, change_ranking, add_ranking, remove_ranking, draw_lots, end_without_running),
    *(correct_after_the_end, take_money_after_the_end, publish_another_edition, reopen, erase_reason),
    rename_after_the_end,
)
