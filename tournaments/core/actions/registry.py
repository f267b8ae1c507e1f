"""The class for each stored kind of acts; the modules with actions are imported when the first one is needed."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from django.conf import settings

from tarockclub.platform.clubs.features import import_parts
from tournaments.core.actions.base import BY_KIND, Action, can_be_undone
from tournaments.core.actions.reversals import Reversal


@cache
def load_actions() -> Mapping[str, type[Action]]:
    """Return the class that words and takes back the acts of each kind."""
    for module in settings.ACTIONS:
        import_module(module)
    import_parts("actions")
    return BY_KIND


@cache
def load_reversals() -> Mapping[str, Reversal]:
    """Return the reversals of all kinds that can be taken back."""
    return {
        kind: Reversal(cls.check_undo, cls.take_back, cls.spec.undo_later, cls.spec.right)
        for kind, cls in load_actions().items()
        if can_be_undone(cls)
    }
