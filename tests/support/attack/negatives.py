"""Requests that schemathesis makes up from the document of the API, and what must hold of every answer."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

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
