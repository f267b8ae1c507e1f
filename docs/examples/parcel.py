"""Send a file in pieces to an installation of Tarockclub, over a network that may break off (docs/dev/parcels.md).

    python parcel.py https://tarock.example tarockinn_… club club.zip
    python parcel.py https://tarock.example tarockinn_… standings/UUID_OF_THE_SEASON result.json

The second argument is an access key; a director there makes it on the page "From the inn". Started again, it goes on.
"""

import base64
import hashlib
import json
import sys
import time
import zlib
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen


def ask(server: str, key: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """Send a message until it is answered: the same again changes nothing."""
    headers = {"Authorization": f"Bearer {key}", "Tarockclub-Protocol": "2", "Content-Type": "application/json"}
    request = Request(f"{server}/api/v1/publishing/{path}", json.dumps(body).encode(), headers, method="POST")
    while True:
        try:
            with urlopen(request, timeout=40) as response:
                return dict(json.load(response))
        except HTTPError as error:
            if error.code not in (429, 500, 502, 503, 504, 507):
                sys.exit(error.read().decode())
        except (URLError, OSError):
            pass
        time.sleep(5)


def send(server: str, key: str, kind: str, path: str) -> dict[str, Any]:
    """Send a file; return what has come of it."""
    with Path(path).open("rb") as file:
        contents = list(iter(lambda: file.read(150_000), b""))
    pieces = [hashlib.sha256(content).hexdigest() for content in contents]
    while (answer := ask(server, key, f"{kind}/offer", {"pieces": pieces}))["state"] == "waiting":
        for digest in answer["missing"]:
            content = base64.b64encode(zlib.compress(contents[pieces.index(digest)])).decode()
            ask(server, key, f"{kind}/piece", {"parcel": answer["parcel"], "contents": {digest: content}})
    return answer


if __name__ == "__main__":
    print(send(*sys.argv[1:]))
