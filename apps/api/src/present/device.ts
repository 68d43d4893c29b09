/** Converts device requests to the shapes of the device flow (docs/spec/interface.md, Device flow shapes). */
import type { DeviceCodeOut, DeviceRequestOut, DeviceTokenOut } from '@countersign/contract/device';
import type { DeviceRequest } from '@countersign/core/device/decide';
import type { IssuedDeviceKey } from '@countersign/core/device/exchange';
import { type DeviceCodes, expiresSeconds, intervalSeconds } from '@countersign/core/device/start';

/** The response to a client that starts the flow. */
export function presentCodes({ deviceCode, userCode }: DeviceCodes, publicUrl: string): DeviceCodeOut {
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: `${publicUrl}/device`,
    verification_uri_complete: `${publicUrl}/device?code=${userCode}`,
    expires_in: expiresSeconds,
    interval: intervalSeconds,
  };
}

/** The response to the exchange, the only one that contains the key. */
export function presentIssuedKey({ key, row, workspaceSlug }: IssuedDeviceKey): DeviceTokenOut {
  return {
    api_key: key,
    key_id: row.id,
    display: row.display,
    mode: row.mode,
    name: row.name,
    tenant_slug: workspaceSlug,
  };
}

/** What the person sees before approving or denying. */
export function presentDeviceRequest(device: DeviceRequest): DeviceRequestOut {
  return {
    user_code: device.userCode,
    client: device.client,
    client_version: device.clientVersion,
    mode: device.mode,
    name: device.name,
    ip: device.ip,
    created_at: device.createdAt.toISOString(),
    expires_at: device.expiresAt.toISOString(),
  };
}
