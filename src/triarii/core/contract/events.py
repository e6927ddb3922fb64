"""What happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from triarii.core.contract.seats import Eye
from triarii.core.contract.values import Plain
from triarii.core.texts import Message


@dataclass(frozen=True)
class Event:
    """One thing that happened, for animation, commentary and reports."""

    kind: str
    """Names the message: `event.` + kind; for an eye that lacks a secret field: `event.` + kind + `_unseen`."""
    fields: Mapping[str, Plain | Sequence[Plain]]
    secret: Mapping[str, Eye] = field(default_factory=dict)
    """Fields that only one eye may see; all others are open."""

    def seen_by(self, eye: Eye) -> Event:
        """This event with what the eye may know, built by adding."""
        if not self.secret:
            return self
        allowed = {name: value for name, value in self.fields.items() if self.secret.get(name, eye) == eye}
        if len(allowed) == len(self.fields):
            return Event(self.kind, allowed)
        return Event(f"{self.kind}_unseen", allowed)

    @property
    def message(self) -> Message:
        return Message(f"event.{self.kind}", self.fields)

    def names(self, field_name: str) -> list[str]:
        """The names that a field lists, such as the squares of a path."""
        listed = self.fields[field_name]
        assert not isinstance(listed, int | str), f"{field_name} of {self.kind} is no list"
        return [str(name) for name in listed]
