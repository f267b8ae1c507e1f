"""Requests that nobody would send: no answer of the API is a 5xx, or one that its document does not know."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.checks import load_all_checks, not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tarockclub.platform.server.network import build_site_handler
from tests.scoring.support.tables import dreier, new_table, play
from tests.soak import IS_SOAK
from tests.support.accounts import make_account
from tests.support.links import find_secret
from tests.support.phones import let_write
from tests.support.programs import create_secret
from tests.support.small_tournament import create_small_season, create_small_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.no_cover, pytest.mark.heavy]


load_all_checks()
Environ = dict[str, Any]
Operation = APIOperation[Any, Any, Any, Any]
AnyCase = Case[Any]
ALWAYS_ALLOWED = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
OWN_HEADERS = ("Host", "Accept-Encoding", "Authorization")  # which no request makes up
DOCUMENT = "/api/v1/openapi.json"


class Asks(NamedTuple):
    """The secret of the client, and the ids in its addresses."""

    secret: str  # of a token; "": none
    places: dict[str, Any]  # values of parameters in the path; "tournaments/slug": only in what begins so


def _answer_in_test(environ: Environ, start_response: Callable[..., Any]) -> list[bytes]:
    """The site, with the connection of the test: a server would look after it with each request."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        answer = _site(environ, start_response)
        whole = [b"".join(answer)]
        answer.close()
        return whole
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)


_site = build_site_handler()


def list_operations() -> Iterator[Operation]:
    """All operations of the document."""
    schema = schemathesis.openapi.from_wsgi(DOCUMENT, _answer_in_test, headers={"Host": "localhost"})
    for found in schema.get_all_operations():
        if isinstance(found, Ok):
            yield found.ok()


def try_out(operation: Operation, asks: Sequence[Asks], examples: int, *, negative: bool) -> None:
    """Send made-up requests to an operation, each as everybody who asks; whatever they change is taken back."""
    mode = GenerationMode.NEGATIVE if negative else GenerationMode.POSITIVE

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def try_case(case: AnyCase) -> None:
        made_up = dict(case.path_parameters or {})
        for name in OWN_HEADERS:
            if case.headers is not None and name in case.headers:
                del case.headers[name]
        for who in asks:
            case.path_parameters = {**made_up, **_fill_known(case, who)}
            _send(case, who, negative=negative)

    try_case()


def _send(case: AnyCase, who: Asks, *, negative: bool) -> None:
    secret = {"Authorization": f"Bearer {who.secret}"} if who.secret else {}
    with transaction.atomic():
        answer = case.call(headers={"Host": "localhost", "Accept-Encoding": "identity", **secret})
        transaction.set_rollback(True)
    case.validate_response(answer, checks=ALWAYS_ALLOWED)
    refused = answer.status_code >= 400
    assert refused or not (negative and _is_body_wrong(case)), (case.path_parameters, case.body, answer.text)


def _fill_known(case: AnyCase, asks: Asks) -> dict[str, Any]:
    kind = case.operation.path.removeprefix("/api/v1/").partition("/")[0]
    found = {name: asks.places.get(f"{kind}/{name}", asks.places.get(name)) for name in case.path_parameters or {}}
    return {name: value for name, value in found.items() if value is not None}


def _is_body_wrong(case: AnyCase) -> bool:
    """Return True if it is the body that is no good: what stands in the address is replaced by what is."""
    meta = case.meta
    return meta is not None and any(
        component.mode == GenerationMode.NEGATIVE and str(location.value) == "body"
        for location, component in meta.components.items()
    )


EXAMPLES = 2  # of each operation: the simplest that there is, and another one
EACH = 1 if IS_SOAK else 12  # of so many operations one is tried


@pytest.fixture
def asks(db):
    """Requests about a table that has played a hand and a small tournament: a director's first, a table's, nobody's."""
    table = let_write(new_table())
    play(table, dreier(0))
    tournament = create_small_tournament()
    places = {
        "slug": str(table.slug),
        "tournaments/slug": str(tournament.slug),
        "seasons/slug": str(create_small_season(tournament).slug),
        "line": 1 << 32,
        "sheet_id": "treffpunkt",
        "what": "standings",  # a paper
        "form": "json",
        "contract": "dreier",
        **dict.fromkeys(("number", "table", "edition", "draft_number"), 1),
    }
    secrets = (create_secret(make_account("director")), find_secret(table.slug), "")
    return [Asks(secret, places) for secret in secrets]


def failures(asks: list[Asks]) -> list[str]:
    """Return the failures of all operations that are tried; of all of them together, for one costs minutes."""
    found = []
    tried = list(list_operations())[::EACH]
    assert tried
    for operation in tried:
        modes = (False, True) if "requestBody" in operation.definition.raw else (False,)
        for negative in modes:
            try:
                try_out(operation, asks, EXAMPLES, negative=negative)
            except Exception as error:  # noqa: BLE001 -- whatever it is, it is told with all others
                found.append(f"{operation.definition.raw['operationId']}: {error}")
    return found


def test_many_made_up_requests_to_everything(asks):
    assert failures(asks) == []
