"""Verifies that a webhook delivery comes from the service."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping
from typing import cast

from .types import BulkSendEvent, WebhookEvent

TOLERANCE_SECONDS = 300


def verify_webhook(
    body: bytes | str, headers: Mapping[str, str], secret: str, *, now: float | None = None
) -> WebhookEvent | BulkSendEvent | None:
    """The event of a delivery with a valid signature, otherwise None.

    ``body`` must be the raw body: if it is parsed and serialized again, the signature no longer matches. While a secret is being
    rotated, the header has two signatures and one of them must be valid. A delivery whose ``webhook-timestamp`` is more than five
    minutes off is refused, because it may be a replay. An event of a bulk send has ``bulk_send`` in place of ``document``; a test ping
    has neither, and no ``data``.
    """
    values = {name.lower(): value for name, value in headers.items()}
    timestamp = values.get("webhook-timestamp")
    if timestamp is not None and not _is_recent(timestamp, time.time() if now is None else now):
        return None
    data = body.encode() if isinstance(body, str) else body
    expected = hmac.new(secret.encode(), data, hashlib.sha256).hexdigest()
    for part in values.get("x-service-signature", "").split(","):
        match = re.fullmatch(r"\s*v1=([0-9a-f]{64})\s*", part)
        if match and hmac.compare_digest(match[1], expected):
            return cast("WebhookEvent | BulkSendEvent", json.loads(data))
    return None


def _is_recent(timestamp: str, now: float) -> bool:
    try:
        return abs(now - float(timestamp)) <= TOLERANCE_SECONDS
    except ValueError:
        return False
