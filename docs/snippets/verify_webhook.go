// Verifies a delivery. body is the raw body as received, before any JSON parser has touched it.
package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

func VerifyWebhook(body []byte, signatureHeader, secret string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	expected := "v1=" + hex.EncodeToString(mac.Sum(nil))
	// Two values during a rotation of the secret: v1=<new>,v1=<old>. One that fits is enough.
	for _, part := range strings.Split(signatureHeader, ",") {
		if hmac.Equal([]byte(strings.TrimSpace(part)), []byte(expected)) {
			return true
		}
	}
	return false
}
