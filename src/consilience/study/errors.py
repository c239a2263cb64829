"""What a user can do wrong with the study's commands."""

from __future__ import annotations


class StudyError(Exception):
    """Copies of documents cannot be made or written; the message is one plain sentence for the user."""
