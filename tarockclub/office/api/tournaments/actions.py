"""The operations that follow from actions: address, body, right, refusals."""

import inspect
from typing import Any

from django.http import HttpRequest
from pydantic import create_model

from tarockclub.kit.text import clean_reason
from tarockclub.office.api.tournaments.common import FAILS, answer_refusals
from tarockclub.platform.api.authentication import build_door, find_author
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Done, Keyed, KeyOnly, Number, Reason, get_key
from tournaments.core.actions.base import Action, Operation


def add_operations(part: Part, *actions: type[Action], with_reason: type[Keyed] | None = None) -> None:
    """Add the operations of actions to a part of the API; `with_reason`: the body of those with a reason alone."""
    bodies = {cls: _build_body(cls, with_reason) for cls in actions}
    listed = [(operation, cls) for cls in actions for operation in cls.spec.operations]
    targets = list(dict.fromkeys(operation.target for operation, _cls in listed))
    for operation, cls in sorted(listed, key=lambda pair: targets.index(pair[0].target)):
        _add_operation(part, cls, operation, bodies[cls])


def _build_body(cls: type[Action], with_reason: type[Keyed] | None) -> type[Keyed]:
    """Return the schema of the body: the key, the reason, the values."""
    if not cls.model_fields and not cls.takes_reason():
        return KeyOnly
    if not cls.model_fields and with_reason is not None:
        return with_reason
    name, about = cls.spec.schema
    fields: dict[str, Any] = {field: (info.annotation, info) for field, info in cls.model_fields.items()}
    if cls.takes_reason():
        fields["reason"] = (Reason, ... if cls.spec.needs_reason else "")
    return create_model(name, __base__=Keyed, __doc__=about, **fields)


def _add_operation(part: Part, cls: type[Action], operation: Operation, body_type: type[Keyed]) -> None:
    target = operation.target

    def run(request: HttpRequest, *, body: Keyed, **arguments: Any) -> Done:
        spot = target.find(request, **arguments)
        reason = clean_reason(getattr(body, "reason", ""))
        with answer_refusals():
            wanted = cls.build(**{name: getattr(body, name) for name in cls.model_fields})
            wanted.perform(spot, get_key(request, body), find_author(request), reason)
        return Done()

    arguments = {name: Number if kind is int else kind for name, kind in target.arguments.items()}
    parameters = {"request": HttpRequest, **arguments, "body": body_type}
    run.__name__, run.__annotations__ = operation.id, {**parameters, "return": Done}
    run.__doc__ = operation.summary or (cls.__doc__ or "").partition("\n")[0]
    run.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # django-ninja reads it
        [
            inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=kind)
            for name, kind in parameters.items()
        ]
    )
    part.post(f"{target.path}/{operation.path}", gives=Done, door=build_door(cls.spec.right), fails=FAILS)(run)
