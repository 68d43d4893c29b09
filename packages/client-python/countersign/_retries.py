"""When a call is repeated, and how long it waits before."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ._errors import ApiError, CountersignError

PASSING = frozenset({429, 502, 503, 504})
"""Statuses after which the same request may succeed later: too many requests, or the service is temporarily down."""


@dataclass(frozen=True)
class Retry:
    """``attempt`` is 1 for the first retry. ``status`` is None if there was no response."""

    attempt: int
    wait_seconds: float
    status: int | None


@dataclass(frozen=True)
class RetryRules:
    """How often a call is repeated, and the longest ``Retry-After`` that it waits for."""

    retries: int
    longest_wait_seconds: float
    on_retry: Callable[[Retry], None] | None

    def attempts(self) -> Iterator[int]:
        """The numbers of the attempts, from 1. After the last one, ``wait_after`` raises."""
        return iter(range(1, self.retries + 2))

    def wait_after(self, error: CountersignError, attempt: int) -> float:
        """The seconds to wait before the next attempt. Raises the error if there is none.

        The wait is that of ``Retry-After``, or else half a second, doubled each time.
        """
        answer = error if isinstance(error, ApiError) else None
        if answer and answer.status not in PASSING and answer.slug != "idempotency-in-progress":
            raise error
        asked = answer.retry_after_seconds if answer else None
        wait: float = 0.5 * 2 ** (attempt - 1) * random.uniform(0.75, 1.25) if asked is None else asked
        if attempt > self.retries or wait > self.longest_wait_seconds:
            raise error
        if self.on_retry:
            self.on_retry(Retry(attempt, wait, answer.status if answer else None))
        return wait
