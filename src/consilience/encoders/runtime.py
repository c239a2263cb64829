"""The door to ONNX Runtime, which from 1.29 on reports its use unless it is told not to before it is loaded."""

from __future__ import annotations

import os
from types import ModuleType


def silence_runtime() -> None:
    """No usage reports, no device id, no database of events in the user's cache folder."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"


def load_runtime() -> ModuleType:
    """Import ONNX Runtime with its reports off; the only door through which this package imports it."""
    silence_runtime()
    import onnxruntime

    module: ModuleType = onnxruntime
    return module
