/** Values for the path parameters of the OpenAPI document: existing objects in test mode of one workspace. */
import { encodeId } from '@countersign/contract/ids';
import { makeAnchors } from '@countersign/core/anchor/make-anchors';
import { duplicateDocument } from '@countersign/core/document/duplicate';
import type { FullDocument } from '@countersign/core/document/lock';
import { linkToken } from '@countersign/core/recipient/link';
import type { TestApi, TestWorkspace } from '../support/api.ts';
import { finalizedDraft, sentCopy } from '../support/documents.ts';
import { type Person, person } from '../support/people.ts';
import { samplePdf } from '../support/sample-pdf.ts';

export interface Things {
  /** The path with its parameters replaced by ids of new objects. */
  pathOf(template: string): Promise<string>;
}

/** Creates the factory. It throws for an unknown parameter. */
export async function makeThings(api: TestApi, mine: TestWorkspace, owner: Person): Promise<Things> {
  const ctx = { ...mine.ctx('test'), storage: api.storage };
  const source = await finalizedDraft(ctx);
  const template = await createTemplate(mine);
  const created = async (path: string, body: object) => (await mine.test.post(path, body)).body.id as string;
  let turn = 0;
  let webhook = '';
  let lastTemplate = template;
  let latest: FullDocument = source;
  // Alternates drafts and sent documents, each new, so that requests do not affect each other.
  const nextDocument = async () => {
    turn += 1;
    if (turn % 2 === 0) latest = await sentCopy(ctx, source);
    else latest = await duplicateDocument(ctx, encodeId('doc', source.id), {});
    return latest;
  };
  const things: Record<string, () => Promise<string>> = {
    doc_id: async () => encodeId('doc', (await nextDocument()).id),
    tpl_id: async () => {
      lastTemplate = (await mine.test.post(`/v1/templates/${template}/duplicate`)).body.id;
      return lastTemplate;
    },
    version: async () => '1',
    date: async () => {
      await makeAnchors({ ...api.deps, timestamper: null });
      return api.deps.now().toISOString().slice(0, 10);
    },
    // The file of a document of one PDF.
    file_id: async () => latest.id,
    direct_link_id: () => created(`/v1/templates/${lastTemplate}/direct-links`, {}),
    folder_id: () => created('/v1/folders', { name: 'Leases' }),
    key_id: () => created('/v1/keys', { name: 'Spare', mode: 'test' }),
    user_id: async () => (await person(api, mine, 'member')).userId,
    name: async () => 'mail.send',
    user_code: async () =>
      (await api.anonymous.post('/v1/device/code', { client: 'countersign' })).body.user_code,
    invitation_id: async () => {
      turn += 1;
      const email = `invited-${turn}@example.test`;
      return (await owner.post('/v1/console/invitations', { email })).body.id;
    },
    passkey_id: async () => {
      const id = crypto.randomUUID();
      await api.deps.db.passkey.create({
        data: {
          ...{ id, userId: owner.userId, credentialId: id, publicKey: new Uint8Array(1), counter: 0n },
          ...{ transports: [], isBackedUp: false, name: 'Laptop', createdAt: api.deps.now() },
        },
      });
      return id;
    },
    recipient_id: async () => latest.recipients[0]!.id,
    bulk_send_id: async () => {
      turn += 1;
      const rows = [{ recipients: [{ name: 'Tenant', email: 'tenant@example.test' }] }, { recipients: [] }];
      // Alternates a bulk send that can be dispatched and one with an invalid row.
      return created('/v1/bulk-sends', { template_id: template, rows: rows.slice(0, 1 + (turn % 2)) });
    },
    row_no: async () => '1',
    webhook_id: async () => {
      if (webhook) await mine.test.delete(`/v1/webhooks/${webhook}`);
      webhook = await created('/v1/webhooks', { url: 'https://93.184.215.14/hook' });
      return webhook;
    },
    delivery_id: async () => String((await mine.test.post(`/v1/webhooks/${webhook}/ping`)).body.id),
    token: async () => linkToken(api.deps.secrets, (await sentCopy(ctx, source)).recipients[0]!),
  };
  const directToken = async () => {
    const path = `/v1/templates/${template}/direct-links`;
    return new URL((await mine.test.post(path, {})).body.url).pathname.split('/').at(-1)!;
  };
  return {
    pathOf: async (given) => {
      let path = given;
      for (const [whole, name = ''] of given.matchAll(/\{([a-z_]+)\}/g)) {
        const thing = given.startsWith('/v1/direct-links/') ? directToken : things[name];
        if (!thing) throw new Error(`test/contract/things.ts has no value for {${name}} of ${given}`);
        path = path.replace(whole, await thing());
      }
      return path;
    },
  };
}

async function createTemplate(mine: TestWorkspace): Promise<string> {
  const answer = await mine.test.post('/v1/templates', {
    name: 'Lease',
    pdf_base64: Buffer.from(await samplePdf()).toString('base64'),
    recipients: [{ name: 'Tenant', email: 'tenant@example.test' }],
    fields: [
      { type: 'text', name: 'rent', page: 1, x: 0.1, y: 0.1, w: 0.3, h: 0.05, recipient_index: 0 },
      { type: 'signature', page: 1, x: 0.1, y: 0.3, w: 0.3, h: 0.05, recipient_index: 0 },
    ],
  });
  return answer.body.id;
}
