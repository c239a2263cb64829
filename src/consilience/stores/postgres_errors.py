"""What PostgreSQL says when something is wrong, as one sentence that says what and where."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors

from consilience.stores.contract import StoreError
from consilience.stores.postgres_address import Address

_DAMAGED = "The knowledge base {kb} is damaged ({said}); index its documents anew into another schema."

# Kinds of errors that have a sentence of their own.
_SAID: tuple[tuple[type[psycopg.Error], str], ...] = (
    (errors.InsufficientPrivilege, "The database user may not do this with the knowledge base {kb}: {said}."),
    (errors.QueryCanceled, "The server stopped a query on the knowledge base {kb}: {said}."),
    (errors.DiskFull, "The server's disk is full; the knowledge base {kb} is as it was."),
    (errors.ReadOnlySqlTransaction, "The knowledge base {kb} cannot be written: the server is read-only."),
    (errors.ProgramLimitExceeded, "The knowledge base {kb} cannot hold a name or text that is so long: {said}."),
    (errors.UndefinedTable, _DAMAGED),
    (errors.UndefinedColumn, _DAMAGED),
)
_REST = "The database refused a query on the knowledge base {kb}: {said}."
_LOST = "The connection to the knowledge base {kb} was lost; try again when the server answers."
_LOST_STATES = ("08", "57P0")  # how the codes of PostgreSQL begin; without a code, the client lost it

# Of what libpq says when no connection is made (PostgreSQL gives no code for these), the parts that tell why.
_REFUSED = (
    ("password authentication failed", "the user name or the password is wrong"),
    ("no password supplied", "a password is needed (in the address, PGPASSWORD or ~/.pgpass)"),
    ("does not exist", "there is no such database or user"),
    ("could not translate host name", "the host is not known"),
    ("too many clients", "the server has no connection left"),
    ("remaining connection slots", "the server has no connection left"),
    ("no pg_hba.conf entry", "the server does not let this user in from here"),
    ("starting up", "the server is starting or shutting down"),
    ("shutting down", "the server is starting or shutting down"),
)


@contextmanager
def plain_errors(address: Address) -> Iterator[None]:
    """An error of PostgreSQL inside becomes a StoreError."""
    try:
        yield
    except psycopg.Error as error:
        raise sentence(error, address) from error


def sentence(error: psycopg.Error, address: Address) -> StoreError:
    form = next((form for kind, form in _SAID if isinstance(error, kind)), _LOST if _lost(error) else _REST)
    said = error.diag.message_primary or str(error).partition("\n")[0]
    return StoreError(form.format(kb=address, said=said.rstrip(".")))


def _lost(error: psycopg.Error) -> bool:
    if error.sqlstate is None:
        return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
    return error.sqlstate.startswith(_LOST_STATES)


def unreachable(error: Exception, address: Address) -> StoreError:
    """The sentence for a connection that could not be made."""
    said = str(error)
    why = next((why for part, why in _REFUSED if part in said), "the server does not answer")
    return StoreError(f"The {address.place} cannot be reached: {why}.")
