"""The joint reader of pair_joint.py as an ONNX graph: int8 matrices, a scale per token, as in minilm_graph.py."""

from __future__ import annotations

import numpy as np
import onnx
from minilm_graph import HEADS, WIDTH, Graph, add_constants, add_layer, checked
from onnx import TensorProto, helper
from pair_joint import LAYERS, JointNet, encoder_weights

_FLOATS = {
    "states": ["batch", "tokens", WIDTH], "padding": ["batch", 1, 1, "tokens"],
    "across": ["batch", 1, "tokens", "tokens"], "same": ["batch", 1, "tokens", "tokens"],
    "pool": ["batch", 4, "tokens"], "known": ["batch", 2],
}  # fmt: skip
_INTEGERS = ("part", "shared")


def build(net: JointNet) -> onnx.ModelProto:
    """The network: what `pairnet_joint.batch` makes of n pairs -> log odds, float32 [n]."""
    graph, weights = Graph(), encoder_weights(net)
    add_constants(graph)
    hidden = _marked(graph, net)
    for place, layer in enumerate(net.layers):
        bias = _bias(graph, f"l{place}", layer.across.detach().numpy(), layer.same.detach().numpy())
        hidden = add_layer(graph, weights, place, hidden, quantised=True, mask=("", bias))
    _judge(graph, net, hidden)
    inputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in _FLOATS.items()]
    inputs += [helper.make_tensor_value_info(name, TensorProto.INT32, ["batch", "tokens"]) for name in _INTEGERS]
    outputs = [helper.make_tensor_value_info("odds", TensorProto.FLOAT, ["batch"])]
    assert len(net.layers) == LAYERS
    return checked(helper.make_graph(graph.nodes, "joint-reader", inputs, outputs, graph.weights))


def _marked(graph: Graph, net: JointNet) -> str:
    """The states with what is known of each token added."""
    for name in _INTEGERS:
        graph.put(f"{name}_rows", getattr(net, name).weight.detach().numpy())
        graph.add("Gather", [f"{name}_rows", name], f"{name}_out")
    graph.add("Add", ["states", "part_out"], "states_part")
    return graph.add("Add", ["states_part", "shared_out"], "marked")


def _bias(graph: Graph, name: str, across: np.ndarray, same: np.ndarray) -> str:
    """What each head adds to its attention, [batch, heads, tokens, tokens]."""
    for kind, weight in (("across", across), ("same", same)):
        graph.put(f"{name}_{kind}_w", weight.reshape(1, HEADS, 1, 1))
        graph.add("Mul", [kind, f"{name}_{kind}_w"], f"{name}_{kind}")
    graph.add("Add", [f"{name}_across", f"{name}_same"], f"{name}_favour")
    return graph.add("Add", [f"{name}_favour", "padding"], f"{name}_favoured")


def _judge(graph: Graph, net: JointNet, hidden: str) -> None:
    """Means of both statements and of both values, compared, through the last two layers."""
    graph.add("MatMul", ["pool", hidden], "pooled")
    graph.add("Split", ["pooled"], "a", axis=1)
    graph.nodes[-1].output.extend(["b", "value_a", "value_b"])
    parts = []
    for a, b in (("value_a", "value_b"), ("a", "b")):
        graph.add("Sub", [a, b], f"{a}_apart")
        parts += [
            graph.add("Add", [a, b], f"{a}_sum"),
            graph.add("Abs", [f"{a}_apart"], f"{a}_difference"),
            graph.add("Mul", [a, b], f"{a}_product"),
        ]
    flat = [graph.add("Squeeze", [part, "axis_one"], f"{part}_flat") for part in parts]
    graph.add("Concat", [*flat, "known"], "told", axis=-1)
    wide = graph.add("Relu", [_full(graph, "hidden", "told", net.hidden)], "wide")
    graph.add("Squeeze", [_full(graph, "last", wide, net.last), "axis_one"], "odds")


def _full(graph: Graph, name: str, value: str, layer: object) -> str:
    graph.put(f"{name}_w", layer.weight.detach().numpy().T)  # type: ignore[attr-defined]
    graph.put(f"{name}_b", layer.bias.detach().numpy())  # type: ignore[attr-defined]
    graph.add("MatMul", [value, f"{name}_w"], f"{name}_y")
    return graph.add("Add", [f"{name}_y", f"{name}_b"], f"{name}_out")
