"""Operations with their documentation: access, response, possible errors."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, TypeVar, cast

from django.http import HttpRequest
from ninja import Router
from ninja.params.models import QueryModel

from tarockclub.models import Club
from tarockclub.platform.api.authentication import ANYBODY, Caller, Door, require_staff_account
from tarockclub.platform.api.errors import ApiError, Mistake, format_error
from tarockclub.platform.api.schemas import KEY_HEADER, KEY_PATTERN, Keyed, Number, Problem

F = TypeVar("F", bound=Callable[..., Any])
READING, WRITING = (400, 503), (400, 413, 415, 503, 507)
_IF_NONE_MATCH = {
    "in": "header",
    "name": "If-None-Match",
    "required": False,
    "schema": {"type": "string"},
    "description": "The ETag of the last response.",
}
_KEY = {
    "in": "header",
    "name": KEY_HEADER,
    "required": False,
    "schema": {"type": "string", "pattern": KEY_PATTERN},
    "description": "The key of this write, instead of `key` in the body.",
}
JSON = "application/json"


PROBLEMS: dict[type[Problem], None] = {}  # schemas of refusals, in the order of their operations
REFERENCE = "#/components/schemas/{model}"
ROUTER = Router()  # one for all parts: django-ninja would not find a second method of an address in another router


class OperationSubject(NamedTuple):
    """The thing that an operation is about: where its address begins, its arguments there, and how it is found."""

    path: str
    arguments: Mapping[str, Any]
    find: Callable[..., Any]  # by a request and the arguments
    fails: tuple[int, ...] = ()  # statuses of what writes there


OwnClub = Annotated[Club, OperationSubject("", {}, lambda request: require_staff_account(request).club)]


class Part:
    """Operations about one thing.

    A function whose second parameter is Annotated with a subject gets it, and its address stands below the subject's.
    """

    def __init__(self, name: str, about: str) -> None:
        self.name, self.about = name, about

    def get(
        self, path: str, *, door: Door = ANYBODY, fails: Sequence[int] = (), gives: Any = None, tagged: bool = False
    ) -> Callable[[F], F]:
        """Return a decorator for an operation that reads; `tagged`: with an ETag, and 304 if nothing is new.

        `gives`: the schema of its answer, where the function returns something else.
        """
        parameters = [_IF_NONE_MATCH] if tagged else []

        def decorate(view: F) -> F:
            answers = {200: gives or view.__annotations__["return"]} | ({304: None} if tagged else {})
            return self._add(view, "GET", path, door, answers, {*fails, *READING}, parameters)

        return decorate

    def offer_file(
        self, path: str, *, kinds: Sequence[str], door: Door, says: str = "The document."
    ) -> Callable[[F], F]:
        """Return a decorator for an operation that answers with a file of one of these media types."""
        binary = {"type": "string", "format": "binary"}
        content = {kind: {"schema": {} if kind == JSON else binary} for kind in kinds}
        file = {"description": says, "content": content}
        return lambda view: self._add(view, "GET", path, door, {200: None}, {*READING}, [], file)

    def post(
        self, path: str, *, door: Door, fails: Sequence[int] = (), problem: type[Problem] = Problem
    ) -> Callable[[F], F]:
        """Return a decorator for an operation that writes; its body is a Keyed if it does something once per key."""

        def decorate(view: F) -> F:
            kinds = view.__annotations__
            keyed = any(isinstance(kind, type) and issubclass(kind, Keyed) for kind in kinds.values())
            subject = _find_subject(view)
            statuses = {*fails, *WRITING, *((422,) if keyed else ()), *(subject.fails if subject else ())}
            parameters = [_KEY] if keyed else []
            return self._add(view, "POST", path, door, {200: kinds["return"]}, statuses, parameters, None, problem)

        return decorate

    def _add(
        self,
        view: F,
        method: str,
        path: str,
        door: Door,
        answers: dict[int, Any],
        statuses: set[int],
        parameters: list[dict[str, Any]],
        file: dict[str, Any] | None = None,
        problem: type[Problem] = Problem,
    ) -> F:
        subject = _find_subject(view)
        if subject is not None:
            view, path = _find_first(subject, view), f"{subject.path}/{path}".strip("/")
        statuses = statuses | {401, 429} | (set() if door.is_open else {403}) | ({404} if "{" in path else set())
        PROBLEMS[problem] = None
        # Set here and not as django-ninja's responses, which it would check and describe again a thousand times.
        refused = {"application/json": {"schema": {"$ref": REFERENCE.format(model=problem.__name__)}}}
        responses: dict[int, dict[str, Any]] = {status: {"content": refused} for status in sorted(statuses)}
        if file is not None:
            responses[200] = file
        extra: dict[str, Any] = {
            "security": [*([{}] if door.is_open else []), *({kind: []} for kind in door.kinds)],
            "responses": responses,
            "parameters": parameters,
        }

        def check(request: HttpRequest) -> Caller:
            caller = door.check(request)
            _refuse_unknown_parameters(request, view)
            return caller

        summary, _blank, more_words = (view.__doc__ or "").strip().partition("\n")
        about = " ".join(more_words.split())
        ROUTER.api_operation(
            [method],
            path,
            tags=[self.name],
            auth=[check],
            response=answers,
            operation_id=view.__name__,
            summary=summary.rstrip("."),
            description=" ".join(filter(None, (about, door.says))),
            openapi_extra=extra,
        )(view)
        return view


def _find_subject(view: Callable[..., Any]) -> OperationSubject | None:
    second = [*view.__annotations__.values()][1]
    return next((about for about in getattr(second, "__metadata__", ()) if isinstance(about, OperationSubject)), None)


def _find_first(subject: OperationSubject, view: F) -> F:
    """Return the function of an address, which finds the subject for another one."""

    def run(request: HttpRequest, **arguments: Any) -> Any:
        thing = subject.find(request, **{name: arguments.pop(name) for name in subject.arguments})
        return view(request, thing, **arguments)

    kinds = {name: Number if kind is int else kind for name, kind in subject.arguments.items()}
    _request, _subject, *rest = inspect.signature(view).parameters.values()
    set_signature(run, {"request": HttpRequest, **kinds}, view.__annotations__["return"], rest)
    run.__name__, run.__doc__ = view.__name__, view.__doc__
    return cast(F, run)


def set_signature(
    view: Callable[..., Any], kinds: Mapping[str, Any], gives: Any, others: Sequence[inspect.Parameter] = ()
) -> None:
    """Set the parameters of a function, before others, and what it returns; django-ninja reads them."""
    parameters = [
        *(
            inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=kind)
            for name, kind in kinds.items()
        ),
        *others,
    ]
    view.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    view.__annotations__ = {each.name: each.annotation for each in parameters} | {"return": gives}


def _refuse_unknown_parameters(request: HttpRequest, view: Callable[..., Any]) -> None:
    """Raise ApiError for parameters in the address that the operation would ignore, such as a filter with a slip."""
    models = [model for model in vars(view)["_ninja_operation"].models if issubclass(model, QueryModel)]
    names = {name for model in models for name in vars(model)["__ninja_flatten_map__"]}
    unknown = [name[:60] for name in request.GET if name not in names]
    if unknown:
        message = format_error("unknown_parameter")
        raise ApiError(400, "invalid", errors=[Mistake(name, "unknown_parameter", message) for name in unknown])
