"""What a user can get wrong on level 2; the message of each is one plain sentence."""

from __future__ import annotations


class QuestionError(Exception):
    """A question cannot be asked, or a role has no meaning here."""


class RolesError(Exception):
    """A roles file cannot be used, or a role has no possible name."""
