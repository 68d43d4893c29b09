/** Follows the steps of the scenario with the TypeScript client. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, createClient } from '@countersign/client/client';
import { ApiError, UnreachableError } from '@countersign/client/errors';
import { readTrail } from '@countersign/client/trail';
import type { Step } from './scenario.ts';

export interface Given {
  steps: readonly Step[];
  url: string;
  key: string;
  folder: string;
}

interface Described {
  paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, { content?: object }> }>
  >;
}
interface Operation {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  route: string;
  isJson: boolean;
}
type Saved = Record<string, unknown>;

/** The outcome of each step: the answer, or the error. */
export async function followInTypeScript({ steps, url, key, folder }: Given): Promise<unknown[]> {
  const operations = await operationsOf(url);
  const client = createClient({ baseUrl: url, apiKey: key });
  const saved: Saved = {};
  const outcomes: unknown[] = [];
  for (const each of steps) {
    const step = filled(each, saved) as Step;
    try {
      const answer = await answerOf(client, operations, step, folder);
      if (step.save) saved[step.save] = answer;
      outcomes.push(outcomeOf(answer));
    } catch (error) {
      outcomes.push(failureOf(error));
    }
  }
  return outcomes;
}

async function operationsOf(url: string): Promise<Map<string, Operation>> {
  const described = (await (await fetch(`${url}/openapi.json`)).json()) as Described;
  const found = Object.entries(described.paths).flatMap(([route, methods]) =>
    Object.entries(methods).map(([method, { operationId, responses }]): [string, Operation] => {
      const contents = Object.entries(responses).flatMap(([status, { content }]) =>
        Number(status) < 300 ? Object.keys(content ?? {}) : [],
      );
      const isJson = contents.every((type) => type === 'application/json');
      return [operationId, { method: method as Operation['method'], route, isJson }];
    }),
  );
  return new Map(found);
}

/** The value with references to earlier answers replaced. */
function filled(value: unknown, saved: Saved): unknown {
  if (Array.isArray(value)) return value.map((one) => filled(one, saved));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, saved)]));
  if (typeof value !== 'string') return value;
  return value.replaceAll(/\$([a-z]+(?:\.\w+)*)/g, (_, path: string) =>
    String(path.split('.').reduce((found: unknown, name) => (found as Saved)[name], saved)),
  );
}

async function answerOf(
  client: Client,
  operations: Map<string, Operation>,
  step: Step,
  folder: string,
): Promise<unknown> {
  const { call, path, query, content, files } = step;
  const read = (name: string) => readFile(join(folder, name));
  if (call === 'upload') {
    const data = await read(content!);
    const body = { open: () => data, sizeBytes: data.length, contentType: 'application/pdf' };
    await client.upload('PUT', step.url!, body);
    return null;
  }
  if (call === 'download')
    return Buffer.from(await new Response((await client.download(step.url!)).body).arrayBuffer());
  if (call === 'readTrail') return readTrail(client, path!.doc_id!);

  const { method, route, isJson } = operations.get(call)!;
  let body = step.body;
  let headers = {};
  if (content) {
    body = await read(content);
    headers = { 'Content-Type': 'application/pdf' };
  }
  if (files) {
    const form = new FormData();
    form.append('document', new Blob([JSON.stringify(body)], { type: 'application/json' }));
    for (const name of files)
      form.append('file', new Blob([await read(name)], { type: 'application/pdf' }), name);
    body = form;
  }
  const send = client[method] as (route: string, init: object) => Promise<unknown>;
  const answer = await send(route, {
    params: { path, query },
    headers,
    ...(body === undefined ? {} : { body }),
    ...(content || files ? { bodySerializer: (raw: unknown) => raw } : {}),
    ...(isJson ? {} : { parseAs: 'arrayBuffer' }),
  });
  return answer instanceof ArrayBuffer ? Buffer.from(answer) : (answer ?? null);
}

function outcomeOf(answer: unknown): unknown {
  return Buffer.isBuffer(answer)
    ? { bytes: answer.length, sha256: createHash('sha256').update(answer).digest('hex') }
    : { answer };
}

function failureOf(error: unknown): unknown {
  if (error instanceof UnreachableError) return { unreachable: true };
  if (!(error instanceof ApiError)) throw error;
  const { status, slug, title, detail, errors, members } = error;
  const message = error.message.replace(error.requestId!, 'request');
  return { status, slug, title, detail, errors, message, members: Object.keys(members).sort() };
}
