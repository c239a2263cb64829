"""The address of a knowledge base as it may be shown and written down: without the secrets that a URL can carry."""

from __future__ import annotations


def public(kb: str) -> str:
    """`postgresql://ann:secret@host/db?password=x&schema=kb` -> `postgresql://host/db?schema=kb`; a folder stays.

    Whatever stands before the last @ goes, so that a password that was not written as a URL wants it does not show; and
    where it cuts the URL in two, nothing of that is shown.
    """
    scheme, colon, rest = kb.partition("://")
    if not colon:
        return kb
    place, _, query = rest.partition("?")
    if "@" in query:
        return f"{scheme}://"
    schema = [part for part in query.split("&") if part.startswith("schema=")]
    return f"{scheme}://{place.rpartition('@')[2]}" + (f"?{schema[-1]}" if schema else "")
