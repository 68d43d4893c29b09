"""Verifies that a webhook delivery comes from the service."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
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
    rotated, the headers have two signatures and one of them must be valid. The header ``webhook-signature`` of Standard Webhooks is
    verified if it is there, because it also covers the id and the time; otherwise ``X-Service-Signature``. A delivery whose
    ``webhook-timestamp`` is more than five minutes off is refused, because it may be a replay. An event of a bulk send has
    ``bulk_send`` in place of ``document``; a test ping has neither, and no ``data``.
    """
    values = {name.lower(): value for name, value in headers.items()}
    timestamp = values.get("webhook-timestamp")
    if timestamp is not None and not _is_recent(timestamp, time.time() if now is None else now):
        return None
    data = body.encode() if isinstance(body, str) else body
    standard = values.get("webhook-signature")
    if standard is None:
        expected = hmac.new(secret.encode(), data, hashlib.sha256).hexdigest()
        signatures = _signatures(values.get("x-service-signature", ""), ",", "v1=")
    else:
        try:
            key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
        except ValueError:
            return None
        if not key:
            return None
        content = f"{values.get('webhook-id')}.{timestamp}.".encode() + data
        expected = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
        signatures = _signatures(standard, " ", "v1,")
    if any(hmac.compare_digest(signature, expected) for signature in signatures):
        return cast("WebhookEvent | BulkSendEvent", json.loads(data))
    return None


def _signatures(header: str, separator: str, version: str) -> list[str]:
    parts = [part.strip() for part in header.split(separator)]
    return [part.removeprefix(version) for part in parts if part.startswith(version) and part.isascii()]


def _is_recent(timestamp: str, now: float) -> bool:
    try:
        return abs(now - float(timestamp)) <= TOLERANCE_SECONDS
    except ValueError:
        return False
