/**
 * Approval by a person, with the device flow (RFC 8628). The service shows the person what is to be done, and issues a key when they
 * approve. The key is used for this one action and then revoked. In live mode, the tools send and void only with such a key.
 */
import type { Client } from '@countersign/client/client';
import { ApiError } from '@countersign/client/errors';
import type { DeviceCodeOut } from '@countersign/client/generated/api';
import { FailedError } from '../exit-status.ts';

/** The most approvals that can be pending at the same time. */
const maxWaiting = 20;
/** Longest name of a key. */
const nameLength = 100;

export interface Approvals {
  /**
   * Requests approval of `what`, or runs `act` with the approved key. Returns the result of `act`, or a text that says where to
   * approve. The approval is valid once, for 15 minutes, and only for the same `what` and `facts`. Throws FailedError if it has expired,
   * and if it was denied, also for further calls within the 15 minutes.
   */
  withApproval<T>(
    what: string,
    facts: unknown,
    act: (client: Client) => Promise<T>,
  ): Promise<{ done: T } | { waiting: string }>;
}

interface Waiting {
  codes: DeviceCodeOut;
  /** Earliest time of the next poll. */
  nextAt: number;
  /** Nobody can approve it after this time. */
  endsAt: number;
  isRefused: boolean;
}

/** `openClient` makes a client with a key, or without one for null. `workspace` is the slug of the workspace that must approve. */
export function createApprovals(
  openClient: (apiKey: string | null) => Client,
  { version, workspace, now = Date.now }: { version: string; workspace: string; now?: () => number },
): Approvals {
  const waiting = new Map<string, Waiting>();
  const anonymous = openClient(null);

  async function request(id: string, what: string): Promise<string> {
    for (const [other, { endsAt }] of waiting) if (now() >= endsAt) waiting.delete(other);
    if (waiting.size >= maxWaiting)
      throw new FailedError('Too many approvals are waiting. Wait until they expire.');
    const codes = await anonymous.post('/v1/device/code', {
      body: {
        client: 'countersign-mcp',
        client_version: version,
        mode: 'live',
        name: what.length > nameLength ? `${what.slice(0, nameLength - 1).toWellFormed()}…` : what,
      },
    });
    const nextAt = now() + codes.interval * 1000;
    waiting.set(id, { codes, nextAt, endsAt: now() + codes.expires_in * 1000, isRefused: false });
    return instruction(codes);
  }

  return {
    withApproval: async (what, facts, act) => {
      const id = JSON.stringify([what, facts]);
      const found = waiting.get(id);
      if (!found || (found.isRefused && now() >= found.endsAt)) return { waiting: await request(id, what) };
      // A refusal is final while the approval would have been valid, so that an assistant cannot ask until a person gives in.
      if (found.isRefused) throw refusal();
      if (now() < found.nextAt) return { waiting: instruction(found.codes) };
      const token = await pollOnce(anonymous, found.codes).catch((error: unknown) => {
        waiting.delete(id);
        throw error;
      });
      if (token === 'refused') {
        found.isRefused = true;
        throw refusal();
      }
      if (token === null) {
        found.nextAt = now() + found.codes.interval * 1000;
        return { waiting: instruction(found.codes) };
      }
      waiting.delete(id);
      const client = openClient(token.api_key);
      try {
        if (token.mode !== 'live' || token.tenant_slug !== workspace)
          throw new FailedError(`The approval was for another workspace than ${workspace}.`);
        return { done: await act(client) };
      } finally {
        await client.post('/v1/keys/{key_id}/revoke', { params: { path: { key_id: token.key_id } } });
      }
    },
  };
}

const instruction = ({ user_code, verification_uri_complete }: DeviceCodeOut) =>
  `A person must approve this. Ask them to open ${verification_uri_complete} and to compare the code ${user_code}. Then call this tool again with the same arguments.`;

const refusal = () => new FailedError('The person refused.');

/** The approved key, `refused`, or null while nobody has decided. */
async function pollOnce(client: Client, { device_code }: DeviceCodeOut) {
  try {
    return await client.post('/v1/device/token', { body: { device_code } });
  } catch (error) {
    const slug = error instanceof ApiError ? error.slug : null;
    if (slug === 'authorization-pending' || slug === 'slow-down') return null;
    if (slug === 'access-denied') return 'refused';
    if (slug === 'expired-token')
      throw new FailedError('Nobody approved in time. Call the tool again to ask once more.');
    throw error;
  }
}
