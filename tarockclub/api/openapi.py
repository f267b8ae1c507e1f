"""The OpenAPI document of the API, completed where django-ninja leaves something unsaid."""

import json
from functools import cache
from typing import Any

from tarockclub.api.authentication import CLIENT, DEVICE, TABLE
from tarockclub.api.operations import PROBLEMS, REFERENCE
from tarockclub.api.site import PARTS, site

PREFIX = "api/v1/"
STATUSES = {
    200: "Done, or what was asked for. A write that is sent once more is answered as it was the first time.",
    304: "Nothing is new: what was sent with this ETag still holds.",
    400: "What was sent cannot be taken; `errors` says all that is wrong with it.",
    401: "A token is missing, or does not count (any more).",
    403: "The token does not allow that.",
    404: "There is nothing at this address, or it belongs to another club.",
    406: "Not all of those who would play it have played it.",
    409: "It cannot be done as things are: `code` says why.",
    410: "People have decided about this hand already.",
    412: "Something was written since: look at what is there now. Nothing was changed.",
    413: "The body is too large, or nested too deeply.",
    415: "The body is no JSON.",
    422: "The key was used before for something else; nothing was changed.",
    423: "The table's clock takes no such hand (any more).",
    425: "The table's clock stands: later.",
    428: "It does not say which entry it follows.",
    429: "Too many attempts have failed; Retry-After says how many seconds to wait.",
    503: "The database cannot be used at the moment; nothing is known to be saved. Try again after Retry-After.",
    507: "The disk of the server's computer is full.",
}
_ABOUT = (
    "Everything that a phone, a director or a spectator can do, on the same services as the pages. Amounts of hands are"
    " whole numbers in sixths of a point of the sheet, play money in cents, real money in cents. Writes carry a key:"
    " what is sent twice is done once, and answered the same. A client asks for messages in its language with"
    " Accept-Language (de, en)."
)
_SCHEMES = {
    CLIENT: {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of a program: made by a director on the page “Programs” of the club, shown once.",
    },
    TABLE: {
        "type": "http",
        "scheme": "bearer",
        "description": "The secret of a table's link, the 32 digits after /t/: for this table alone, as on a phone."
        f" A phone that sends {DEVICE} (32 hexadecimal digits, made up once and kept) is told apart from others.",
    },
}


@cache
def document() -> dict[str, Any]:
    """The document as JSON values."""
    # Through JSON: ninja gives numbers as names of statuses.
    found: dict[str, Any] = json.loads(json.dumps(site().get_openapi_schema(path_prefix=PREFIX)))
    found["info"]["description"] = _ABOUT
    found["servers"] = [{"url": "/", "description": "This server."}]
    found["tags"] = [{"name": part.name, "description": part.about} for part in PARTS]
    found["components"]["securitySchemes"] = _SCHEMES
    for problem in PROBLEMS:
        schema = problem.model_json_schema(ref_template=REFERENCE)
        found["components"]["schemas"] |= {**schema.pop("$defs", {}), problem.__name__: schema}
    for path in found["paths"].values():
        for operation in path.values():
            _complete(operation)
    return found


@cache
def document_text() -> str:
    """The document as it is sent."""
    return json.dumps(document(), ensure_ascii=False, separators=(",", ":"))


def _complete(operation: dict[str, Any]) -> None:
    for status, response in operation["responses"].items():
        if "description" not in response or not response["description"].endswith("."):
            response["description"] = STATUSES[int(status)]
    operation["responses"] = dict(sorted(operation["responses"].items()))
