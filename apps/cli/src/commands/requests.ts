/** `countersign requests`: what the keys of the workspace called, and what the service answered. */
import type { RequestOut } from '@countersign/client/generated/api';
import { addGuide, group, integer } from '../define.ts';
import { readTime } from '../input/time.ts';
import { openClient, type Session } from '../session.ts';
import { showRows } from '../show/present.ts';
import type { Column } from '../show/table.ts';
import { timeText } from '../show/text.ts';

/** The most entries of one response. */
const pageSize = 200;

/** Builds the command group. */
export function requestsCommand(session: Session) {
  const requests = group('requests', 'The request log: what your programs called, and what we answered');

  const list = requests
    .command('list')
    .summary('List requests with an API key, newest first')
    .description(
      'Lists what the API keys of the workspace called in the mode of this key, newest first. Bodies are not kept.',
    )
    .option('--status <status>', 'a class such as 4xx, or one status such as 409')
    .option('--method <method>', 'GET, POST, PUT, PATCH or DELETE')
    .option('--path <path>', 'beginning of the path, such as /v1/documents')
    .option('--key <id>', 'id of the API key')
    .option('--request <id>', 'X-Request-Id of the response')
    .option('--document <id>', 'only requests about this document, doc_…')
    .option('--since <when>', 'only later requests: 2026-11-30, or 12h')
    .option('--until <when>', 'only earlier requests')
    .option('--limit <count>', 'maximum number of results', integer(1, 10_000), 50);
  addGuide(list, {
    examples: [
      'countersign requests list --status 4xx --since 24h',
      'countersign requests list --request 0b6f…',
    ],
  });
  list.action(async (options) => {
    const client = await openClient(session);
    const filters = {
      ...(options.status !== undefined && { status: options.status }),
      ...(options.method !== undefined && { method: options.method.toUpperCase() as 'GET' }),
      ...(options.path !== undefined && { path: options.path }),
      ...(options.key !== undefined && { key_id: options.key }),
      ...(options.request !== undefined && { request_id: options.request }),
      ...(options.document !== undefined && { document_id: options.document }),
      ...(options.since !== undefined && { created_after: readTime(options.since, 'past') }),
      ...(options.until !== undefined && { created_before: readTime(options.until, 'past') }),
    };
    const items: RequestOut[] = [];
    for (let after: string | null | undefined; after !== null && items.length < options.limit; ) {
      const page = await client.get('/v1/requests', {
        params: {
          query: {
            ...filters,
            limit: Math.min(pageSize, options.limit - items.length),
            ...(after && { starting_after: after }),
          },
        },
        signal: session.signal,
      });
      items.push(...page.items);
      after = page.next_starting_after;
    }
    showRows(session, items, columns, { json: items, none: 'No requests.' });
  });

  return requests;
}

const columns: ReadonlyArray<Column<RequestOut>> = [
  { title: 'TIME', text: ({ created_at }) => timeText(created_at) },
  { title: 'STATUS', text: ({ status }) => (status === null ? '-' : String(status)), align: 'right' },
  { title: 'MS', text: ({ duration_ms }) => String(duration_ms), align: 'right' },
  { title: 'METHOD', text: ({ method }) => method },
  { title: 'PATH', text: ({ path }) => path, isFlexible: true },
  { title: 'PROBLEM', text: ({ problem }) => problem ?? '-' },
  { title: 'REQUEST', text: ({ request_id }) => request_id },
];
