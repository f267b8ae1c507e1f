"""The watch on the second folder, every few seconds beside the backups: whether it is there, and takes what it gets.

Pages read what it has last seen, and never wait for a stick themselves.
"""

import contextlib
import json
import logging
import threading
import time
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from tarockclub.kit.days import parse_moment
from tarockclub.office.backups import folder
from tarockclub.office.backups.errors import Trouble, convert_os_error, encode_trouble, format_backup_trouble
from tarockclub.office.backups.second_changes import ChangesWriter
from tarockclub.platform.server.second_folder import SecondFolder, find_second_folder, load_second_folder

PAUSE_SECONDS = 4.0
SLOW_SECONDS = 6.0  # with the pause, what is entered would get there after more than ten seconds
STATE = "second.json"  # beside the backups of the first folder
SILENT_AFTER = timedelta(seconds=15)  # a stick may hold the watch itself
logger = logging.getLogger(__name__)


class SecondWatch:
    """The watch; `due` is set when the second folder has come and needs a whole backup at once."""

    def __init__(self, due: threading.Event) -> None:
        self._due = due
        self._was_there: SecondFolder | None = None
        self._writer = ChangesWriter()
        self._told = ""

    def run(self, stopped: threading.Event) -> None:
        """Look again and again, until `stopped` is set."""
        while not stopped.wait(PAUSE_SECONDS):
            with contextlib.suppress(Exception):  # a fault in here must not end the watch of this evening
                self.look()

    def look(self) -> None:
        """Look once, and save what is seen."""
        second = find_second_folder()
        if second is None:
            self._was_there = None
            forget_second_state()
            return
        until, has_each_hand, trouble, begun = None, False, None, time.monotonic()
        try:
            until, has_each_hand = self._bring(second)
        except Trouble as caught:
            trouble = caught
        except OSError as error:
            trouble = convert_os_error(error, second.path)
        if trouble is None and time.monotonic() - begun > SLOW_SECONDS:
            trouble = Trouble("second_slow", where=str(second.path))
        save_second_state(until, has_each_hand, trouble)
        message = str(trouble or "")
        if message and message != self._told:
            logger.warning(message)
        self._told = message

    def _bring(self, second: SecondFolder) -> tuple[datetime | None, bool]:
        """See to it that the second folder has everything; return until when it has, and whether it has each hand."""
        try:
            folder.require_there(second)
        except Trouble:
            self._was_there = None
            raise
        if self._was_there != second:
            self._was_there = second
            self._writer = ChangesWriter()
            self._due.set()
        newest = next((name for name in folder.list_own(second.path) if not name.safety), None)
        if newest is None:
            return None, False
        moment = self._writer.bring(second.path / str(newest)) if connection.vendor == "sqlite" else None
        return moment or newest.made, moment is not None


class SecondState(NamedTuple):
    """The second folder, as last seen."""

    second: SecondFolder
    until: datetime | None  # everything that was entered by then is in it
    has_each_hand: bool  # within seconds; else it gets whole backups only
    trouble: str  # in a sentence with the time since when; "": none


def save_second_state(until: datetime | None, has_each_hand: bool, trouble: Trouble | None) -> None:
    """Save what the watch has just seen."""
    chosen, before, now = load_second_folder(), folder.load_json(STATE), timezone.now().isoformat()
    code = trouble.code if trouble else ""
    state = {
        "at": now,
        "path": str(chosen.path) if chosen else "",
        "until": until.isoformat() if until else before.get("until", ""),
        "has_each_hand": has_each_hand,
        "trouble": encode_trouble(trouble) if trouble else None,
        "since": before["since"] if code and (before.get("trouble") or {}).get("code") == code else now,
    }
    with contextlib.suppress(OSError, Trouble):
        folder.replace_file(folder.get_home_folder() / STATE, json.dumps(state))


def forget_second_state() -> None:
    """Forget what a watch of before has seen."""
    with contextlib.suppress(OSError, Trouble):
        (folder.get_home_folder() / STATE).unlink(missing_ok=True)


def load_second_state() -> SecondState | None:
    """Return the state of the second folder; None if there is none."""
    second = load_second_folder()
    if second is None:
        return None
    state = folder.load_json(STATE)
    moment = parse_moment(str(state.get("at", "")))
    if moment is None or state.get("path") != str(second.path):  # just chosen, or nobody watches
        return SecondState(second, None, False, "")
    until, has_each_hand = parse_moment(str(state.get("until", ""))), bool(state.get("has_each_hand"))
    return SecondState(second, until, has_each_hand, _format_trouble(second, state, moment))


def _format_trouble(second: SecondFolder, state: dict[str, Any], moment: datetime) -> str:
    trouble, since = state.get("trouble"), parse_moment(str(state.get("since", ""))) or moment
    if timezone.now() - moment > SILENT_AFTER:
        trouble, since = encode_trouble(Trouble("second_slow", where=str(second.path))), moment
    if not trouble:
        return ""
    sentence = format_backup_trouble(trouble["code"], trouble["facts"])
    return _("Since %(time)s: %(trouble)s") % {"time": f"{timezone.localtime(since):%H:%M}", "trouble": sentence}
