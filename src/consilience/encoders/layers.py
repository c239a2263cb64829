"""Layers of the bundled network beside the vector that it gives a text.

They are read without a second file: a model file is a protocol buffer, and a buffer that holds a field twice is read as
both joined, so that a few bytes behind the released ones name further outputs. What is not asked for costs nothing, and
vectors are the same, byte for byte.
"""

from __future__ import annotations

THIRD = "l2_mlp_norm"  # after the third layer: nearer to the words than to the sense
LAST = "l5_mlp_norm"  # after the sixth and last layer: what the vector of a text is the mean of


def outputs(*names: str) -> bytes:
    """A model that is nothing but a graph with outputs (ONNX: ModelProto.graph is field 7, GraphProto.output 12)."""
    float32 = _field(2, _field(1, bytes([1 << 3, 1])))  # ValueInfoProto.type, a tensor of element type 1
    return _field(7, b"".join(_field(12, _field(1, name.encode()) + float32) for name in names))


def _field(number: int, content: bytes) -> bytes:
    """A protocol-buffer field of bytes: tag, length, content; lengths here are below 128."""
    return bytes([number << 3 | 2, len(content)]) + content
