"""The typed client of the Countersign API."""

from . import types
from ._client import AsyncCountersign, Countersign
from ._errors import ApiError, CountersignError, UnreachableError
from ._request import Content, File
from ._retries import Retry
from ._webhook import verify_webhook

__all__ = [
    "ApiError",
    "AsyncCountersign",
    "Content",
    "Countersign",
    "CountersignError",
    "File",
    "Retry",
    "UnreachableError",
    "types",
    "verify_webhook",
]
