# Verifies a delivery. `body` is the raw body as received (bytes), before any JSON parser has touched it.
import hashlib
import hmac


def verify_webhook(body: bytes, signature_header: str, secret: str) -> bool:
    expected = "v1=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    # Compared as bytes, because compare_digest throws for texts that are not ASCII.
    # Two values during a rotation of the secret: v1=<new>,v1=<old>. One that fits is enough.
    return any(
        hmac.compare_digest(part.strip().encode(), expected.encode())
        for part in (signature_header or "").split(",")
    )
