/**
 * The limit for bench/load: the same eight requests, two mails and one seal over bare node:http and pg, in one process. It writes the
 * same rows with the same durability, computes the same hashes, and stores the same files; transactions are two batches of prepared,
 * pipelined statements. It leaves out the actual work and its safeguards: validation, the inspection of the PDF, `sealPdf`,
 * rendering of mails, logs, retries and limits other than the rate limit.
 */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { GENESIS_HASH } from '@countersign/contract/audit-hash';
import { decodeId, encodeId, newId } from '@countersign/contract/ids';
import { type ChainHead, continueChain, type NewEvent } from '@countersign/core/event/chain';
import { hashKey } from '@countersign/core/key/format';
import { linkToken, recipientIdOf } from '@countersign/core/recipient/link';
import { createSecrets } from '@countersign/core/secrets';
import pg from 'pg';

const { DATABASE_URL, STORAGE_DIR, SMTP_PORT, SECRET_KEY, PORT } = process.env as Record<string, string>;
const secrets = createSecrets(SECRET_KEY!);
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10, pipeline: true } as pg.PoolConfig);
/** What sealing adds to the file: the certificate of completion and the signature. */
const sealBytes = randomBytes(60_000);

const names = new Map<string, string>();

/** A statement that the connection prepares by name. */
function prepared(text: string, values: unknown[] = []) {
  const name = names.get(text) ?? `bare_${names.size}`;
  names.set(text, name);
  return { name, text, values };
}

type Statement = ReturnType<typeof prepared>;

/** Columns of the statements below; each statement returns some of them. */
interface Row {
  id: string;
  workspace_id: string;
  team_id: string;
  mode: 'live' | 'test';
  content_sha256: string;
  original_sha256: string;
  seq: number;
  hash: string;
  recipient: string;
  recipient_id: string;
  document_id: string;
  field: string;
  type: string;
  name: string;
  email: string;
  link_version: number;
  to_name: string;
  to_address: string;
  title: string;
  workspace: string;
  data: { mail_id: string; document_id: string };
}

/** The first row, if there is one. */
async function query(statement: Statement): Promise<Row> {
  return (await pool.query(statement)).rows[0];
}

/** One transaction: locks and reads in one batch, writes and commits in the next. */
async function change(reads: Statement[], write: (...rows: Row[]) => Statement[]): Promise<Row[]> {
  const client = await pool.connect();
  try {
    const [, ...found] = await Promise.all([client.query('BEGIN'), ...reads.map((one) => client.query(one))]);
    const rows = found.map((one) => one.rows[0]);
    await Promise.all([...write(...rows).map((one) => client.query(one)), client.query('COMMIT')]);
    return rows;
  } finally {
    client.release();
  }
}

/** The key, its workspace and the rate limit, in one statement. */
const authenticated = (key: string) =>
  prepared(
    `WITH k AS MATERIALIZED (SELECT k.id, k.mode, k.workspace_id, t.id AS team_id FROM api_key k
       JOIN team t ON t.workspace_id = k.workspace_id WHERE key_sha256 = $1 AND revoked_at IS NULL),
     taken AS (INSERT INTO rate_bucket AS b (id, tokens, updated_at) SELECT workspace_id::text, 1e6, clock_timestamp() FROM k
       ON CONFLICT (id) DO UPDATE SET tokens = least(1e6, b.tokens + 1e6) - 1, updated_at = clock_timestamp() RETURNING tokens)
     SELECT k.*, taken.tokens FROM k, taken`,
    [Buffer.from(hashKey(key))],
  );

/** The document's row lock, with what the next event needs. */
const locked = (id: string) =>
  prepared(
    `SELECT id, workspace_id, mode, chain_seq AS seq, chain_head AS hash, content_bytes FROM document WHERE id = $1 FOR NO KEY UPDATE`,
    [id],
  );
const partsOf = (id: string) =>
  prepared(
    `SELECT r.id AS recipient, r.name, r.email, r.status, r.link_version, f.id AS field, f.type FROM recipient r
     JOIN field f ON f.recipient_id = r.id WHERE r.document_id = $1 ORDER BY r.position, f.position`,
    [id],
  );

const documentColumns =
  'id, workspace_id, mode, title, status, finalized_at, expires_at, original_sha256, pages, chain_seq';

/** The rows of the events, the head of the chain, and the public events. */
function append(
  { id, workspace_id: workspaceId, mode }: Pick<Row, 'id' | 'workspace_id' | 'mode'>,
  head: ChainHead,
  actor: { type: 'api_key' | 'recipient' | 'system'; id: string },
  events: NewEvent[],
): Statement {
  const at = new Date();
  const part = continueChain(
    { actor, ip: '127.0.0.1', userAgent: 'bench', now: () => at } as never,
    id,
    head,
    events,
  );
  return prepared(
    `WITH e AS (
       INSERT INTO event (document_id, seq, event_type, actor, payload, payload_hash, created_at_iso, ip, user_agent, prev_hash, hash)
       SELECT $1, e.seq, e.type, e.actor, e.payload, e.payload_hash, e.at, '127.0.0.1', 'bench', e.prev_hash, e.hash
       FROM json_to_recordset($2) AS e(seq int, type text, actor jsonb, payload jsonb, payload_hash text, at text, prev_hash text, hash text)
     ), o AS (
       INSERT INTO outbox_event (workspace_id, document_id, mode, type, seq, engine_event_type, actor, created_at)
       SELECT $3, $1, $4, o.type, o.seq, o.engine, o.actor, o.at
       FROM json_to_recordset($5) AS o(type text, seq int, engine text, actor text, at timestamptz)
     ) UPDATE document SET chain_seq = $6, chain_head = $7 WHERE id = $1`,
    [
      id,
      JSON.stringify(
        part.events.map((one) => ({
          seq: one.seq,
          type: one.eventType,
          actor: one.actor,
          payload: one.payload,
          payload_hash: one.payloadHash,
          at: one.createdAtIso,
          prev_hash: one.prevHash,
          hash: one.hash,
        })),
      ),
      workspaceId,
      mode,
      JSON.stringify(
        part.published.map((one) => ({
          type: one.type,
          seq: one.seq,
          engine: one.engineEventType,
          actor: one.actor,
          at: one.createdAtIso,
        })),
      ),
      part.head.seq,
      part.head.hash,
    ],
  );
}

const enqueue = (name: string, data: object, workspaceId: string) =>
  prepared(
    `INSERT INTO pgboss.job (name, data, priority, retry_limit, retry_delay, retry_backoff, keep_until, group_id)
     VALUES ($1, $2, 0, 20, 5, true, now() + interval '14 days', $3)`,
    [name, JSON.stringify(data), workspaceId],
  );
const notify = (names: string) => query(prepared(`SELECT pg_notify('countersign_jobs', $1)`, [names]));

/** Writes, syncs and renames, as the file storage does. */
async function store(bytes: Buffer | AsyncIterable<Buffer>): Promise<{ sha256: string; size: number }> {
  const path = join(STORAGE_DIR!, 'incoming', randomBytes(12).toString('hex'));
  const handle = await open(path, 'wx');
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of Buffer.isBuffer(bytes) ? [bytes] : bytes) {
    hash.update(chunk);
    size += chunk.length;
    await handle.appendFile(chunk);
  }
  await handle.sync();
  await handle.close();
  const sha256 = hash.digest('hex');
  const folder = join(STORAGE_DIR!, sha256.slice(0, 2), sha256.slice(2, 4));
  await mkdir(folder, { recursive: true });
  await rename(path, join(folder, sha256));
  return { sha256, size };
}

const load = (sha256: string) => readFile(join(STORAGE_DIR!, sha256.slice(0, 2), sha256.slice(2, 4), sha256));

async function json(request: IncomingMessage): Promise<never> {
  return JSON.parse(Buffer.concat(await request.toArray()).toString() || '{}') as never;
}

const actorOf = (key: Row) => ({ type: 'api_key', id: key.id }) as const;

/** The requests of the sender, by method and the end of the path. */
const senderSteps: Record<
  string,
  (key: Row, id: string, request: IncomingMessage) => Promise<object | null>
> = {
  'POST documents': async (key, _id, request) => {
    const { title, recipients, fields } = (await json(request)) as {
      title: string;
      recipients: [{ name: string; email: string }];
      fields: [{ type: string; page: number; x: number; y: number; w: number; h: number }];
    };
    const [id, recipientId, fieldId] = [newId(), newId(), newId()];
    const [person, field] = [recipients[0], fields[0]];
    await change([], () => [
      prepared(
        `INSERT INTO document (id, workspace_id, team_id, mode, title, created_by) VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${documentColumns}`,
        [id, key.workspace_id, key.team_id, key.mode, title, JSON.stringify(actorOf(key))],
      ),
      prepared(
        `INSERT INTO recipient (id, document_id, position, name, email, email_normalized) VALUES ($1, $2, 0, $3, $4, $5)`,
        [recipientId, id, person.name, person.email, person.email.toLowerCase()],
      ),
      prepared(
        `INSERT INTO field (id, document_id, recipient_id, position, type, page, x, y, w, h) VALUES ($1, $2, $3, 0, $4, $5, $6, $7, $8, $9)`,
        [fieldId, id, recipientId, field.type, field.page, field.x, field.y, field.w, field.h],
      ),
      append({ ...key, id }, { seq: 0, hash: GENESIS_HASH }, actorOf(key), [
        { type: 'envelope.created', payload: { title, recipients: 1, fields: 1 } },
      ]),
    ]);
    return { id: encodeId('doc', id) };
  },
  'PUT content': async (key, id, request) => {
    await query(
      prepared(`SELECT ${documentColumns} FROM document WHERE id = $1 AND workspace_id = $2`, [
        id,
        key.workspace_id,
      ]),
    );
    const { sha256, size } = await store(request);
    await change([locked(id)], () => [
      prepared('UPDATE document SET content_sha256 = $2, content_bytes = $3 WHERE id = $1', [
        id,
        sha256,
        size,
      ]),
      prepared(
        `INSERT INTO workspace_storage AS s (workspace_id, uploaded_bytes) VALUES ($1, $2)
         ON CONFLICT (workspace_id) DO UPDATE SET uploaded_bytes = s.uploaded_bytes + excluded.uploaded_bytes`,
        [key.workspace_id, size],
      ),
    ]);
    return null;
  },
  'POST finalize': async (key, id) => {
    const { content_sha256: sha256 } = await query(
      prepared(
        `SELECT content_sha256, ${documentColumns} FROM document WHERE id = $1 AND workspace_id = $2`,
        [id, key.workspace_id],
      ),
    );
    const { length } = await load(sha256);
    const pages = JSON.stringify(
      Array.from({ length: 3 }, () => ({ width: 595, height: 842, rotate: 0, dark: [] })),
    );
    await change([locked(id), partsOf(id)], (document) => [
      prepared(
        `UPDATE document SET finalized_at = now(), original_sha256 = content_sha256, size_bytes = content_bytes, pages = $2,
         content_is_self_contained = true WHERE id = $1 AND status = 'draft' AND finalized_at IS NULL`,
        [id, pages],
      ),
      append(document, document, actorOf(key), [
        {
          type: 'envelope.content_finalized',
          payload: { original_sha256: sha256, size_bytes: length, pages: 3 },
        },
      ]),
    ]);
    return { id: encodeId('doc', id), status: 'draft' };
  },
  'POST send': async (key, id) => {
    const mailId = newId();
    await change([locked(id), partsOf(id)], (document, part) => [
      prepared(
        `UPDATE document SET status = 'sent', sent_at = now(), remind_from = now() WHERE id = $1 AND status = 'draft'`,
        [id],
      ),
      prepared(
        `UPDATE recipient SET status = 'sent', link_issued_at = now(), last_mailed_at = now() WHERE id = $1 AND status = 'pending'`,
        [part.recipient],
      ),
      ...mail(key.workspace_id, id, part, 'invitation', mailId),
      append(document, document, actorOf(key), [
        { type: 'envelope.sent', payload: { recipients: 1, message: null } },
        {
          type: 'recipient.link_issued',
          payload: { recipient_id: part.recipient, email: part.email, role: 'signer' },
        },
      ]),
      prepared(
        `INSERT INTO rate_bucket AS b (id, tokens, updated_at) VALUES ($1, 1e6, clock_timestamp())
         ON CONFLICT (id) DO UPDATE SET tokens = b.tokens - 1, updated_at = clock_timestamp()`,
        [`mail:${secrets.mac('person-address', `${key.workspace_id} ${part.email}`).toString('base64url')}`],
      ),
      prepared(
        `INSERT INTO usage_month AS m (workspace_id, month, shard, used, day, day_used)
         VALUES ($1, date_trunc('month', now())::date, pg_backend_pid() % 16, 1, now()::date, 1)
         ON CONFLICT (workspace_id, month, shard) DO UPDATE SET used = m.used + 1, day_used = m.day_used + 1`,
        [key.workspace_id],
      ),
    ]);
    await notify('mail.send,outbox');
    return { id: encodeId('doc', id), status: 'sent' };
  },
};

function mail(workspaceId: string, id: string, part: Row, kind: string, mailId: string): Statement[] {
  return [
    prepared(
      `INSERT INTO mail (id, workspace_id, document_id, recipient_id, kind, to_name, to_address, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, now())`,
      [mailId, workspaceId, id, part.recipient, kind, part.name, part.email],
    ),
    enqueue('mail.send', { mail_id: mailId, request_id: 'bare' }, workspaceId),
  ];
}

const signerOf = (recipientId: string) =>
  prepared(
    `SELECT r.id, r.document_id, r.name, r.email, r.link_version, d.workspace_id, d.mode FROM recipient r
     JOIN document d ON d.id = r.document_id WHERE r.id = $1`,
    [recipientId],
  );

/** The requests of the recipient. */
const signerSteps: Record<string, (signer: Row, request: IncomingMessage) => Promise<object | null>> = {
  open: async (signer) => {
    await signerChange(
      signer,
      `UPDATE recipient SET status = 'opened', opened_at = now(), auth_satisfied = 'link', ip = '127.0.0.1', user_agent = 'bench' WHERE id = $1 AND status = 'sent'`,
      {
        type: 'recipient.opened',
        payload: { recipient_id: signer.id, auth_level: 'link' },
      },
    );
    return null;
  },
  consent: async (signer) => {
    await signerChange(
      signer,
      `UPDATE recipient SET consent_at = now(), consent_version = '1', consent_language = 'en' WHERE id = $1`,
      {
        type: 'recipient.consented',
        payload: {
          recipient_id: signer.id,
          consent_version: '1',
          consent_language: 'en',
          consent_sha256: GENESIS_HASH,
        },
      },
    );
    return null;
  },
  view: async (signer) => {
    const [{ rows }] = await Promise.all([
      pool.query(partsOf(signer.document_id)),
      query(prepared(`SELECT ${documentColumns} FROM document WHERE id = $1`, [signer.document_id])),
      query(prepared('SELECT name, accent_color FROM workspace WHERE id = $1', [signer.workspace_id])),
    ]);
    return { fields: rows.map(({ field, type }) => ({ id: field, type })) };
  },
  complete: async (signer, request) => {
    const { values } = (await json(request)) as { values: Record<string, object> };
    const [[fieldId, value]] = Object.entries(values) as [[string, object]];
    const actor = { type: 'recipient', id: signer.id } as const;
    const id: string = signer.document_id;
    await change([locked(id), partsOf(id)], (document) => [
      prepared(
        `UPDATE field SET value = 'Ada Lovelace', signature = $2, printed = $2, completed_at = now() WHERE id = $1`,
        [fieldId, JSON.stringify(value)],
      ),
      prepared(
        `UPDATE recipient SET status = 'completed', completed_at = now() WHERE id = $1 AND status = 'opened'`,
        [signer.id],
      ),
      prepared(
        `UPDATE document SET status = 'completed', completed_at = now(), closed_at = now() WHERE id = $1 AND status = 'sent'`,
        [id],
      ),
      append(document, document, actor, [
        {
          type: 'recipient.completed',
          payload: {
            recipient_id: signer.id,
            role: 'signer',
            fields: 1,
            values_salt: GENESIS_HASH.slice(32),
            values_sha256: GENESIS_HASH,
          },
        },
        { type: 'envelope.completed', actor: { type: 'system', id: 'signing' } },
      ]),
      enqueue('document.seal', { document_id: id, request_id: 'bare' }, signer.workspace_id),
    ]);
    await notify('document.seal,outbox');
    return { status: 'completed', document_status: 'completed' };
  },
};

async function signerChange(signer: Row, update: string, event: NewEvent): Promise<void> {
  await change([locked(signer.document_id)], (document) => [
    prepared(update, [signer.id]),
    append(document, document, { type: 'recipient', id: signer.id }, [event]),
  ]);
}

/** Claims one job; returns its payload, or undefined. */
const claim = (name: string) =>
  query(
    prepared(
      `UPDATE pgboss.job SET state = 'active', started_on = now(), heartbeat_on = now() WHERE name = $1 AND id = (
         SELECT id FROM pgboss.job WHERE name = $1 AND state < 'active' AND NOT blocked ORDER BY priority DESC, created_on
         LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id, data`,
      [name],
    ),
  );
const done = (name: string, id: string) =>
  prepared(
    `UPDATE pgboss.job SET state = 'completed', completed_on = now() WHERE name = $1 AND id = $2 AND state = 'active'`,
    [name, id],
  );

async function deliverMail(mailId: string): Promise<void> {
  const found = await query(
    prepared(
      `SELECT m.*, d.title, w.name AS workspace, r.link_version FROM mail m JOIN document d ON d.id = m.document_id
       JOIN workspace w ON w.id = d.workspace_id JOIN recipient r ON r.id = m.recipient_id WHERE m.id = $1 AND m.status = 'queued'`,
      [mailId],
    ),
  );
  const link = linkToken(secrets, { id: found.recipient_id, linkVersion: found.link_version });
  const text = `From: bench@localhost\r\nTo: ${found.to_name} <${found.to_address}>\r\nMessage-ID: <${mailId}@localhost>\r\nSubject: ${found.title}\r\n\r\n${found.workspace}: http://localhost/sign/${link}\r\n${'Please sign this document.\r\n'.repeat(200)}`;
  await (await smtp()).send(found.to_address, text);
  await query(prepared(`UPDATE mail SET status = 'sent', sent_at = now() WHERE id = $1`, [mailId]));
}

async function sealDocument(id: string): Promise<void> {
  const document = await query(
    prepared(`SELECT original_sha256, ${documentColumns} FROM document WHERE id = $1`, [id]),
  );
  await query(
    prepared('INSERT INTO seal_attempt (document_id, number, started_at) VALUES ($1, 1, now())', [id]),
  );
  const [pdf] = await Promise.all([
    load(document.original_sha256),
    pool.query(prepared('SELECT * FROM event WHERE document_id = $1 ORDER BY seq', [id])),
  ]);
  const { sha256, size } = await store(Buffer.concat([pdf, sealBytes]));
  const mailId = newId();
  await change([locked(id), partsOf(id)], (held, part) => [
    prepared(
      `WITH a AS (UPDATE seal_attempt SET ended_at = now() WHERE document_id = $1 AND number = 1)
       UPDATE document SET sealed_at = now(), sealed_sha256 = $2, sealed_bytes = $3, seal_profile = 'PAdES-B-B' WHERE id = $1 AND sealed_at IS NULL`,
      [id, sha256, size],
    ),
    append(held, held, { type: 'system', id: 'seal' }, [
      {
        type: 'envelope.sealed',
        payload: { sealed_sha256: sha256, size_bytes: size, seal_profile: 'PAdES-B-B', attempts: 1 },
      },
    ]),
    ...mail(held.workspace_id, id, part, 'completed', mailId),
  ]);
  await notify('mail.send,outbox');
}

/** Runs the jobs of a name, at most so many at once, whenever `wake` is called. */
function worker(name: string, most: number, work: (data: Row['data']) => Promise<void>): () => void {
  let running = 0;
  const next = async () => {
    running += 1;
    for (;;) {
      const job = await claim(name);
      if (!job) break;
      await work(job.data);
      await query(done(name, job.id));
    }
    running -= 1;
  };
  return () => {
    if (running < most) next().catch(fail);
  };
}

function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}

interface Smtp {
  send(to: string, text: string): Promise<void>;
}
const idle: Smtp[] = [];

/** A connection to the mail server that sends one mail at a time. */
async function smtp(): Promise<Smtp> {
  const known = idle.pop();
  if (known) return known;
  const socket = connect(Number(SMTP_PORT), '127.0.0.1');
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const answer = async () => {
    for (;;) {
      const { value } = (await lines.next()) as { value: string };
      if (value[3] === ' ') return;
    }
  };
  const say = async (line: string) => {
    socket.write(`${line}\r\n`);
    await answer();
  };
  await answer();
  await say('EHLO bench');
  const connection: Smtp = {
    send: async (to, text) => {
      await say('MAIL FROM:<bench@localhost>');
      await say(`RCPT TO:<${to}>`);
      await say('DATA');
      await say(`${text}\r\n.`);
      idle.push(connection);
    },
  };
  return connection;
}

await mkdir(join(STORAGE_DIR!, 'incoming'), { recursive: true });
const wakes = {
  'mail.send': worker('mail.send', 10, ({ mail_id: id }) => deliverMail(id)),
  'document.seal': worker('document.seal', 2, ({ document_id: id }) => sealDocument(id)),
};
const listener = new pg.Client({ connectionString: DATABASE_URL });
await listener.connect();
listener.on('notification', ({ payload = '' }) => {
  for (const name of payload.split(',')) wakes[name as keyof typeof wakes]?.();
});
await listener.query('LISTEN countersign_jobs');

const server = createServer(async (request, response) => {
  if (request.url === '/readyz') return void response.end();
  try {
    const [, , kind, first = '', last] = request.url!.split('/');
    let body: object | null;
    if (kind === 'signing') {
      const signer = await query(signerOf(recipientIdOf(first)!));
      if (linkToken(secrets, { id: signer.id, linkVersion: signer.link_version }) !== first)
        throw new Error('link');
      body = await signerSteps[last ?? 'view']!(signer, request);
    } else {
      const key = await query(authenticated(request.headers.authorization!.slice('Bearer '.length)));
      const id = first === '' ? '' : decodeId('doc', first)!;
      body = await senderSteps[`${request.method} ${last ?? kind}`]!(key, id, request);
    }
    response
      .writeHead(body ? 200 : 204, { 'Content-Type': 'application/json' })
      .end(body ? JSON.stringify(body) : '');
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
});
server.listen(Number(PORT ?? 0), '127.0.0.1');
await once(server, 'listening');
console.log(JSON.stringify({ message: 'listening', port: (server.address() as AddressInfo).port }));
process.on('SIGTERM', () => process.exit(0));
