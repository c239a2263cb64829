"""Bytes to documents: Markdown, plain text, HTML, PDF, Office files, CSV and JSONL, every block with its position."""

from consilience.sources.discover import FORMATS, Discovery, SourceError, SourceFile, discover
from consilience.sources.read import document_of_text, read, read_bytes

__all__ = ["FORMATS", "Discovery", "SourceError", "SourceFile", "discover", "document_of_text", "read", "read_bytes"]
