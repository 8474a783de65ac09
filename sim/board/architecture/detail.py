"""A made piece without what is only seen: as saved games hold it."""

from __future__ import annotations

import json
import struct
from typing import Any

__all__ = ["without_detail"]


def without_detail(content: bytes) -> bytes:
    """The content of a .glb file that we wrote, without its last node, the detail, and its numbers at the end."""
    length = struct.unpack_from("<I", content, 12)[0]
    document: dict[str, Any] = json.loads(content[20 : 20 + length])
    if document["nodes"][-1]["name"] != "detail":
        return content
    document["nodes"].pop()
    mesh = document["meshes"].pop()
    document["scenes"][0]["nodes"].pop()
    first = min(index for p in mesh["primitives"] for index in (*p["attributes"].values(), p["indices"]))
    views = document["bufferViews"][first:]
    end = min(view["byteOffset"] for view in views)
    for listed in ("accessors", "bufferViews"):
        document[listed] = document[listed][:first]
    used = max(p["material"] for m in document["meshes"] for p in m["primitives"]) + 1
    document["materials"] = document["materials"][:used]
    document["buffers"][0]["byteLength"] = end
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    binary = content[20 + length + 8 :][:end]
    head = struct.pack("<4sII", b"glTF", 2, 28 + len(text) + end) + struct.pack("<I4s", len(text), b"JSON")
    return head + text + struct.pack("<I4s", end, b"BIN\0") + binary
