"""The header by which a phone knows a page of this program that it may keep (scoring/offline)."""

from typing import Final

CACHE_HEADER: Final = "X-Page"  # never sent by an inn's network: only responses with it are kept
WORKER_HEADER: Final = "X-By-Itself"  # sent by the phone's store, which nobody has asked
