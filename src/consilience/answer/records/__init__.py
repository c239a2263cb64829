"""Logged answers of any RAG system: files of records in the field names of the common tools (docs/judge.md)."""

from consilience.answer.records.model import Context as Context
from consilience.answer.records.model import Grade as Grade
from consilience.answer.records.model import Metric as Metric
from consilience.answer.records.model import Record as Record
from consilience.answer.records.model import RecordsError as RecordsError
from consilience.answer.records.model import Skipped as Skipped
