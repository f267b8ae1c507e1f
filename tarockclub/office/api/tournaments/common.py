"""Common parts of the operations of tournaments: those that follow from actions, refusals, start numbers."""

import inspect
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.http import HttpRequest
from pydantic import create_model

from tarockclub.kit.text import clean_reason, clean_text
from tarockclub.models import NAME_LENGTH
from tarockclub.office.api.scoring.common import build_mistakes
from tarockclub.platform.api.authentication import build_door, find_author
from tarockclub.platform.api.errors import ApiError
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Done, Keyed, KeyOnly, Name, Number, Reason, get_key
from tournaments.core.actions.base import Action, Operation
from tournaments.core.acts import ActionRefused
from tournaments.core.lookup import Lookup
from tournaments.core.messages import format_refusal
from tournaments.models import Entrant, Tournament

FAILS = (404, 409)  # of any action in a tournament
_STATUSES = {"no_key": 400, "other_body": 422}


@contextmanager
def answer_refusals(area: str = "") -> Iterator[None]:
    """Answer ActionRefused with 409 and its sentence in this area, or 422 where the key was used for other content."""
    try:
        yield
    except ActionRefused as refused:
        problems = tuple(refused.params.get("problems", ()))
        status = _STATUSES.get(refused.code, 409)
        raise ApiError(status, refused.code, format_refusal(refused, area), build_mistakes(problems)) from refused


def find_entrants(tournament: Tournament, numbers: Iterable[int]) -> list[int]:
    """Return the entrants (ids) of these start numbers, in the same order; ActionRefused("nobody_known")."""
    known = dict(Entrant.objects.filter(tournament=tournament).values_list("number", "pk"))
    wanted = list(numbers)
    if not known.keys() >= set(wanted):
        raise ActionRefused("nobody_known")
    return [known[number] for number in wanted]


def find_entrant(tournament: Tournament, number: int) -> int:
    """Return the entrant (id) of a start number; ActionRefused("nobody_known")."""
    return find_entrants(tournament, [number])[0]


def list_numbers(tournament: Tournament, entrants: Sequence[int]) -> list[int]:
    """Return the start numbers of entrants (ids), in the same order."""
    known = load_numbers(tournament)
    return [known[entrant] for entrant in entrants]


def load_numbers(tournament: Tournament) -> Lookup[int]:
    """Load the start numbers of all entrants by their ids, 0 for an unknown id; one query."""
    found = Entrant.objects.filter(tournament=tournament).values_list("pk", "number")
    return Lookup(dict(found), lambda _entrant: 0)


def clean_name(typed: Name) -> str:
    """Clean a name for storing; ApiError("no_name") where nothing is left of it, or it is too long."""
    name = clean_text(typed)
    if not name or len(name) > NAME_LENGTH:
        raise ApiError(400, "no_name")
    return name


def add_operations(part: Part, *actions: type[Action], with_reason: type[Keyed] | None = None) -> None:
    """Add the operations of actions to a part of the API; `with_reason`: the body of those with a reason alone."""
    bodies = {cls: _build_body(cls, with_reason) for cls in actions}
    listed = [(operation, cls) for cls in actions for operation in cls.spec.operations]
    targets = list(dict.fromkeys(operation.target for operation, _cls in listed))
    for operation, cls in sorted(listed, key=lambda pair: targets.index(pair[0].target)):
        _add_operation(part, cls, operation, bodies[cls])


def _build_body(cls: type[Action], with_reason: type[Keyed] | None) -> type[Keyed]:
    """Return the schema of the body: the key, the reason, the values."""
    if not cls.model_fields and not cls.may_have_reason():
        return KeyOnly
    if not cls.model_fields and with_reason is not None:
        return with_reason
    name, about = cls.spec.schema
    fields: dict[str, Any] = {field: (info.annotation, info) for field, info in cls.model_fields.items()}
    if cls.may_have_reason():
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
