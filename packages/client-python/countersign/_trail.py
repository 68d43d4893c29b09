"""Puts the pages of an audit trail together."""

from __future__ import annotations

from .types import EventOut


class Trail:
    """The trail so far. ``position`` is the number of the event after which to read the next page, and None at the end.

    If personal data was erased between two pages, reading starts again, so that the result is consistent and can be verified.
    """

    PAGE_SIZE = 1000

    def __init__(self, after: int) -> None:
        self.events: list[EventOut] = []
        self.position: int | None = after
        self._after = after
        self._erasures = 0

    def add(self, page: list[EventOut]) -> None:
        self.events.extend(page)
        if len(page) == self.PAGE_SIZE:
            self.position = page[-1]["seq"]
            return
        erasures = sum(event["event_type"] == "envelope.erased" for event in self.events)
        if len(self.events) < self.PAGE_SIZE or erasures == self._erasures:
            self.position = None
            return
        self._erasures = erasures
        self.events = []
        self.position = self._after
