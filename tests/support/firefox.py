"""Debian's Firefox as Playwright starts it (as a program): a relay between the two for what each of them lacks.

Both speak WebDriver BiDi, so nobody needs the Firefox that Playwright has patched. But Playwright has no fingers there:
the relay makes them of its mouse. And Firefox 153 cannot pretend another colour scheme; it keeps its own.
"""

import asyncio
import json
import re
import sys

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

FIREFOX = "firefox-esr"
SAYS_WHERE = re.compile(rb"WebDriver BiDi listening on (ws://\S+)")
UNKNOWN = ("emulation.setMediaFeaturesOverride",)


async def run_firefox(*arguments: str) -> None:
    """Run Firefox until it ends, and say on the error output where its relay listens, as it does itself."""
    firefox = await asyncio.create_subprocess_exec(FIREFOX, *arguments, stderr=asyncio.subprocess.PIPE)
    address = await _wait_until_listening(firefox)
    drain = asyncio.create_task(_read_all(firefox))

    async def connect_both(playwright: ServerConnection) -> None:
        async with connect(f"{address}/session", max_size=None, ping_interval=None) as browser:
            await asyncio.wait(
                [asyncio.create_task(_pass_on(playwright, browser)), asyncio.create_task(_answer(browser, playwright))],
                return_when=asyncio.FIRST_COMPLETED,
            )

    async with serve(connect_both, "127.0.0.1", 0, max_size=None, ping_interval=None) as server:
        port = server.sockets[0].getsockname()[1]
        print(f"WebDriver BiDi listening on ws://127.0.0.1:{port}", file=sys.stderr, flush=True)
        await firefox.wait()
        await drain


async def _wait_until_listening(firefox: asyncio.subprocess.Process) -> str:
    assert firefox.stderr is not None
    async for line in firefox.stderr:
        if match := SAYS_WHERE.search(line):
            return match[1].decode()
    raise SystemExit("Firefox has ended before it listened.")


async def _read_all(firefox: asyncio.subprocess.Process) -> None:
    """Read what it prints, or it would wait for somebody who does."""
    assert firefox.stderr is not None
    async for _line in firefox.stderr:
        pass


async def _pass_on(playwright: ServerConnection, browser: ClientConnection) -> None:
    """Pass on commands, with a finger for the mouse; answer those that Firefox does not know."""
    async for message in playwright:
        command = json.loads(message)
        if command["method"] in UNKNOWN:
            await playwright.send(json.dumps({"type": "success", "id": command["id"], "result": {}}))
            continue
        if command["method"] == "input.performActions":
            for source in command["params"]["actions"]:
                source.get("parameters", {}).update(pointerType="touch")
        await browser.send(json.dumps(command))


async def _answer(browser: ClientConnection, playwright: ServerConnection) -> None:
    async for message in browser:
        await playwright.send(message)


if __name__ == "__main__":
    asyncio.run(run_firefox(*sys.argv[1:]))
