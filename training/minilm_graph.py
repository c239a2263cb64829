"""The graph of all-MiniLM-L6-v2, written node by node: a BERT of 6 layers, mean pooling, unit length.

Two forms of one network. `build(weights, quantised=False)` is the float reference. `build(weights, quantised=True)`
stores every matrix in int8 with one scale per output channel and quantises activations *per token*, with symmetric
scales. The usual dynamic quantisation takes one scale per tensor, so that the vector of a text depends on its
neighbours in the batch; a cached vector would then differ from a fresh one. Here a token's integers depend on that
token alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

LAYERS, HEADS, WIDTH, INNER, EPSILON = 6, 12, 384, 1536, 1e-12
MAX_TOKENS = 256  # sentence_bert_config.json of the original: positions beyond it are never asked for
CONTRIB = "com.microsoft"  # fused attention, normalisation and activation of onnxruntime
Array = NDArray[Any]


class Graph:
    """Nodes and initialisers in the order they were added, so that the same weights give the same bytes."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []

    def put(self, name: str, array: Array) -> str:
        self.weights.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def add(self, kind: str, inputs: list[str], output: str, domain: str = "", **attributes: Any) -> str:
        self.nodes.append(helper.make_node(kind, inputs, [output], name=output, domain=domain, **attributes))
        return output


def quantise_columns(matrix: Array) -> tuple[Array, Array]:
    """int8 of a matrix [in, out] and its scale per output channel: matrix ~ int8 * scale."""
    scale = np.maximum(np.abs(matrix).max(axis=0), 1e-12) / 127
    return np.rint(matrix / scale).astype(np.int8), scale.astype(np.float32)


def build(weights: dict[str, Array], *, quantised: bool) -> onnx.ModelProto:
    """The network: (input_ids, attention_mask) int32 [batch, tokens] -> unit vectors float32 [batch, 384]."""
    graph = Graph()
    add_constants(graph)
    hidden = _embed(graph, weights, quantised)
    for layer in range(LAYERS):
        hidden = add_layer(graph, weights, layer, hidden, quantised)
    _pool(graph, hidden)
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT32, ["batch", "tokens"])
        for name in ("input_ids", "attention_mask")
    ]
    outputs = [helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["batch", WIDTH])]
    body = helper.make_graph(graph.nodes, "all-MiniLM-L6-v2", inputs, outputs, graph.weights)
    return checked(body)


def checked(body: onnx.GraphProto) -> onnx.ModelProto:
    """A model of the graph."""
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid(CONTRIB, 1)]
    model = helper.make_model(body, opset_imports=opsets, producer_name="consilience", ir_version=8)
    onnx.checker.check_model(model)
    return model


def add_constants(graph: Graph) -> None:
    """What the quantisation of tokens needs."""
    graph.put("axis_zero", np.array([0], np.int64))
    graph.put("axis_one", np.array([1], np.int64))
    graph.put("one_scale", np.array(1.0, np.float32))
    graph.put("middle", np.array(128, np.uint8))
    graph.put("steps", np.array(127.0, np.float32))
    graph.put("least", np.array(1e-9, np.float32))
    graph.put("rows_flat", np.array([-1], np.int64))
    graph.put("rows_inner", np.array([-1, INNER], np.int64))
    graph.put("rows_width", np.array([-1, WIDTH], np.int64))


def _embed(graph: Graph, weights: dict[str, Array], quantised: bool) -> str:
    """Word + position + segment embeddings, normalised. The only segment is 0, so it is added to the positions."""
    words = weights["embeddings.word_embeddings.weight"]
    segment = weights["embeddings.token_type_embeddings.weight"][0]
    positions = weights["embeddings.position_embeddings.weight"][:MAX_TOKENS] + segment
    if quantised:
        rows, scale = quantise_columns(words.T)
        graph.put("words", rows.T)
        graph.put("words_scale", scale[:, None])
        graph.add("Gather", ["words", "input_ids"], "words_int")
        graph.add("Cast", ["words_int"], "words_float", to=TensorProto.FLOAT)
        graph.add("Gather", ["words_scale", "input_ids"], "words_scales")
        graph.add("Mul", ["words_float", "words_scales"], "words_out")
    else:
        graph.put("words", words)
        graph.add("Gather", ["words", "input_ids"], "words_out")
    graph.put("positions", positions)
    graph.add("Shape", ["input_ids"], "length", start=1, end=2)
    graph.add("Slice", ["positions", "axis_zero", "length", "axis_zero"], "positions_out")
    graph.add("Add", ["words_out", "positions_out"], "embedded")
    gamma = graph.put("embed_gamma", weights["embeddings.LayerNorm.weight"])
    beta = graph.put("embed_beta", weights["embeddings.LayerNorm.bias"])
    return graph.add("LayerNormalization", ["embedded", gamma, beta], "embed_norm", epsilon=EPSILON, axis=-1)


def add_layer(
    graph: Graph, weights: dict[str, Array], layer: int, hidden: str, quantised: bool, *,
    mask: tuple[str, ...] = ("attention_mask",),
) -> str:  # fmt: skip
    """One layer of attention; `mask`: the inputs of MultiHeadAttention from its fifth on."""
    prefix, name = f"encoder.layer.{layer}.", f"l{layer}"

    def matrix(part: str) -> tuple[Array, Array]:
        return weights[f"{prefix}{part}.weight"].T, weights[f"{prefix}{part}.bias"]

    parts = [matrix(f"attention.self.{part}") for part in ("query", "key", "value")]
    joined = np.concatenate([part[0] for part in parts], axis=1)
    bias = graph.put(f"{name}_qkv_bias", np.concatenate([part[1] for part in parts]))
    qkv = _linear(graph, f"{name}_qkv", hidden, joined, quantised)
    graph.add("Split", [qkv], f"{name}_q", axis=-1)
    graph.nodes[-1].output.extend([f"{name}_k", f"{name}_v"])
    heads = [f"{name}_q", f"{name}_k", f"{name}_v", bias, *mask]
    attended = graph.add("MultiHeadAttention", heads, f"{name}_att", CONTRIB, num_heads=HEADS)
    after = _residual(graph, weights, f"{prefix}attention.output", f"{name}_out", attended, hidden, quantised)
    wide, wide_bias = matrix("intermediate.dense")
    inner = _linear(graph, f"{name}_in", after, wide, quantised)
    active = graph.add("BiasGelu", [inner, graph.put(f"{name}_in_bias", wide_bias)], f"{name}_gelu", CONTRIB)
    return _residual(graph, weights, f"{prefix}output", f"{name}_mlp", active, after, quantised)


def _residual(
    graph: Graph, weights: dict[str, Array], prefix: str, name: str, value: str, skip: str, quantised: bool
) -> str:
    """A linear map, its bias, the residual and the normalisation after them."""
    out = _linear(graph, name, value, weights[f"{prefix}.dense.weight"].T, quantised)
    bias = graph.put(f"{name}_bias", weights[f"{prefix}.dense.bias"])
    gamma = graph.put(f"{name}_gamma", weights[f"{prefix}.LayerNorm.weight"])
    beta = graph.put(f"{name}_beta", weights[f"{prefix}.LayerNorm.bias"])
    graph.add("Add", [out, bias], f"{name}_biased")
    graph.add("Add", [f"{name}_biased", skip], f"{name}_sum")
    return graph.add("LayerNormalization", [f"{name}_sum", gamma, beta], f"{name}_norm", epsilon=EPSILON, axis=-1)


def _linear(graph: Graph, name: str, value: str, matrix: Array, quantised: bool) -> str:
    if not quantised:
        return graph.add("MatMul", [value, graph.put(f"{name}_w", matrix)], f"{name}_y")
    integers, scale = quantise_columns(matrix)
    graph.put(f"{name}_w", integers)
    graph.put(f"{name}_s", scale)
    rows, row_scale = _quantise_tokens(graph, name, value, matrix.shape[0])
    inputs = [rows, f"{name}_w", "one_scale", f"{name}_s", "middle"]
    product = graph.add("MatMulIntegerToFloat", inputs, f"{name}_p", CONTRIB)
    return graph.add("Mul", [product, row_scale], f"{name}_y")


def _quantise_tokens(graph: Graph, name: str, value: str, width: int) -> tuple[str, str]:
    """uint8 of each token around 128, and the token's own scale [batch, tokens, 1]."""
    high = graph.add("ReduceMax", [value], f"{name}_high", axes=[-1], keepdims=1)
    low = graph.add("ReduceMin", [value], f"{name}_low", axes=[-1], keepdims=1)
    graph.add("Neg", [low], f"{name}_depth")
    graph.add("Max", [high, f"{name}_depth", "least"], f"{name}_reach")
    scale = graph.add("Div", [f"{name}_reach", "steps"], f"{name}_scale")
    graph.add("Reshape", [scale, "rows_flat"], f"{name}_row")
    graph.add("Reshape", [value, "rows_inner" if width == INNER else "rows_width"], f"{name}_flat")
    graph.add("Shape", [f"{name}_row"], f"{name}_count")
    graph.add("Expand", ["middle", f"{name}_count"], f"{name}_zero")
    flat = graph.add("QuantizeLinear", [f"{name}_flat", f"{name}_row", f"{name}_zero"], f"{name}_u8", axis=0)
    shape = graph.add("Shape", [value], f"{name}_shape")
    return graph.add("Reshape", [flat, shape], f"{name}_x"), scale


def _pool(graph: Graph, hidden: str) -> None:
    """Mean over the tokens that are not padding, then unit length."""
    graph.add("Cast", ["attention_mask"], "mask_float", to=TensorProto.FLOAT)
    graph.add("Unsqueeze", ["mask_float", "axis_one"], "mask_row")
    # A product per text, not ReduceSum, whose order of addition changes with the size of the batch.
    graph.add("MatMul", ["mask_row", hidden], "summed_row")
    # The sum points the same way as the mean, and only the direction is left after the division.
    graph.add("Squeeze", ["summed_row", "axis_one"], "summed")
    graph.add("LpNormalization", ["summed"], "vectors", axis=-1, p=2)
