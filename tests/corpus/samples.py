"""Three documents with a known conflict and a known agreement, and what two equal audits must agree on."""

from __future__ import annotations

from typing import Any

from consilience.corpus.audit import AuditResult

HANDBOOK = """# Falcon forklift handbook

## Load

The Falcon forklift carries a maximum load of 1,200 kg. The battery of the Falcon forklift lasts eight hours.

## Service

The Falcon forklift is serviced every six months by Priya Nandakumar.
"""

SAFETY = """# Falcon forklift safety rules

## Load

The Falcon forklift carries a maximum load of 1,500 kg. The battery of the Falcon forklift lasts 8 hours.

| Item | Check |
|------|-------|
| Tyres | weekly |
| Horn | daily |
"""

CANTEEN = """# Canteen

The canteen opens at 11:30 and closes at 14:00. A lunch costs 6.50 euros. Guests pay at the till.
"""


def told(result: AuditResult) -> dict[str, Any]:
    """audit.json without what may differ between two equal runs: the timings and how they were run."""
    audit = result.to_dict()
    audit.pop("timings")
    audit["settings"].pop("run")
    return audit
