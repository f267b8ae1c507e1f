"""The messages to a club's program in the document: what is sent, with which headers, and how it is proved."""

from dataclasses import asdict
from typing import Any

from pydantic import TypeAdapter

from tarockclub.platform.api.operations import JSON, REFERENCE
from tarockclub.platform.webhooks.services import Event, load_events

TAG = {
    "name": "webhooks",
    "description": "Messages to the address of a program that a director names on the club page “What everybody may "
    "see”: the server sends them, the program answers. They follow Standard Webhooks.",
}
HEADERS = {
    "webhook-id": "The same with each attempt: what has been seen already may be ignored.",
    "webhook-timestamp": "The moment of this attempt, in seconds since 1970; refuse one older than five minutes.",
    "webhook-signature": "`v1,` and, in Base64, the HMAC-SHA256 of `ID.TIMESTAMP.BODY`; its key is what follows "
    "`whsec_` in the secret, from Base64.",
    "tarockclub-attempt": "From 1; if it is more, the message may have arrived before.",
}
_RESPONSES = {
    "2XX": {"description": "The message has arrived; without such an answer it is sent again, for some nine hours."},
    "410": {"description": "The program wants this message no more: it is not sent again."},
}


def describe_webhooks(schemas: dict[str, Any]) -> dict[str, Any]:
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
        "tags": [TAG["name"]],
        "parameters": [
            {"in": "header", "name": header, "required": True, "schema": {"type": "string"}, "description": about}
            for header, about in HEADERS.items()
        ],
        "requestBody": {"required": True, "content": {JSON: {"schema": body, "example": example}}},
        "responses": _RESPONSES,
    }
