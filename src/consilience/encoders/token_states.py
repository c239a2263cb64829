"""Token states of the bundled encoder: what each word piece of a text means where it stands.

The released network gives one vector a text; its layers are read beside it (`layers.py`), in the same session.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from consilience.encoders import bundled
from consilience.encoders.batching import batches, clean
from consilience.encoders.layers import LAST, THIRD
from consilience.operators import Vectors


def states(texts: Sequence[str]) -> list[Vectors]:
    """For each text the unit vectors of its word pieces, shape (pieces, 384); at most 254 pieces are read.

    They do not depend on what else is in `texts`. Raises OperatorError when the model's files are missing.
    """
    return [layer / np.linalg.norm(layer, axis=1, keepdims=True) for layer in _read(texts, [LAST])]


def layers(texts: Sequence[str]) -> list[Vectors]:
    """For each text what the third and the sixth layer give of its word pieces, side by side: (pieces, 768), as they
    are. Raises OperatorError when the model's files are missing.
    """
    return _read(texts, [THIRD, LAST])


def _read(texts: Sequence[str], names: list[str]) -> list[Vectors]:
    tokenizer, session = bundled.loaded()
    ids = [encoding.ids for encoding in tokenizer.encode_batch([clean(text) for text in texts])]
    found: list[Vectors] = [np.empty((0, 0), np.float32)] * len(texts)
    for places, tokens, mask in batches(ids, bundled.BATCH_TOKENS):
        told = session.run(names, {"input_ids": tokens, "attention_mask": mask})
        for row, place in enumerate(places):
            inner = slice(1, len(ids[place]) - 1)  # without the marks of beginning and end
            found[place] = np.concatenate([layer[row, inner] for layer in told], axis=-1)
    return found
