"""The class for each stored kind of acts; the modules with actions are imported when the first one is needed."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from django.conf import settings

from tarockclub.platform.clubs.features import import_parts
from tournaments.core.actions.base import BY_KIND, Action, can_be_undone


@cache
def load_actions() -> Mapping[str, type[Action]]:
    """Return the class that words and takes back the acts of each kind."""
    for module in settings.ACTIONS:
        import_module(module)
    import_parts("actions")
    return BY_KIND


@cache
def load_undoable_actions() -> Mapping[str, type[Action]]:
    """Return the class of each kind whose acts can be taken back."""
    return {kind: cls for kind, cls in load_actions().items() if can_be_undone(cls)}
