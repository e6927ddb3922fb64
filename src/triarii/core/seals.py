"""Seals: a server signs the end of a record with its key, so that whoever knows the key notices any later change.

The signature covers the last link of the chain, and with it every line of the record. Only this module needs the
package `cryptography`, and takes it late: no other command pays for it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from triarii.core import records
from triarii.core.contract import Refusal
from triarii.core.records import Record, Seal

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

SEAL = b"triarii-seal-1\0"
"""Versions what is signed."""
ALGORITHM = "Ed25519"


@dataclass(frozen=True)
class SealingKey:
    """The key of a server. Its private half never leaves this object but as the bytes of its file."""

    private: Ed25519PrivateKey

    @property
    def public(self) -> str:
        """What others check seals with, in hexadecimal."""
        return self.private.public_key().public_bytes_raw().hex()

    def sealed(self, record: Record) -> Record:
        """A finished game with the seal under it."""
        assert record.end is not None, "only what is over can be sealed"
        assert record.header.format >= records.SEALED_SINCE, "older formats have no seal"
        signature = self.private.sign(_signed(record))
        return replace(record, seal=Seal(self.public, signature.hex()))

    def pem(self) -> bytes:
        """As it is kept in a file: PKCS8, not encrypted."""
        from cryptography.hazmat.primitives import serialization as written

        return self.private.private_bytes(written.Encoding.PEM, written.PrivateFormat.PKCS8, written.NoEncryption())


def new_key() -> SealingKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return SealingKey(Ed25519PrivateKey.generate())


def read_key(pem: bytes) -> SealingKey | None:
    """The key that a file holds; None if it holds none of our kind."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        found = load_pem_private_key(pem, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):  # damaged; locked by a password; of a kind unknown to it
        return None
    return SealingKey(found) if isinstance(found, Ed25519PrivateKey) else None


def fault(record: Record, expected: str = "") -> Refusal | None:
    """What is wrong with the seal of a record; with the `expected` public key of a server, it has to be that one's.

    Without, a record may lack a seal, and one that it has must fit the key that stands beside it.
    """
    seal = record.seal
    if seal is None:
        return Refusal("seal.missing") if expected else None
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        return Refusal("seal.no_package")
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(seal.key)).verify(
            bytes.fromhex(seal.signature), _signed(record)
        )
    except (InvalidSignature, ValueError):
        return Refusal("seal.false")
    return Refusal("seal.other_key", params={"key": seal.key}) if expected not in ("", seal.key) else None


def _signed(record: Record) -> bytes:
    return SEAL + records.last_link(record)
