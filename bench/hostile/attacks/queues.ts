/** Long queues of one workspace. */

import { encodeId } from '@countersign/contract/ids';
import { createTemplate } from '@countersign/core/template/create';
import { finalizedDraft, sentCopy, signAs } from '../../../test/support/documents.ts';
import { samplePdf } from '../../../test/support/sample-pdf.ts';
import { newTemplate } from '../../../test/support/template-input.ts';
import { ctxOf } from '../../writers/prepare.ts';
import { type Attack, send, untilOver } from '../attack.ts';

/** One workspace has thousands of waiting rows, emails and seals. */
export const longQueues: Attack = {
  name: 'long-queues',
  description: 'a bulk send of 10,000 rows, their mails, and 300 seals waiting',
  prepare: async ({ base, parts }, attacker, { isShort }) => {
    const ctx = ctxOf(base, attacker);
    const draft = await finalizedDraft(ctx);
    const seal = parts.find(({ name }) => name === 'worker-seal')!;
    // The worker is suspended while the seals are enqueued. Otherwise it would process them as fast as they arrive.
    process.kill(seal.service.pid, 'SIGSTOP');
    try {
      for (let count = 0; count < (isShort ? 20 : 300); count += 1) {
        const document = await sentCopy(ctx, draft);
        for (const recipient of document.recipients) await signAs(base, document, recipient);
      }
    } finally {
      process.kill(seal.service.pid, 'SIGCONT');
    }
    const template = await createTemplate(
      ctx,
      newTemplate({
        name: 'Letter',
        pdf_base64: Buffer.from(await samplePdf()).toString('base64'),
        recipients: [{ name: 'Reader', email: 'reader@example.test' }],
        fields: [{ type: 'signature', page: 1, x: 0.1, y: 0.1, w: 0.3, h: 0.05, recipient_index: 0 }],
      }),
    );
    return { templateId: encodeId('tpl', template.id) };
  },
  run: async (target) => {
    const key = target.liveKey;
    const rows = Array.from(
      { length: target.isShort ? 500 : 10_000 },
      (_, at) => `Person ${at},p${at}@bulk.test`,
    );
    const created = await send(target, {
      path: `/v1/bulk-sends?template_id=${target.prepared.templateId}`,
      key,
      type: 'text/csv',
      body: `name,email\n${rows.join('\n')}\n`,
    });
    if (created.status !== 201) return untilOver(target);
    const { id } = JSON.parse(created.body) as { id: string };
    for (;;) {
      const { status } = await send(target, { path: `/v1/bulk-sends/${id}/dispatch`, key });
      if (status < 300 || target.signal.aborted) break;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    await untilOver(target);
  },
};
