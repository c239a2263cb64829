"""The controlled experiment and its parts: degraded and conflict-injected copies of documents, with ground truth.

`degrade` and `inject` work on any user's documents and need nothing but a seed; the study is built with them.
"""
