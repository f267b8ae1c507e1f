"""The content of pictures: of shared ones, which are not drawn, and of QR codes as a camera reads them."""

import io
import json
import re
from base64 import b64decode
from typing import Any
from urllib.parse import unquote_to_bytes

import pytest


@pytest.fixture
def pictures(monkeypatch):
    """The pictures' content, as JSON."""
    found: list[str] = []

    def draw(_tag: str, picture: dict[str, Any]) -> bytes:
        found.append(json.dumps(picture, ensure_ascii=False))
        return b"\x89PNG"

    monkeypatch.setattr("tarockclub.platform.sharing.responses.make_png", draw)
    return found


def read_code(uri: str) -> str:
    """Draw the picture (SVG) of a data address, and read the code in it."""
    import typst
    import zxingcpp
    from PIL import Image

    head, _comma, body = uri.partition(",")
    svg = b64decode(body) if head.endswith("base64") else unquote_to_bytes(body)
    page = '#set page(width: auto, height: auto, margin: 0pt)\n#image(bytes(sys.inputs.svg), format: "svg")'
    png = typst.compile(page.encode(), format="png", ppi=72, sys_inputs={"svg": svg.decode()})
    [code] = zxingcpp.read_barcodes(Image.open(io.BytesIO(png)))
    return str(code.text)


def list_code_pictures(html: str) -> list[str]:
    """The addresses of the pictures of codes on a page."""
    return re.findall(r'<img class="code" src="(data:[^"]+)"', html)
