/** The webhooks of the demo: a real HTTP server receives the journey's events and verifies each signature. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookCreated, WebhookEvent } from '@countersign/contract/webhook';
import { timeLimitMs } from './demo-journey.ts';

export interface DemoWebhooks {
  /** Waits for the document's last event and prints what was received. Throws if an event is missing or a signature is wrong. */
  report(documentId: string): Promise<void>;
  /** Deletes the webhook and stops the server. */
  close(): Promise<void>;
}

/** Starts a receiver on a free port and creates a webhook for it with the key. */
export async function receiveWebhooks(options: {
  apiUrl: string;
  key: string;
  say: (line: string) => void;
}): Promise<DemoWebhooks> {
  const { apiUrl, key, say } = options;
  const events: WebhookEvent[] = [];
  const checks = new Set<() => void>();
  let secret = '';
  let forged = 0;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    if (isSigned(body, String(request.headers['x-service-signature']), secret))
      events.push(JSON.parse(body.toString()));
    else forged += 1;
    response.writeHead(204).end();
    for (const check of checks) check();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/countersign`;
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const made = await fetch(`${apiUrl}/v1/webhooks`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ url }),
  });
  if (made.status !== 201) throw new Error(`the webhook was answered ${made.status}: ${await made.text()}`);
  const webhook = (await made.json()) as WebhookCreated;
  secret = webhook.secret;

  const isOver = (id: string) =>
    forged > 0 || events.some(({ document, type }) => document === id && type === 'document.sealed');
  return {
    report: async (documentId) => {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('the last webhook did not arrive')), timeLimitMs);
        const check = () => {
          if (!isOver(documentId)) return;
          clearTimeout(timer);
          checks.delete(check);
          resolve();
        };
        checks.add(check);
        check();
      });
      if (forged > 0) throw new Error(`${forged} webhooks had a wrong signature`);
      const own = events
        .filter(({ document }) => document === documentId)
        .sort((a, b) => a.data.seq - b.data.seq);
      const types = own.map(({ type }) => type.replace('document.', ''));
      say(
        `8. Webhooks: ${own.length} events came to ${url}, each with a valid signature: ${types.join(', ')}.`,
      );
    },
    close: async () => {
      await fetch(`${apiUrl}/v1/webhooks/${webhook.id}`, { method: 'DELETE', headers });
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Like docs/snippets/verify-webhook.mjs. */
function isSigned(body: Buffer, header: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest();
  return header.split(',').some((part) => {
    const hex = /^v1=([0-9a-f]{64})$/.exec(part)?.[1];
    return hex !== undefined && timingSafeEqual(Buffer.from(hex, 'hex'), expected);
  });
}
