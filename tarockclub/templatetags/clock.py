"""The jump of the computer's clock, for pages and their pieces."""

from typing import Any

from django import template

from tarockclub import computer_clock

register = template.Library()


@register.simple_tag
def clock_jump() -> dict[str, Any] | None:
    """Return the jump about which a director has to decide, if there is one."""
    state = computer_clock.state()
    return {"text": computer_clock.sentence(state)} if state.is_asked else None


@register.simple_tag
def clock_base() -> str:
    """Return what tells one time from another that was taken over: clocks of pages ask anew."""
    return computer_clock.state().base
