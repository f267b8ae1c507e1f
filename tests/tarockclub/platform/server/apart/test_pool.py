"""Functions run in processes with an end: of seconds, of memory, of their server; one for each club at a time."""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.utils.module_loading import import_string

from tarockclub.platform.server.apart import child, pool
from tarockclub.platform.server.apart.messages import ERRORS, MOST_ANSWERED, TooMuchWork, UnknownAnswerError
from tarockclub.platform.server.apart.pool import run_apart
from tarockclub.platform.server.installation import build_child_command, build_child_environment
from tests.support.attack import apart_work as apart

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="resource limits of POSIX")
SHORT = 2.0


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until_dead(pid: int, seconds: float = 10) -> None:
    until = time.monotonic() + seconds
    while is_alive(pid):
        assert time.monotonic() < until, "it goes on"
        time.sleep(0.02)


@pytest.fixture(autouse=True)
def _nobody_idle():
    pool.close_idle()
    yield
    pool.close_idle()


def test_a_function_runs_in_another_process_which_is_used_again():
    first, again = run_apart(apart.get_pid), run_apart(apart.get_pid)
    assert first == again != os.getpid()
    assert run_apart(apart.sort_numbers, [3, 1, 2]) == [1, 2, 3]


def test_what_it_raises_is_raised_here_and_the_process_goes_on():
    pid = run_apart(apart.get_pid)
    with pytest.raises(ValueError, match="invalid literal"):
        run_apart(apart.parse_number, "x")
    assert run_apart(apart.get_pid) == pid


def test_values_that_look_alike_come_back_as_they_were():
    values = run_apart(apart.return_values)
    assert [(type(value).__name__, value) for value in values] == [
        (type(value).__name__, value) for value in apart.return_values()
    ]


def test_an_error_comes_back_as_one_of_the_list_or_as_none_that_anybody_catches():
    with pytest.raises(FileNotFoundError, match="gone"):
        run_apart(apart.refuse_strangely, "child")
    with pytest.raises(ValueError, match=r"\?"):
        run_apart(apart.refuse_strangely, "text")
    with pytest.raises(RuntimeError) as caught:
        run_apart(apart.refuse_strangely, "class")
    assert "refuse_strangely" in caught.value.__notes__[0]


@pytest.mark.parametrize("name", ERRORS)
def test_each_error_of_the_list_is_there(name):
    assert issubclass(import_string(name), Exception)


class Trap:
    """An object that would write a file wherever it is unpickled."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.file,)


HOSTILE = (
    "import sys; sys.stdin.buffer.read(8); sys.stdout.buffer.write(bytes.fromhex({!r})); sys.stdout.flush(); input()"
)


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        (lambda file: pickle.dumps((True, Trap(file))), UnknownAnswerError),
        (lambda file: b"+" + pickle.dumps(Trap(file)), UnknownAnswerError),
        (lambda file: b"+true", UnknownAnswerError),
        (lambda file: b'+"7"', UnknownAnswerError),
        (lambda file: b"+" + b"[" * 100_000, UnknownAnswerError),
        (lambda file: b'-["builtins.SystemExit", [], {}, ""]', UnknownAnswerError),
        (lambda file: b'-["subprocess.Popen", ["touch"], {}, ""]', UnknownAnswerError),
        (lambda file: b'-["builtins.OSError", [], {"errno": "1"}, ""]', UnknownAnswerError),
        (lambda file: b"", UnknownAnswerError),
        (lambda file: MOST_ANSWERED + 1, TooMuchWork),
        (lambda file: b"+7", None),
    ],
)
def test_a_hostile_process_says_nothing_but_what_its_function_could(tmp_path, monkeypatch, said, outcome):
    trap, message = tmp_path / "trap", said(tmp_path / "trap")
    head = message if isinstance(message, int) else len(message)
    content = head.to_bytes(8, "big") + (b"" if isinstance(message, int) else message)
    command = [sys.executable, "-c", HOSTILE.format(content.hex())]
    if len(content) > 50_000:
        script = tmp_path / "hostile.py"
        script.write_text(HOSTILE.format(content.hex()))
        command = [sys.executable, str(script)]
    monkeypatch.setattr(pool, "build_child_command", lambda _module: command)
    if outcome is None:
        assert run_apart(apart.get_pid) == 7
        return
    with pytest.raises(outcome):
        run_apart(apart.get_pid)
    assert (trap.exists(), pool._idle) == (False, [])


@pytest.mark.heavy
def test_work_without_an_end_is_killed_though_nothing_else_interrupts_it():
    run_apart(apart.get_pid)
    began = time.monotonic()
    with pytest.raises(TooMuchWork, match="too_slow"):
        run_apart(apart.search_long, seconds=SHORT)
    assert time.monotonic() - began < SHORT + 2
    assert run_apart(apart.parse_number, "7") == 7


@on_posix
def test_too_much_memory_is_refused_and_the_server_has_its_own():
    with pytest.raises(TooMuchWork, match="too_large"):
        run_apart(apart.make_bytes, child.MOST_MEMORY)
    assert len(run_apart(apart.make_bytes, 1 << 20)) == 1 << 20


@on_posix
def test_a_process_that_dies_at_work_is_an_answer_and_one_that_died_idle_is_not_noticed():
    with pytest.raises(TooMuchWork, match="too_large"):
        run_apart(apart.end_at_once)
    pid = run_apart(apart.get_pid)
    os.kill(pid, signal.SIGKILL)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)  # with all its threads
    assert run_apart(apart.get_pid) != pid


def test_a_process_is_replaced_after_many_calls_and_not_used_after_a_long_pause(monkeypatch):
    monkeypatch.setattr(pool, "MOST_CALLS", 2)
    first = run_apart(apart.get_pid)
    assert run_apart(apart.get_pid) == first != run_apart(apart.get_pid)
    second = run_apart(apart.get_pid)
    monkeypatch.setattr(pool, "KEPT_SECONDS", 0.0)
    assert run_apart(apart.get_pid) != second


class SilentAlarm:
    """An alarm that never goes off."""

    def __init__(self, *_arguments: object) -> None:
        self.daemon = False

    def start(self) -> None:
        """Begin nothing."""

    cancel = start


@pytest.mark.heavy
@on_posix
def test_the_process_lets_others_go_first_and_stops_itself_where_its_server_cannot(monkeypatch):
    assert run_apart(apart.get_niceness) >= child.NICE
    monkeypatch.setattr(threading, "Timer", SilentAlarm)
    with pytest.raises(TooMuchWork, match="too_slow"):
        run_apart(apart.search_long, seconds=0.1)


SERVER = """
import re, sys, threading, time
from tests.support.attack import apart_work as apart
from tarockclub.platform.server.apart import pool
process = pool._take_process()
if sys.argv[1] == "busy":
    threading.Thread(target=process.call, args=(apart.wait, (60,), 60), daemon=True).start()
print(process.pid, flush=True)
sys.stdin.read() if sys.argv[2] == "killed" else time.sleep(60)
"""


@on_posix
@pytest.mark.parametrize("work", ["idle", "busy"])
@pytest.mark.parametrize("end", ["killed", "terminated"])
def test_no_process_outlives_its_server(work, end):
    command = [*build_child_command("x")[:-2], "-c", SERVER, work, end]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=build_child_environment()
    ) as server:
        assert server.stdout is not None
        pid = int(server.stdout.readline())
        time.sleep(0.5)
        assert is_alive(pid)
        server.send_signal(signal.SIGKILL if end == "killed" else signal.SIGTERM)
        wait_until_dead(pid)


def test_calls_of_several_threads_have_a_process_each():
    with ThreadPoolExecutor(3) as threads:
        list(threads.map(lambda _: run_apart(apart.wait, 0.3), range(3)))
        assert len(pool._idle) == pool.MOST_IDLE


def test_a_process_that_nobody_needs_ends_in_silence():
    code = f"from {child.__package__} import child; child.IDLE_SECONDS = 0.1; child.main()"
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        assert (process.wait(20), process.stderr.read()) == (0, b"")
