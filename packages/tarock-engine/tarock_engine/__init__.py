"""Payouts of the Austrian card game Tarock: records of hands in, exact points out, under house rules that are files."""

from tarock_engine.engine import api
from tarock_engine.engine.api import *  # noqa: F403 -- exactly the names below

__all__ = api.__all__
