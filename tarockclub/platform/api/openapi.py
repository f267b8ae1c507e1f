"""The OpenAPI document of the API, with the parts that django-ninja leaves out."""

import json
from dataclasses import asdict
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from tarockclub.kit.json_text import encode_compact
from tarockclub.platform.api.authentication import CLIENT, DEVICE, TABLE
from tarockclub.platform.api.examples import add_examples
from tarockclub.platform.api.operations import JSON, PROBLEMS, REFERENCE
from tarockclub.platform.api.site import PARTS, build_api
from tarockclub.platform.webhooks.services import Event, load_events

PREFIX = "api/v1/"
STATUSES = {
    200: "Success. Resubmitting a write returns the same response as the first time.",
    304: "Nothing has changed since the response with this ETag.",
    400: "The request cannot be accepted; `errors` lists everything that is wrong with it.",
    401: "A token is missing, or is not valid (any more).",
    403: "The token does not allow this.",
    404: "There is nothing at this address, or it belongs to another club.",
    406: "Not everybody who would play this deal has played the hand.",
    409: "This is not possible in the current state: `code` says why.",
    410: "This hand has already been decided.",
    412: "Something has been written since: check the current state. Nothing was changed.",
    413: "The body is too large, or nested too deeply.",
    415: "The body is not JSON.",
    422: "The key has already been used for something else; nothing was changed.",
    423: "The clock of the table does not allow this hand (any more).",
    425: "The clock of the table is stopped: try again later.",
    426: "One of both programs is older: `code` says which one has to be updated.",
    428: "The request does not name the entry it follows.",
    429: "Too many attempts have failed; Retry-After says how many seconds to wait.",
    503: "The database is not available at the moment; it is not certain that anything was saved. Try again after "
    "Retry-After.",
    507: "The disk of the server is full.",
}
_DESCRIPTION = (
    "Everything that a phone, a director or a spectator can do, based on the same services as the pages. Amounts of "
    "hands are whole numbers in sixths of a point, play money and real money are in cents. Writes carry a key: a "
    "resubmission is done only once and returns the same response. A client chooses the language of messages with "
    "Accept-Language (de, en)."
)
_SCHEMES = {
    CLIENT: {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of a program: created by a director on the club page “Programs”, shown only once.",
    },
    TABLE: {
        "type": "http",
        "scheme": "bearer",
        "description": "The secret of a table's link, the 32 digits after /t/: for this table only, as on a phone."
        f" A phone that sends {DEVICE} (32 hexadecimal digits, created once and kept) is told apart from others.",
    },
}


_TAG = {
    "name": "webhooks",
    "description": "Messages to the address of a program that a director names on the club page “What everybody may "
    "see”: the server sends them, the program answers. They follow Standard Webhooks.",
}
_HEADERS = {
    "webhook-id": "The same with each attempt: what has been seen already may be ignored.",
    "webhook-timestamp": "The moment of this attempt, in seconds since 1970; refuse one older than five minutes.",
    "webhook-signature": "`v1,` and, in Base64, the HMAC-SHA256 of `ID.TIMESTAMP.BODY`; its key is what follows "
    "`whsec_` in the secret, from Base64.",
    "tarockclub-attempt": "From 1; if it is more, the message may have arrived before.",
}
_MESSAGE_RESPONSES = {
    "2XX": {"description": "The message has arrived; without such an answer it is sent again, for some nine hours."},
    "410": {"description": "The program wants this message no more: it is not sent again."},
}


@cache
def build_document() -> dict[str, Any]:
    """Return the document as JSON values."""
    # Through JSON: django-ninja uses numbers as status names.
    found: dict[str, Any] = json.loads(json.dumps(build_api().get_openapi_schema(path_prefix=PREFIX)))
    found["info"]["description"] = _DESCRIPTION
    found["servers"] = [{"url": "/", "description": "This server."}]
    found["tags"] = [{"name": part.name, "description": part.about} for part in PARTS] + [_TAG]
    found["components"]["securitySchemes"] = _SCHEMES
    for problem in PROBLEMS:
        schema = problem.model_json_schema(ref_template=REFERENCE)
        found["components"]["schemas"] |= {**schema.pop("$defs", {}), problem.__name__: schema}
    found["webhooks"] = _describe_webhooks(found["components"]["schemas"])
    for path in found["paths"].values():
        for operation in path.values():
            _complete_operation(operation)
    _drop_object_defaults(found)
    add_examples(found)
    return found


@cache
def render_document() -> str:
    """Return the document as it is sent."""
    return encode_compact(build_document())


def _complete_operation(operation: dict[str, Any]) -> None:
    for status, response in operation["responses"].items():
        if "description" not in response or not response["description"].endswith("."):
            response["description"] = STATUSES[int(status)]
    operation["responses"] = dict(sorted(operation["responses"].items()))


def _drop_object_defaults(value: Any) -> None:
    """Remove the default beside a reference: whole objects, at which generators of clients drop the operation."""
    if isinstance(value, dict):
        if "allOf" in value or "$ref" in value:
            value.pop("default", None)
        value = list(value.values())
    for part in value if isinstance(value, list) else ():
        _drop_object_defaults(part)


def _describe_webhooks(schemas: dict[str, Any]) -> dict[str, Any]:
    """Return the section about webhooks; add the schemas of their data."""
    return {name: {"post": _describe_event(name, event, schemas)} for name, event in load_events().items()}


def _describe_event(name: str, event: Event, schemas: dict[str, Any]) -> dict[str, Any]:
    kind = type(event.example)
    schema = TypeAdapter(kind).json_schema(ref_template=REFERENCE)
    for model, part in {**schema.pop("$defs", {}), kind.__name__: schema}.items():
        schemas[model] = {**part, "additionalProperties": False}
    fields = {
        "type": {"const": name, "type": "string"},
        "timestamp": {"type": "string", "format": "date-time"},
        "data": {"$ref": REFERENCE.format(model=kind.__name__)},
    }
    body = {"type": "object", "properties": fields, "required": [*fields], "additionalProperties": False}
    example = {"type": name, "timestamp": "2027-01-06T21:04:11+00:00", "data": asdict(event.example)}
    return {
        "operationId": name,
        "summary": event.when,
        "description": "",
        "tags": [_TAG["name"]],
        "parameters": [
            {"in": "header", "name": header, "required": True, "schema": {"type": "string"}, "description": about}
            for header, about in _HEADERS.items()
        ],
        "requestBody": {"required": True, "content": {JSON: {"schema": body, "example": example}}},
        "responses": _MESSAGE_RESPONSES,
    }
