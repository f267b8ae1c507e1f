"""Answers for load balancers and whoever watches a server."""

import json
import logging
import sys
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import DatabaseError, connection
from django.test import Client

from tarockclub.platform.server.log_filter import JsonFormatter
from tarockclub.platform.server.wsgi.turns import ENDING, OVERLOADED

FROM_OUTSIDE = {"Host": "10.1.2.3:8000"}  # a balancer knows no name of the site
ENDS: Any = {ENDING: True}
HAS_TOO_MUCH_TO_DO: Any = {OVERLOADED: True}


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
