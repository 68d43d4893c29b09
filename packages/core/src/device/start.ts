/** POST /v1/device/code: a client requests a key (RFC 8628, section 3.1; docs/spec/decisions.md, section 7). */
import { isBlank } from '@countersign/contract/blank';
import type { DeviceCodeReq } from '@countersign/contract/device';
import { newId } from '@countersign/contract/ids';
import { isUniqueViolation } from '@countersign/db/errors';
import type { PersonCtx } from '../ctx.ts';
import { hashDeviceCode, macUserCode, newDeviceCode, newUserCode } from './codes.ts';

export const expiresSeconds = 900;
export const intervalSeconds = 5;
/** Two codes collide extremely rarely; this is enough to find a free one. */
const maxAttempts = 5;

export interface DeviceCodes {
  deviceCode: string;
  userCode: string;
}

/** Creates the two codes, which cannot be read again. They are worthless until a person approves the request. */
export async function startDevice(ctx: PersonCtx, input: DeviceCodeReq): Promise<DeviceCodes> {
  const now = ctx.now();
  for (let attempt = 1; ; attempt += 1) {
    const [deviceCode, userCode] = [newDeviceCode(), newUserCode()];
    try {
      await ctx.db.deviceAuthorization.create({
        data: {
          id: newId(),
          deviceCodeSha256: hashDeviceCode(deviceCode),
          userCodeMac: macUserCode(ctx.secrets, userCode),
          client: input.client,
          clientVersion: input.client_version || null,
          mode: input.mode,
          name: input.name && !isBlank(input.name) ? input.name.trim() : null,
          ip: ctx.ip,
          userAgent: ctx.userAgent,
          createdAt: now,
          expiresAt: new Date(now.getTime() + expiresSeconds * 1000),
          intervalSeconds,
        },
      });
      return { deviceCode, userCode };
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === maxAttempts) throw error;
    }
  }
}
