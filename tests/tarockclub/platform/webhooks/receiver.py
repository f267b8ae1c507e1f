"""A program that gets messages, on this machine alone."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Received(NamedTuple):
    """A request that came."""

    path: str
    headers: dict[str, str]
    body: str


class Receiver:
    """The program: it answers with the statuses that a test wants, the last one again and again."""

    def __init__(self) -> None:
        self.requests: list[Received] = []
        self.statuses = [204]
        self.location = ""
        self.is_silent = threading.Event()
        self.url = ""

    def take_status(self) -> int:
        """The next answer."""
        return self.statuses.pop(0) if len(self.statuses) > 1 else self.statuses[0]


@contextmanager
def run_receiver() -> Iterator[Receiver]:
    """Serve on a free port of 127.0.0.1."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            headers = {name.lower(): value for name, value in self.headers.items()}
            receiver.requests.append(Received(self.path, headers, body))
            if receiver.is_silent.is_set():
                receiver.is_silent.wait()
                threading.Event().wait(3)
                return
            self.send_response(receiver.take_status())
            if receiver.location:
                self.send_header("Location", receiver.location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_arguments: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
