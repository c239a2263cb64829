"""What the pair network reads of a statement, kept between calls: it is read beside the question, then beside others,
and the passages of one question are often those of the next one too.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from consilience.corpus.matching.pairnet_tokens import Tokens, read
from consilience.corpus.matching.pairnet_view import View

_KEPT = 1_000  # views, each of about 50 kB

_known: OrderedDict[View, Tokens] = OrderedDict()
_lock = Lock()


def remembered(views: Sequence[View]) -> list[tuple[int, Tokens]]:
    """(place in `views`, tokens) of every view. Tokens of a view are the same every time: this only saves time."""
    with _lock:
        found = {view: _known[view] for view in views if view in _known}
    missing = [view for view in dict.fromkeys(views) if view not in found]
    found |= {missing[place]: tokens for place, tokens in read(missing)} if missing else {}
    with _lock:
        for view in views:
            _known[view] = found[view]
            _known.move_to_end(view)
        while len(_known) > _KEPT:
            _known.popitem(last=False)
    return [(place, found[view]) for place, view in enumerate(views)]
