"""The errors of a call: an error response, or no response."""

from __future__ import annotations

import email.utils
import re
import time
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, cast

from .types import ValidationError


# How many validation errors a message names.
_NAMED_ERRORS = 3


class CountersignError(Exception):
    """What every call raises."""


class UnreachableError(CountersignError):
    """No response: the service cannot be reached, the connection was lost, or the time limit passed."""


class ApiError(CountersignError):
    """An error response.

    Compare ``slug``, for example ``"not-found"``. It is None if the response was not a problem document (RFC 9457), for example
    because a proxy sent it. ``members`` is the whole problem document: ``current``, ``allowed``, ``problems`` and so on.
    """

    def __init__(self, status: int, headers: Mapping[str, str], members: dict[str, Any]) -> None:
        title = members.get("title")
        detail = members.get("detail")
        self.status = status
        self.title: str = title if isinstance(title, str) else _phrase(status)
        self.detail: str | None = detail if isinstance(detail, str) else None
        self.errors: list[ValidationError] = _validation_errors(detail)
        self.slug: str | None = _slug(members.get("type"))
        self.docs_url: str | None = _text(members.get("docs_url"))
        self.request_id: str | None = headers.get("x-request-id")
        self.retry_after_seconds = retry_after_seconds(headers.get("retry-after"))
        self.members = members
        reason = self.detail or _errors_text(self.errors)
        text = f"{self.title}: {reason}" if reason else self.title
        super().__init__(f"{text} (request id {self.request_id})" if self.request_id else text)


def retry_after_seconds(value: str | None) -> float | None:
    """The seconds of ``Retry-After``, which has two forms (RFC 9110, 10.2.3); None without the header."""
    if not value:
        return None
    if re.fullmatch(r"[0-9]{1,9}", value.strip()):
        return float(value)
    try:
        at = email.utils.parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, at.timestamp() - time.time())


def _validation_errors(detail: Any) -> list[ValidationError]:
    """The validation errors of a problem, without what a proxy may have sent."""
    if not isinstance(detail, list):
        return []
    return [cast(ValidationError, one) for one in detail if _is_validation_error(one)]


def _is_validation_error(one: Any) -> bool:
    return isinstance(one, dict) and isinstance(one.get("loc"), list) and isinstance(one.get("msg"), str)


def _errors_text(errors: list[ValidationError]) -> str:
    """The first errors, each with its place; '' without errors."""
    first = [f"{'.'.join(map(str, error['loc']))}: {error['msg']}" for error in errors[:_NAMED_ERRORS]]
    rest = len(errors) - len(first)
    return "; ".join(first) + (f" (+{rest} more)" if rest > 0 else "")


def _slug(value: Any) -> str | None:
    match = re.fullmatch(r"/problems/([a-z0-9-]+)", value) if isinstance(value, str) else None
    return match[1] if match else None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return f"HTTP status {status}"
