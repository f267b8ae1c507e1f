"""The OpenAPI document of the API, with the parts that django-ninja leaves out."""

import json
from functools import cache
from typing import Any

from tarockclub.kit.json_text import encode_compact
from tarockclub.platform.api.authentication import CLIENT, DEVICE, TABLE
from tarockclub.platform.api.examples import add_examples
from tarockclub.platform.api.operations import PROBLEMS, REFERENCE
from tarockclub.platform.api.site import PARTS, build_api

PREFIX = "api/v1/"
STATUSES = {
    200: "Success. Resubmitting a write returns the same response as the first time.",
    304: "Nothing has changed since the response with this ETag.",
    400: "The request cannot be accepted; `errors` lists everything that is wrong with it.",
    401: "A token is missing, or is not valid (any more).",
    403: "The token does not allow this.",
    404: "There is nothing at this address, or it belongs to another club.",
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
    "Tables, tournaments and seasons for programs: reading, entering and correcting hands, registrations, running a "
    "tournament, exports; by the same services as the pages. Amounts of hands are whole numbers in sixths of a point, "
    "play money and real money are in cents. Writes carry a key: a resubmission is done only once and returns the same "
    "response. A client chooses the language of messages with Accept-Language (de, en)."
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


@cache
def build_document() -> dict[str, Any]:
    """Return the document as JSON values."""
    # Through JSON: django-ninja uses numbers as status names.
    document: dict[str, Any] = json.loads(json.dumps(build_api().get_openapi_schema(path_prefix=PREFIX)))
    document["info"]["description"] = _DESCRIPTION
    document["servers"] = [{"url": "/", "description": "This server."}]
    document["tags"] = [{"name": part.name, "description": part.about} for part in PARTS]
    document["components"]["securitySchemes"] = _SCHEMES
    for problem in PROBLEMS:
        schema = problem.model_json_schema(ref_template=REFERENCE)
        document["components"]["schemas"] |= {**schema.pop("$defs", {}), problem.__name__: schema}
    for path in document["paths"].values():
        for operation in path.values():
            _complete_operation(operation)
    _drop_object_defaults(document)
    add_examples(document)
    return document


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
