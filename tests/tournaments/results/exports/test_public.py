"""The standings for programs: what is public, and nothing else."""

import csv
import io
import json

import pytest
from django.test import Client

from tests.support.accounts import log_in, make_account
from tests.tournaments.results.standings.played_tables import over, paper, started
from tests.tournaments.support import factories
from tournaments.core.editions import FINAL
from tournaments.hall.standing.progress import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.results.final_results.services import compute_result_sign, publish_edition

pytestmark = pytest.mark.django_db


def fetched(of, form, client=None, **headers):
    """Return the file for somebody who has only the address, or a client."""
    return (client or Client()).get(f"/tournaments/{of.slug}/standings.{form}", headers=headers)


def published(of, number):
    """The result of a round is published."""
    fresh = load_progress(type(of).objects.get(pk=of.pk))
    publish_edition(
        of.pk, factories.new_key(), number, compute_result_sign(load_standings(fresh), number), confirmed=True
    )


def test_what_is_live_is_there_for_programs():
    of, round_, tables = factories.whole(4)
    started(round_)
    paper(tables[0], 3, -1, -1, -1)
    answer = fetched(of, "json")
    said = json.loads(answer.content)
    assert answer["Content-Type"] == "application/json"
    assert said["tournament"] == of.name
    first = {"rank": 1, "number": 1, "name": "Spieler 1", "replacements": 0, "table": 1, "capital": 53.0}
    assert said["rounds"][0]["rows"][0] == first
    assert not said["rounds"][0]["published"]
    assert said["overall"]["rows"][0] == {"rank": 1, "number": 1, "name": "Spieler 1", "replacements": 0, "won": 3.0}


def test_what_is_not_shown_while_a_round_runs_is_not_given_to_programs_either():
    of, round_, tables = factories.whole(4, show_live=False)
    over(round_, (tables[0], (3, -1, -1, -1)))
    staff = log_in(make_account("director"))  # sees no more here, but at once
    assert json.loads(fetched(of, "json").content)["rounds"] == []
    assert json.loads(fetched(of, "json", staff).content)["rounds"] == []
    published(of, 1)
    said = json.loads(fetched(of, "json", staff).content)
    assert [
        (shown_round["round"], shown_round["published"], len(shown_round["rows"])) for shown_round in said["rounds"]
    ] == [(1, True, 4)]
    assert said["overall"] is None
    published(of, FINAL)
    assert json.loads(fetched(of, "json", staff).content)["overall"]["rows"][0]["won"] == 3.0


def test_the_csv_has_the_same_rows():
    of, round_, tables = factories.whole(4)
    over(round_, (tables[0], (3, -1, -1, -1)))
    answer = fetched(of, "csv", accept_language="en")
    assert "attachment" in answer["Content-Disposition"]
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
    assert rows[1] == ["1", "1", "1", "Spieler 1", "1", "0", "53.0"]
    assert [row[0] for row in rows[1:]] == ["1"] * 4 + ["overall"] * 4
    assert rows[5][6] == "3.0"


def test_whoever_has_it_already_gets_nothing():
    of, _round, _tables = factories.whole(4)
    tag = fetched(of, "json")["ETag"]
    assert fetched(of, "json", if_none_match=tag).status_code == 304
