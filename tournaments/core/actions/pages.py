"""The buttons of a page: each sends the word of its action as `what`, with the key and the entered values."""

from functools import cache
from typing import Any

from django.http import HttpRequest

from tarockclub.platform.accounts.permissions import must_have
from tournaments.core.actions.base import Action
from tournaments.core.actions.targets import AnySpot
from tournaments.core.acts import ActionRefused
from tournaments.core.forms import ActionForm, ReasonForm
from tournaments.core.view_helpers import format_problem, get_director
from tournaments.models import JournalAct


@cache
def build_action_form(cls: type[Action], *page_values: str) -> type[ActionForm]:
    """Return the form of an action: a field for each value but those that the page says, as its type says."""
    names = (name for name in cls.model_fields if name not in page_values)
    fields = {_get_field_name(cls, name): cls.get_input(name).field() for name in names}
    return type(f"{cls.__name__}Form", (ReasonForm if cls.may_have_reason() else ActionForm,), fields)


def perform_posted(request: HttpRequest, spot: AnySpot, cls: type[Action], **page_values: Any) -> JournalAct:
    """Do what a form says, with the values that the page says instead; ActionRefused as the action."""
    must_have(request, cls.find_right(spot))
    sent = build_action_form(cls, *page_values)(request.POST).parse()
    values = {name: sent[_get_field_name(cls, name)] for name in cls.model_fields if name not in page_values}
    action = cls.build_here(spot, **page_values, **values)
    return action.perform(spot, sent["key"], get_director(request), sent.get("reason", ""))


class Buttons:
    """The actions that can be done on a page."""

    def __init__(self, *actions: type[Action]) -> None:
        self._actions = {cls.get_button(): cls for cls in actions}
        if len(self._actions) < len(actions):
            raise TypeError("two actions have one word")
        for cls in actions:
            build_action_form(cls)  # an action whose values nobody can enter is refused here

    def press(self, request: HttpRequest, spot: AnySpot) -> None:
        """Do what the tapped button says; nothing where no action has its word. ActionRefused as the action."""
        cls = self._find(request)
        if cls is not None and cls.is_for(spot):
            perform_posted(request, spot, cls)

    def build_refused_context(self, request: HttpRequest, refused: ActionRefused) -> dict[str, Any]:
        """Return what the page shows after a refusal: why, what was entered, and whether it can be confirmed."""
        cls = self._find(request)
        if cls is None:
            return format_problem(refused)
        names = ["what", "reason", *build_action_form(cls).base_fields]
        typed = {name: request.POST[name] for name in names if name in request.POST and name != "key"}
        confirm = {"asked": cls.get_button()} if refused.code in cls.spec.confirmable else {}
        return {**format_problem(refused), "typed": typed, **confirm}

    def _find(self, request: HttpRequest) -> type[Action] | None:
        return self._actions.get(request.POST.get("what", ""))


def _get_field_name(cls: type[Action], name: str) -> str:
    return cls.get_input(name).name or name
