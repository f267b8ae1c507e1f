"""Answers for load balancers and monitoring systems."""

import json
import logging
import sys
import urllib.request
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import DatabaseError, connection
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from tarockclub.models import Job
from tarockclub.platform.server.log_filter import JsonFormatter
from tarockclub.platform.server.wsgi.turns import ENDING, OVERLOADED, TAKE_REFUSED
from tests.scoring.support.tables import dreier, new_table, play

FROM_OUTSIDE = {"Host": "10.1.2.3:8000"}  # a balancer knows no name of the site
TOKEN = "geheim"
ENDS: Any = {ENDING: True}
HAS_TOO_MUCH_TO_DO: Any = {OVERLOADED: True}
REFUSED_THREE: Any = {TAKE_REFUSED: lambda: 3}


@pytest.fixture
def measured(settings):
    """A client of a site that is measured."""
    settings.METRICS_TOKEN = TOKEN
    return Client()


def read_metrics(client):
    """The samples of all metrics, by name and labels."""
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}", **FROM_OUTSIDE})
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.content.decode())
    samples = [sample for family in families for sample in family.samples]
    return {(sample.name, *sorted(sample.labels.values())): sample.value for sample in samples}


@pytest.mark.parametrize("hosts", [["club.example"], []])
def test_whoever_is_alive_says_so_without_a_database(settings, hosts):
    settings.ALLOWED_HOSTS = hosts
    answer = Client().get("/health/live", headers=FROM_OUTSIDE)
    assert (answer.status_code, answer.content) == (200, b"live\n")
    assert "no-store" in answer.headers["Cache-Control"]
    assert Client().post("/health/live", headers=FROM_OUTSIDE).status_code == 405


@pytest.mark.django_db
def test_ready_is_who_has_the_database_and_is_not_about_to_end(monkeypatch):
    client = Client()
    assert client.get("/health/ready", headers=FROM_OUTSIDE).json() == {"ready": True, "reason": ""}
    ending = client.get("/health/ready", headers=FROM_OUTSIDE, **ENDS)
    assert (ending.status_code, ending.json()["reason"]) == (503, "ending")
    overloaded = client.get("/health/ready", headers=FROM_OUTSIDE, **HAS_TOO_MUCH_TO_DO)
    assert (overloaded.status_code, overloaded.json()["reason"]) == (503, "overloaded")
    monkeypatch.setattr(connection, "cursor", Mock(side_effect=DatabaseError))
    away = client.get("/health/ready", headers=FROM_OUTSIDE)
    assert (away.status_code, away.json()["reason"]) == (503, "database")


@pytest.mark.django_db
def test_a_worker_that_was_never_ready_says_that_migrations_are_missing(monkeypatch):
    monkeypatch.setattr("tarockclub.platform.server.database_state.find_start_obstacle", lambda: "missing")
    client = Client()
    assert client.get("/health/ready", headers=FROM_OUTSIDE).json()["reason"] == "migrations"
    monkeypatch.setattr("tarockclub.platform.server.database_state.find_start_obstacle", str)
    assert client.get("/health/ready", headers=FROM_OUTSIDE).json()["ready"]
    # A newer program has migrated it: this one goes on until it is replaced.
    monkeypatch.setattr("tarockclub.platform.server.database_state.find_start_obstacle", lambda: "newer")
    assert client.get("/health/ready", headers=FROM_OUTSIDE).json()["ready"]


def test_metrics_are_for_whoever_has_the_token(settings, measured):
    assert measured.get("/metrics").status_code == 401
    assert measured.get("/metrics", headers={"Authorization": "Bearer falsch"}).status_code == 401
    settings.METRICS_TOKEN = ""
    assert Client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


@pytest.mark.django_db
def test_requests_and_books_are_counted(measured):
    before = read_metrics(measured)
    table = new_table()
    play(table, dreier(0))
    assert measured.get("/sheets/").status_code == 200
    assert measured.get("/gibt/es/nicht/").status_code == 404
    after = read_metrics(measured)

    def count(*name):
        return after[name] - before.get(name, 0)

    assert count("tarockclub_entries_total") == 1
    assert count("tarockclub_running_tables") == 1
    assert after["tarockclub_held_hands",] == 0
    assert after["tarockclub_database_up",] == 1
    assert count("tarockclub_requests_total", "200", "GET", "sheets") == 1
    assert count("tarockclub_requests_total", "404", "GET", "none") == 1
    assert count("tarockclub_request_seconds_count", "sheets") == 1


@pytest.mark.django_db
def test_requests_that_were_refused_are_counted_with_the_next_one(measured):
    before = read_metrics(measured)
    assert measured.get("/sheets/", **REFUSED_THREE).status_code == 200
    assert read_metrics(measured)["tarockclub_refused_total",] == before["tarockclub_refused_total",] + 3


@pytest.mark.django_db
def test_jobs_are_counted_by_kind_and_state(measured):
    before = read_metrics(measured)
    assert before["tarockclub_jobs", "backup", "running"] == before["tarockclub_jobs", "export", "waiting"] == 0
    Job.objects.create(kind=Job.Kind.EXPORT, key="k", begun=timezone.now())
    assert read_metrics(measured)["tarockclub_jobs", "export", "waiting"] == 1


def test_without_the_database_the_rest_is_still_measured(measured, monkeypatch):
    monkeypatch.setattr("scoring.reports.statistics.measures.list_measures", Mock(side_effect=DatabaseError))
    found = read_metrics(measured)
    assert found["tarockclub_database_up",] == 0
    assert ("tarockclub_entries_total",) not in found
    assert found["tarockclub_backup_troubles",] == 0


@pytest.mark.heavy
def test_a_running_server_counts_from_its_start(serve):
    server = serve(TAROCKCLUB_METRICS_TOKEN=TOKEN)
    for _request in range(3):
        with urllib.request.urlopen(f"{server.url}/sheets/") as answer:
            assert answer.status == 200
    asking = urllib.request.Request(f"{server.url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    with urllib.request.urlopen(asking) as answer:
        printed = answer.read().decode()
    assert 'tarockclub_requests_total{method="GET",route="sheets",status="200"} 3.0' in printed
    assert "tarockclub_queue_seconds_count 3.0" in printed


def test_a_line_of_the_log_as_json_is_one_line_without_secrets():
    try:
        raise ValueError("no table 3f2a9c1e-1111-4222-8333-944445555666")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, __file__, 1, "/t/%s\nend", ("abcdefgh",), sys.exc_info())
    printed = JsonFormatter().format(record)
    assert "\n" not in printed
    said = json.loads(printed)
    assert (said["level"], said["logger"], said["message"]) == ("ERROR", "x", "/t/abcd…\nend")
    assert "no table 3f2a…" in said["exception"]
    assert "944445555666" not in printed
