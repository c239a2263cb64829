"""What every page is made with: templates that escape, styles, and a policy that lets nothing out."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

if TYPE_CHECKING:
    import jinja2

# Controls, and the marks that force or isolate a direction. Blanks, tabs and line ends stay.
_GARBLING = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@cache
def environment() -> jinja2.Environment:
    """Templates of `assets`, with escaping on and unknown names refused."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(asset),
        autoescape=True,
        finalize=_visible,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["fragment"] = _fragment
    return environment


def _fragment(text: str) -> str:
    """An id as it stands after # in an address."""
    return quote(text, safe="", errors="replace")


def _visible(value: Any) -> Any:
    """Text without characters that turn or garble what stands around them; `plain` in dom.js does the same."""
    return _GARBLING.sub("", value) if isinstance(value, str) and not hasattr(value, "__html__") else value


def asset(name: str) -> str:
    """The text of a template, a style or a script."""
    return (files("consilience.report") / "assets" / name).read_text("utf-8")


def policy(style: str, script: str = "") -> str:
    """The content security policy of a page that holds one style and at most one script, and asks for nothing."""
    allowed = f"'{_digest(script)}'" if script else "'none'"
    sources = f"style-src '{_digest(style)}'; script-src {allowed}"
    return f"default-src 'none'; {sources}; img-src data:; base-uri 'none'; form-action 'none'"


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
