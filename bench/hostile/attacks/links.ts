/** Calls that occupy connections, read slowly, or probe for information about other people. */
import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { encodeId } from '@countersign/contract/ids';
import { linkToken } from '@countersign/core/recipient/link';
import { finalizedDraft, sentDocument, twoSigners } from '../../../test/support/documents.ts';
import { samplePdf } from '../../../test/support/sample-pdf.ts';
import { ctxOf } from '../../writers/prepare.ts';
import { type Attack, addressOf, repeat, send, type Target } from '../attack.ts';

/** One API key waits for events with many connections. */
export const eventFeeds: Attack = {
  name: 'event-feeds',
  description: '200 waiting calls of the event feed by one key',
  run: (target) =>
    repeat(target, 200, async () => {
      const { status } = await send(target, {
        method: 'GET',
        path: '/v1/events?after=latest&wait=30',
        key: target.liveKey,
      });
      if (status >= 400) await delay(500, undefined, { signal: target.signal }).catch(() => undefined);
    }),
};

/** One API key downloads a large file with many connections and does not read. */
export const slowReaders: Attack = {
  name: 'slow-readers',
  description: '100 downloads of a 40 MiB file by callers that do not read',
  prepare: async ({ base }, attacker) => {
    const file = Buffer.concat([Buffer.from(await samplePdf()), Buffer.alloc(40 * 1024 * 1024, '\n')]);
    const document = await finalizedDraft(ctxOf(base, attacker), twoSigners, file);
    return { id: encodeId('doc', document.id) };
  },
  run: (target) =>
    repeat(target, 100, async () => {
      target.count(await unread(target, `/v1/documents/${target.prepared.id}/download`));
      await delay(500, undefined, { signal: target.signal }).catch(() => undefined);
    }),
};

/** Requests the path and never reads the response. Resolves when the connection is closed or the time is over. */
function unread(target: Target, path: string): Promise<string> {
  return new Promise((resolve) => {
    let status = 'cut off';
    const request = get(
      `${target.api}${path}`,
      { agent: false, headers: { Authorization: `Bearer ${target.liveKey}` } },
      (response) => {
        status = String(response.statusCode);
        response.pause();
        response.on('error', () => undefined);
        if (response.statusCode !== 200) request.destroy();
      },
    );
    request.on('error', () => undefined);
    const stop = () => request.destroy();
    target.signal.addEventListener('abort', stop, { once: true });
    request.once('close', () => {
      target.signal.removeEventListener('abort', stop);
      resolve(status);
    });
  });
}

/** The holder of a signing link tries to find out who the other recipients are. */
export const reassignProbing: Attack = {
  name: 'reassign-probing',
  description: '/reassign of one link to another recipient and to strangers, from 250 addresses, 16 at once',
  prepare: async ({ base }, attacker) => {
    const document = await sentDocument(ctxOf(base, attacker));
    return { token: linkToken(base.secrets, document.recipients[0]!), other: document.recipients[1]!.email };
  },
  run: async (target) => {
    const { token, other } = target.prepared;
    await repeat(target, 16, async (number) => {
      const email = number % 2 ? other : `stranger-${number}@example.test`;
      const { status } = await send(target, {
        path: `/v1/signing/${token}/reassign`,
        body: JSON.stringify({ name: 'Somebody', email }),
        address: addressOf(number % 250),
      });
      if (status === 429) await delay(100);
    });
  },
};
