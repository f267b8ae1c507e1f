"""The jump of the computer's clock, for pages and their fragments."""

from typing import Any

from django import template

from tarockclub.kit import computer_clock

register = template.Library()


@register.simple_tag
def clock_jump() -> dict[str, Any] | None:
    """Return the jump that the program ignores, and whether a director has to decide about it."""
    state = computer_clock.get_state()
    return {"text": computer_clock.describe_jump(state), "is_asked": state.is_asked} if state.ahead else None


@register.simple_tag
def clock_base() -> str:
    """Return the id of the adopted time; when it changes, clocks of pages ask again."""
    return computer_clock.get_state().base
