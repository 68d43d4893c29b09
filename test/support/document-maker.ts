/** A live workspace, and documents of it in each state, made through the API. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentUuid } from '@countersign/core/document/lock';
import { createSealKeys } from '@countersign/core/seal/keys';
import { sealDocument } from '@countersign/core/seal/seal-document';
import { expect } from '@jest/globals';
import type { Client, TestApi, TestWorkspace } from './api.ts';
import { signAs } from './documents.ts';

export const signature = (recipient_index: number, extra: object = {}) => ({
  type: 'signature',
  page: 1,
  x: 0.1,
  y: 0.6 + recipient_index * 0.1,
  w: 0.3,
  h: 0.05,
  recipient_index,
  ...extra,
});
export const people = [
  { name: 'Ada', email: 'Ada@Example.test' },
  { name: "Seán O'Brien 🖋", email: 'sean@example.test' },
];
/** Everything that a document needs except its PDF. */
export const whole = { title: 'Lease', recipients: people, fields: [signature(0), signature(1)] };

/** Makes documents with the live key of a workspace, and with `pdf`, unless something else is given. */
export function documentMaker({
  api,
  workspace,
  pdf,
}: {
  api: TestApi;
  workspace: TestWorkspace;
  pdf: Buffer;
}) {
  async function create(client: Client = workspace.live, body: object = whole): Promise<string> {
    const created = await client.post('/v1/documents', body);
    expect(created.status).toBe(201);
    return created.body.id;
  }

  const put = (client: Client, id: string, bytes: Buffer = pdf) =>
    client.put(`/v1/documents/${id}/content`).set('Content-Type', 'application/pdf').send(bytes);

  async function finalized(client: Client = workspace.live, body: object = whole): Promise<string> {
    const id = await create(client, body);
    expect((await put(client, id)).status).toBe(204);
    expect((await client.post(`/v1/documents/${id}/finalize`)).status).toBe(200);
    return id;
  }

  async function sent(client: Client = workspace.live): Promise<string> {
    const id = await finalized(client);
    expect((await client.post(`/v1/documents/${id}/send`)).body).toEqual({ id, status: 'sent' });
    return id;
  }

  async function completed(seal: boolean): Promise<string> {
    const id = await sent();
    const base = { ...api.deps, storage: api.storage };
    const uuid = documentUuid(id);
    const document = await api.deps.db.document.findUniqueOrThrow({
      where: { id: uuid },
      include: { recipients: true, fields: true, files: true },
    });
    for (const recipient of document.recipients) await signAs(base, document, recipient);
    if (!seal) return id;
    const dataDir = await mkdtemp(join(tmpdir(), 'countersign-keys-'));
    const sealKeys = createSealKeys({ dataDir, log: api.deps.log });
    await sealDocument({ ...base, sealKeys, timestamper: null }, { documentId: uuid, requestId: 'test' });
    await rm(dataDir, { recursive: true });
    return id;
  }

  return { create, put, finalized, sent, completed };
}
