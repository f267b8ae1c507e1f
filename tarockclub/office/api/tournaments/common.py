"""Common parts of the operations of tournaments: those that follow from actions, refusals, start numbers."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from django.http import HttpRequest
from pydantic import BaseModel, Field, create_model

from tarockclub.kit.text import clean_reason
from tarockclub.office.api.scoring.common import build_mistakes
from tarockclub.platform.api.authentication import build_door, find_author, find_caller
from tarockclub.platform.api.errors import REFUSALS, ApiError
from tarockclub.platform.api.operations import OperationSubject, Part, set_signature
from tarockclub.platform.api.schemas import Done, Keyed, KeyOnly, Number, Reason, get_key
from tournaments.core.actions.base import Action, Operation
from tournaments.core.actions.targets import ROUND, SEASON, TABLE, TOURNAMENT, Target
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_refusal
from tournaments.core.selectors import Lookup
from tournaments.models import Entrant, Round, RoundTable, Season, Tournament

Answer = Callable[[Any, Any], BaseModel]  # builds it from where something was done, and the act
FAILS = (404, 409)  # of any action in a tournament
_STATUSES = {"no_key": 400, "other_body": 422}


def _build_subject(target: Target) -> OperationSubject:
    return OperationSubject(target.path, target.arguments, target.find, FAILS)


OwnTournament = Annotated[Tournament, _build_subject(TOURNAMENT)]
OwnRound = Annotated[Round, _build_subject(ROUND)]
OwnTable = Annotated[RoundTable, _build_subject(TABLE)]
OwnSeason = Annotated[Season, _build_subject(SEASON)]


def _build_refusal(refused: ActionRefused) -> ApiError:
    if refused.code == "no_name":  # a wrong value of the body like all others
        return ApiError(400, refused.code)
    problems = tuple(refused.params.get("problems", ()))
    status = _STATUSES.get(refused.code, 409)
    return ApiError(status, refused.code, format_refusal(refused), build_mistakes(problems))


REFUSALS[ActionRefused] = _build_refusal


def perform(request: HttpRequest, spot: Any, action: Action, body: Keyed) -> Any:
    """Do an action for the caller, once per the key of a body, with its reason; return the act."""
    reason = clean_reason(getattr(body, "reason", ""))
    return action.perform(spot, get_key(request, body), find_author(request), reason)


def list_numbers(tournament: Tournament, entrants: Sequence[int]) -> list[int]:
    """Return the start numbers of entrants (ids), in the same order."""
    number_of = load_numbers(tournament)
    return [number_of[entrant] for entrant in entrants]


def load_numbers(tournament: Tournament) -> Lookup[int]:
    """Load the start numbers of all entrants by their ids, 0 for an unknown id; one query."""
    rows = Entrant.objects.filter(tournament=tournament).values_list("pk", "number")
    return Lookup(dict(rows), lambda _entrant: 0)


class ReasonOnly(Keyed):
    """A reason."""

    reason: Reason = ""


def _build_done(_spot: object, _act: object) -> Done:
    return Done()


def add_operations(part: Part, *actions: type[Action], answer: Answer = _build_done) -> None:
    """Add the operations of actions to a part of the API."""
    bodies = {cls: _build_body(cls) for cls in actions}
    listed = [(operation, cls) for cls in actions for operation in cls.spec.operations]
    order = list(dict.fromkeys(operation.target for operation, _cls in listed))
    for operation, cls in sorted(listed, key=lambda pair: order.index(pair[0].target)):
        _add_operation(part, cls, operation, bodies[cls], answer)


def _build_body(cls: type[Action]) -> type[Keyed]:
    """Return the schema of the body: the key, the reason, the values."""
    names = _list_body_values(cls)
    if not names and not cls.may_have_reason():
        return KeyOnly
    if not names and not cls.spec.schema[0]:
        return ReasonOnly
    name, about = cls.spec.schema
    fields: dict[str, Any] = {field: (_find_body_type(cls, field), cls.model_fields[field]) for field in names}
    if cls.may_have_reason():
        default = ... if cls.spec.needs_reason else ""
        fields["reason"] = (Reason, Field(default, description=cls.spec.reason_about or None))
    return create_model(name, __base__=Keyed, __doc__=about, **fields)


def _find_body_type(cls: type[Action], name: str) -> Any:
    entry = cls.find_input(name)
    return entry.body if entry is not None and entry.body is not None else cls.model_fields[name].annotation


def _list_body_values(cls: type[Action]) -> list[str]:
    in_path = {name for operation in cls.spec.operations for name in operation.path_values.values()}
    return [name for name, field in cls.model_fields.items() if name not in in_path and not field.exclude]


def _add_operation(part: Part, cls: type[Action], operation: Operation, body_type: type[Keyed], answer: Answer) -> None:
    names = _list_body_values(cls)

    def run(request: HttpRequest, spot: Any, *, body: Keyed, **arguments: Any) -> BaseModel:
        if not find_caller(request).rights.has(cls.find_right(spot)):
            raise ApiError(403, "not_for_role")
        of_path = {name: arguments[placeholder] for placeholder, name in operation.path_values.items()}
        action = cls.build_here(spot, **of_path, **{name: getattr(body, name) for name in names})
        return answer(spot, perform(request, spot, action, body))

    of_action = dict.fromkeys(operation.path_values, Number)
    run.__name__ = operation.id
    run.__doc__ = operation.summary or (cls.__doc__ or "").partition("\n")[0]
    spot = Annotated[Any, _build_subject(operation.target)]
    kinds = {"request": HttpRequest, "spot": spot, **of_action, "body": body_type}
    set_signature(run, kinds, answer.__annotations__["return"])
    part.post(operation.path, door=build_door(cls.spec.right))(run)
