/** Webhook endpoints that do not answer. */
import { type Attack, repeat, send } from '../attack.ts';

/** One workspace has 50 endpoints that hang or are slow, and creates events for all of them. */
export const hangingWebhooks: Attack = {
  name: 'hanging-webhooks',
  description:
    '25 webhook endpoints that never answer and 25 that take 9 s, for up to 50 events a second each',
  prepare: async ({ hangingWebhook, slowWebhook }) => ({ urls: [hangingWebhook, slowWebhook] }),
  run: async (target) => {
    const key = target.testKey;
    const urls = target.prepared.urls as string[];
    for (let at = 0; at < 50; at += 1)
      await send(target, { path: '/v1/webhooks', key, body: JSON.stringify({ url: urls[at % 2] }) });
    const recipients = [{ name: 'Ada', email: 'ada@attack.test' }];
    const body = JSON.stringify({ title: 'Events', recipients });
    await repeat(target, 4, () => send(target, { path: '/v1/documents', key, body }));
  },
};
