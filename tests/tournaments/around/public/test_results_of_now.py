"""The list of results reads each result once, and shows it as it is now."""

import pytest

from tarockclub.models import Person
from tarockclub.office.privacy.erasing import erase
from tests.tournaments.seasons.season.seasons import person, play_tournament, publish, season
from tournaments.around.public import front
from tournaments.around.public.front import filter_published, load_kept_results
from tournaments.models import Tournament
from tournaments.people.register.services import merge, rename, set_publicity

pytestmark = pytest.mark.django_db


@pytest.fixture
def reads(monkeypatch):
    """The tournaments whose result was read, and one that is over."""
    found, really = [], front.load_published_result

    def load(row):
        found.append(row.pk)
        return really(row)

    monkeypatch.setattr(front, "load_published_result", load)
    return found, play_tournament(season(), "Anna", "Bert", "Carl")


def read(of):
    """The winners of all results of a club."""
    results = load_kept_results(filter_published(of.club))
    return [(result.name, result.winners, result.players) for result in results if result is not None]


def test_a_result_is_read_once_for_each_version(reads):
    found, of = reads
    assert read(of) == read(of) == [("Turnier", ("Anna",), 3)]
    assert found == [of.pk]
    publish(of, ("Bert", "Anna"))
    assert read(of) == [("Turnier", ("Bert",), 2)]
    Tournament.objects.filter(pk=of.pk).update(name="Gansltarock")
    assert read(of) == [("Gansltarock", ("Bert",), 2)]
    assert found == [of.pk] * 3


@pytest.mark.parametrize(
    ("change", "name"),
    [
        (lambda who: rename(who, "Anna Maier"), "Anna Maier"),
        (lambda who: set_publicity(who, Person.Publicity.SHORT), "A."),
        (lambda who: merge(person("Dora"), who), "Dora"),
        (erase, "Spieler"),
    ],
)
def test_names_are_those_of_now(reads, change, name):
    _found, of = reads
    play_tournament(season(name="Anderer"), "Dora")
    read(of)
    change(person("Anna"))
    assert any(winners[0].startswith(name) for _name, winners, _players in read(of))
    assert not any(winners == ("Anna",) for _name, winners, _players in read(of))
