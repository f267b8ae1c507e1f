"""The matrix of the API: each operation, for every role, lets in whom it is meant for, as tests/data/api.toml says."""

import json
import tomllib
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import transaction

from tarockclub.models import Club
from tarockclub.platform.api.site import build_api
from tests.scoring.support.tables import dreier, new_table, play
from tests.support.accounts import make_account
from tests.support.links import find_secret
from tests.support.paths import DATA
from tests.support.phones import let_write
from tests.support.programs import Program, create_program
from tests.support.shared_rows import share_rows
from tests.support.small_tournament import create_small_tournament
from tournaments.models import RoundTable

pytestmark = [pytest.mark.django_db, pytest.mark.heavy]
OPERATIONS_FILE = DATA / "api.toml"
ROWS: dict[str, str] = tomllib.loads(OPERATIONS_FILE.read_text(encoding="utf-8"))
HAS: dict[str, list[str]] = tomllib.loads((DATA / "roles.toml").read_text(encoding="utf-8"))
ROLES = ("nobody", "table", "cashier", "watcher", "treasurer", "referee", "secretary", "director")
BODIES = {  # where the right is asked for only with a body that can be read
    "hands": {"key": "k", "previous": "", "record": {"plays": []}},
}
STRANGER = "stranger"  # a director of another club


def operations() -> Iterator[tuple[str, str, str]]:
    """Id, method, path."""
    for bound in build_api()._get_bound_routers():
        for path, view in bound.path_operations.items():
            for operation in view.operations:
                yield str(operation.operation_id), operation.methods[0], path


@share_rows
def ask() -> Callable[[str, str, str], int]:
    """Asks for an operation in a role, and says the status; whatever it changes is taken back."""
    table = let_write(new_table())
    play(table, dreier(0))
    tournament = create_small_tournament()
    round_table = let_write(RoundTable.objects.get().game_table)
    director, neighbours = make_account("director"), Club.objects.create(name="Nachbarn")
    clients = {"nobody": Program()} | {role: create_program(director, role) for role in ROLES[2:]}
    clients[STRANGER] = create_program(make_account("director", neighbours))

    def get_status(method: str, path: str, role: str) -> int:
        of_a_table, of_the_round = path.startswith("tables/"), path.endswith("/clock")
        here = round_table if of_the_round else table
        known: dict[str, Any] = {
            "slug": here.slug if of_a_table else tournament.slug,
            "line": 1 << 32,
            "sheet_id": "treffpunkt",
            "key": uuid.UUID(int=0),
            "thing": uuid.UUID(int=0),
            "season": uuid.UUID(int=0),
        }
        address = "/".join(_fill_part(part, known) for part in path.split("/"))
        client = Program(find_secret(here.slug)) if role == "table" else clients[role]
        with transaction.atomic():
            answer = (
                client.read(address)
                if method == "GET"
                else client.send(address, BODIES.get(path.rpartition("/")[2], {}))
            )
            transaction.set_rollback(True)
        if answer.status_code >= 400:
            assert json.loads(answer.content)["code"]
        return int(answer.status_code)

    return get_status


def _fill_part(part: str, known: dict[str, Any]) -> str:
    """A part of a path with what stands there: the only one there is, or the first."""
    if not part.startswith("{"):
        return part
    return str(known.get(part.strip("{}").rpartition(":")[2], 1))


def test_every_operation_has_a_row_and_every_row_an_operation():
    assert sorted(ROWS) == sorted(name for name, _method, _path in operations())


@pytest.mark.parametrize("role", [*ROLES, STRANGER])
def test_every_operation_lets_in_whom_it_is_meant_for(ask, role):
    said = {name: (ask(method, path, role), method, path) for name, method, path in operations()}
    wrong = {name: answer for name, answer in said.items() if not _fits(ROWS[name], role, *answer)}
    assert wrong == {}


def _fits(needs: str, role: str, status: int, method: str, path: str) -> bool:
    """Return True if a status is a fitting answer to somebody who may, or may not, do something.

    Who may is told what is missing in an empty body, or that something is not there; never 401 or 403.
    """
    if needs == "anybody":
        return status not in (401, 403)
    if role == "nobody":
        return status == 401
    if role == STRANGER:
        return _fits_stranger(needs, status, method, path)
    if role == "table":
        return status == 401 if needs != "table" else status not in (401, 403)
    wanted = {"enter"} if needs == "table" else {*needs.split()}
    return status not in (401, 403) if wanted & {*HAS[role]} else status == 403


def _fits_stranger(needs: str, status: int, method: str, path: str) -> bool:
    """Another club's director finds nothing of this one; at a table he may only watch."""
    if needs == "table":
        return status == 403
    if "{uuid:" not in path:
        return status not in (401, 403)  # of his own club
    return status == 404 if method == "GET" else status in (400, 404)  # an empty body is refused before
