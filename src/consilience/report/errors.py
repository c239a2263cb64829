"""What can go wrong with a run folder, as one plain sentence for the user."""


class RunError(Exception):
    """A run folder cannot be read or written; the message is one plain sentence for the user."""
