"""JSON as it is stored, sealed and sent: a digest reads the text, so each way of writing it stays as it is."""

import json

encode_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
encode_ascii = json.JSONEncoder(separators=(",", ":")).encode
encode_sorted = json.JSONEncoder(separators=(",", ":"), sort_keys=True).encode
