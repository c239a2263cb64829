"""In whose name a query reads: row-level security is told before every query whose access differs from the last."""

from __future__ import annotations

from consilience.stores.contract import Access, StoreError
from consilience.stores.postgres_address import Address
from consilience.stores.postgres_connect import Connection
from consilience.stores.postgres_schema import Head


class Session:
    """The access under which a transaction reads now; the settings end with the transaction."""

    def __init__(self, conn: Connection, head: Head, address: Address) -> None:
        self._conn, self._head, self._address = conn, head, address
        self._now: Access | None = None

    def become(self, access: Access) -> None:
        """Raises StoreError when the database user may not read everything, or stays above row-level security."""
        if access == self._now:
            return
        self._now = None
        wanted = access.wanted(self._head.info.declared)
        if wanted is None:
            self._audit()
        else:
            self._put_on(wanted)
        self._now = access

    def _audit(self) -> None:
        if self._head.info.declared and not self._head.audits:
            raise StoreError(
                f"The database user may not read everything in the knowledge base {self._address}; ask as its owner, "
                "or with roles (--as)."
            )
        self._set(roles="{}", auditor="on", role="none")

    def _put_on(self, wanted: tuple[str, ...]) -> None:
        roles = self._conn.execute("SELECT %s::text[]::text", [list(wanted)]).fetchone()
        self._set(roles=roles[0] if roles else "{}", auditor="", role=self._head.switch or "none")
        held = self._conn.execute("SELECT row_security_active(%s)", [f"{self._address.schema}.chunks"]).fetchone()
        if held != (True,):
            raise StoreError(
                f"Row-level security does not hold in the knowledge base {self._address}, so nothing is read for "
                "users; index it again to have the role made that reads for them."
            )

    def _set(self, *, roles: str, auditor: str, role: str) -> None:
        self._conn.execute(
            "SELECT set_config('role', %s, true), set_config('consilience.roles', %s, true), "
            "set_config('consilience.auditor', %s, true)",
            [role, roles, auditor],
        )
