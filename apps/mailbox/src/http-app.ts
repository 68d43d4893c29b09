/** The mailbox over HTTP: JSON for tests and the demo, a page for people, and the HTML of emails in a sandbox. */
import { fileURLToPath } from 'node:url';
import express, { type Express, type Request, type Response } from 'express';
import * as z from 'zod';
import type { Message } from './message.ts';
import type { MessageStore } from './message-store.ts';

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** An email may use styles and embedded images, but no scripts and forms. It loads nothing and cannot access the page around it. */
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

const Query = z.object({
  to: z.string().optional(),
  subject: z.string().optional(),
  q: z.string().optional(),
  after: z
    .string()
    .refine((text) => /^\d+$/.test(text) || !Number.isNaN(Date.parse(text)), 'must be an id or a time')
    .optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(50),
  timeout_ms: z.coerce.number().int().min(0).max(120_000).default(30_000),
  /** `null`: a wait that times out returns 200 with null instead of 404. The page uses it, because it polls. */
  in_vain: z.enum(['error', 'null']).default('error'),
});

export interface HttpAppOptions {
  store: MessageStore;
  smtpUrl: string;
  /** Refuses requests for other host names, so that web pages cannot read emails by DNS rebinding. */
  onlyLocal: boolean;
  /** Ends the long polls. */
  closing: AbortSignal;
}

/** The application, without a server. */
export function createHttpApp({ store, smtpUrl, onlyLocal, closing }: HttpAppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');

  app.use((request, response, next) => {
    response.set({
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': pagePolicy,
    });
    if (onlyLocal && !isLocalName(request.headers.host ?? '')) {
      response.status(421).json({ error: 'The mailbox answers only to the host name localhost.' });
      return;
    }
    next();
  });

  app.get('/api/info', (_request, response) => {
    response.json({ smtp_url: smtpUrl });
  });

  app.get('/api/messages', (request, response) => {
    const query = parseQuery(request, response);
    if (query) response.json(store.list(query, query.limit));
  });

  app.get('/api/messages/wait', async (request, response) => {
    const query = parseQuery(request, response);
    if (!query) return;
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const late = AbortSignal.timeout(query.timeout_ms);
    const message = await store.wait(query, AbortSignal.any([closing, gone.signal, late]));
    if (message) response.json(message);
    else if (closing.aborted)
      response.set('Connection', 'close').status(503).json({ error: 'The mailbox is closing.' });
    else if (query.in_vain === 'null') response.json(null);
    else response.status(404).json({ error: `No matching message arrived within ${query.timeout_ms} ms.` });
  });

  app.get(
    '/api/messages/:id',
    withMessage(store, (response, { message }) => response.json(message)),
  );

  app.get(
    '/api/messages/:id/raw',
    withMessage(store, (response, { raw }) =>
      response.type('text/plain; charset=utf-8').send(Buffer.from(raw)),
    ),
  );

  app.get(
    '/messages/:id/html',
    withMessage(store, (response, { message }) =>
      response
        .set('Content-Security-Policy', mailPolicy)
        .type('html')
        .send(framed(message.html ?? '')),
    ),
  );

  app.delete('/api/messages', async (_request, response) => {
    await store.clear();
    response.status(204).end();
  });

  app.use(express.static(fileURLToPath(new URL('./page', import.meta.url)), { cacheControl: false }));

  app.use((_request, response) => {
    response.status(404).json({ error: 'There is nothing at this address.' });
  });
  return app;
}

function parseQuery(request: Request, response: Response): z.infer<typeof Query> | null {
  const parsed = Query.safeParse(request.query);
  if (parsed.success) return parsed.data;
  response.status(400).json({ error: z.prettifyError(parsed.error) });
  return null;
}

function withMessage(
  store: MessageStore,
  answer: (response: Response, kept: { message: Message; raw: Uint8Array }) => void,
) {
  return (request: Request<{ id: string }>, response: Response): void => {
    const kept = store.get(request.params.id);
    if (kept) answer(response, kept);
    else
      response
        .status(404)
        .json({ error: 'There is no such message. It was deleted or displaced by newer ones.' });
  };
}

/** Links open in a new tab, not in the frame. */
function framed(html: string): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + base) : base + html;
}

function isLocalName(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\]|[a-z0-9-]+\.localhost)(:\d+)?$/i.test(host);
}
