"""Documents written by one model and reviewed by others, as corpus A of the paper was made (paper section IV-A)."""

from consilience.study.author.pipeline import Authored, author

__all__ = ["Authored", "author"]
