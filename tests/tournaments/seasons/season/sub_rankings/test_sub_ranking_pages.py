"""The pages of sub-rankings: typed on a form, paid at the cash box, read by everybody, printed, in the workbook."""

import pytest

from tests.scoring.support.exports import opened_values
from tests.support.accounts import log_in, make_account
from tests.support.programs import Program
from tests.tournaments.results.exports.test_libreoffice import rows_of
from tests.tournaments.seasons.season.seasons import at, day, end_season, person, post, season, text_of
from tests.tournaments.seasons.season.sub_rankings.test_sub_rankings import set_ranking
from tests.tournaments.seasons.season.test_services import fresh
from tournaments.results.exports.formats import XLSX
from tournaments.seasons.season.export.services import build_season_file
from tournaments.seasons.season.settings import encode_season_settings, parse_season_settings

pytestmark = pytest.mark.django_db
MARATHON = {"name": "Marathon", "group": "listed", "people": "anna\nCarl", "fee": "10", "shares": "60; 25"}


@pytest.mark.parametrize(
    "people",
    [
        "Anna\nLind, Carl\n",
        "1. Anna\n2. Lind Carl",
        "Nr;Vorname;Nachname\n1;Anna;\n2;Carl;Lind",
        "Anna ✅\nCarl Lind, Wien\nAnna",
    ],
)
def test_the_people_of_a_sub_ranking_are_pasted_in_any_layout(people):
    cup = season()
    day(cup, "Bert", "Anna", "Carl Lind")
    post(log_in(make_account("director")), cup, "season_ranking_settings", number=0, **MARATHON | {"people": people})
    [ranking] = Program().read(f"seasons/{cup.slug}").json()["rankings"]
    assert {line["name"] for line in ranking["standing"]} == {"Anna", "Carl Lind"}


@pytest.mark.parametrize(
    "people", ["Anna\nZenzi", "Marathon 2026\nAnna\nBert", "Anna, Zenzi Lind, Bert", "Anna\nBert (Zenzi)\n?"]
)
def test_no_line_of_a_pasted_list_is_passed_over(people):
    cup = season()
    day(cup, "Bert", "Anna", "Carl Lind")
    director = log_in(make_account("director"))
    refused = post(director, cup, "season_ranking_settings", 400, number=0, **MARATHON | {"people": people})
    assert "Not in the player register" in text_of(refused) or "Nicht im Spielerverzeichnis" in text_of(refused)


def test_a_marathon_is_typed_paid_read_printed_and_published(client):
    cup = season()
    day(cup, "Bert", "Anna", "Carl")
    director = log_in(make_account("director"))
    refused = post(director, cup, "season_ranking_settings", 400, number=0, **MARATHON | {"people": "Anna\nZenzi"})
    assert "Zenzi" in text_of(refused)
    post(director, cup, "season_ranking_settings", 400, number=0, **MARATHON | {"group": "everybody", "fee": ""})
    post(director, cup, "season_ranking_settings", number=0, **MARATHON)
    assert "Anna\nCarl" in text_of(director.get(at("season_ranking_settings", cup, number=1)))
    post(director, cup, "season_ranking_entries", number=1, person=person("Anna").number)
    assert "6.00" in text_of(director.get(at("season_ranking_entries", cup, number=1), HTTP_ACCEPT_LANGUAGE="en"))
    page = text_of(client.get(at("season_ranking", cup, number=1)))
    assert "Anna" in page
    assert "Bert" not in page
    assert client.get(at("season_ranking", cup, number=2)).status_code == 404
    assert client.get(at("season_paper", cup) + "?ranking=1").content.startswith(b"%PDF")
    assert client.get(at("season_paper", cup) + "?ranking=2").status_code == 404
    rows = rows_of(opened_values(build_season_file(fresh(cup), XLSX, "en"))["Marathon"])[3:]
    assert [(row[0], row[2], row[3]) for row in rows] == [(1, "Anna", 2), (2, "Carl", 1)]
    [ranking] = Program().read(f"seasons/{cup.slug}").json()["rankings"]
    assert (ranking["name"], ranking["shares"], len(ranking["standing"])) == ("Marathon", [6000, 2500], 2)
    end_season(fresh(cup))
    edition = text_of(client.get(at("season_edition", cup, edition=1), HTTP_ACCEPT_LANGUAGE="en"))
    assert "6.00" in edition


def test_a_name_beside_a_group_that_has_none_is_not_kept_and_breaks_no_page():
    cup = season()
    day(cup, "Bert", "Anna")
    director = log_in(make_account("director"))
    set_ranking(cup, group="everybody", group_name="Linz")
    assert parse_season_settings(fresh(cup).settings).rankings[0].group_name == ""
    # As it was kept before: a season of then is still opened.
    settings = parse_season_settings(fresh(cup).settings)
    older = settings._replace(rankings=(settings.rankings[0]._replace(group_name="Linz"),))
    type(cup).objects.filter(pk=cup.pk).update(settings=encode_season_settings(older))
    assert director.get(at("season_ranking_settings", cup, number=1)).status_code == 200
