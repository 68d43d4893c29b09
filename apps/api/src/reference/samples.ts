/** A call of each operation with curl and with the clients for TypeScript and Python. */
import type { Operation } from '../openapi/operation.ts';
import { json, literal, python, typescript } from './literal.ts';
import {
  type Content,
  type DescribedOperation,
  exampleOf,
  type OpenApi,
  type Schema,
} from './openapi-types.ts';

export interface Sample {
  language: 'curl' | 'TypeScript' | 'Python';
  text: string;
}

/** A call with example values. */
interface Call {
  operation: Operation;
  path: Record<string, string>;
  query: Record<string, unknown>;
  body: { kind: 'json'; value: unknown } | { kind: 'file'; type: string } | { kind: 'form' } | null;
  /** The type of the answer; null if it has no body. */
  answers: string | null;
  /** The name of the variable for the answer. */
  result: string;
  publicUrl: string;
}

/** Operations of Countersign's own pages and of operators: the Python client has no methods for them. */
const ownTags = new Set(['console', 'signing']);

/** The samples of an operation, curl first. */
export function samplesOf(
  operation: Operation,
  described: DescribedOperation,
  document: OpenApi,
  publicUrl: string,
): Sample[] {
  const call = callOf(operation, described, document, publicUrl);
  const samples: Sample[] = [{ language: 'curl', text: curlOf(call) }];
  const isForKeys = (operation.security ?? 'key') === 'key' || !ownTags.has(operation.tag);
  if (operation.tag === 'platform' || !isForKeys) return samples;
  samples.push({ language: 'TypeScript', text: typescriptOf(call) });
  if (!ownTags.has(operation.tag)) samples.push({ language: 'Python', text: pythonOf(call) });
  return samples;
}

function callOf(
  operation: Operation,
  described: DescribedOperation,
  document: OpenApi,
  publicUrl: string,
): Call {
  const parameters = described.parameters ?? [];
  const path = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  const query = parameters.filter((one) => one.in === 'query');
  const answer = Object.entries(described.responses).find(([status]) => Number(status) < 300)?.[1].content;
  const [type, shape] = Object.entries(answer ?? {})[0] ?? [null];
  return {
    operation,
    publicUrl,
    path: Object.fromEntries(path.map((name) => [name, exampleId(name, document)])),
    query: Object.fromEntries(
      query
        .filter(({ name, required }) => name === 'limit' || required)
        .map(({ name }) => [name, name === 'limit' ? 20 : 'value']),
    ),
    body: bodyOf(described.requestBody?.content, document),
    answers: type,
    result: resultName(operation, shape?.schema),
  };
}

function bodyOf(content: Content | undefined, document: OpenApi): Call['body'] {
  if (!content) return null;
  const described = content['application/json'];
  if (described) return { kind: 'json', value: exampleOf(described.schema, document) ?? {} };
  if (content['multipart/form-data'] && Object.keys(content).length === 1) return { kind: 'form' };
  return { kind: 'file', type: Object.keys(content)[0]! };
}

/** The shapes whose examples have the ids of path parameters. */
const owners: Record<string, [schema: string, member: string]> = {
  bulk_send_id: ['BulkSendOut', 'id'],
  delivery_id: ['DeliveryOut', 'id'],
  direct_link_id: ['DirectLinkOut', 'id'],
  doc_id: ['DocumentOut', 'id'],
  file_id: ['DocumentFile', 'id'],
  folder_id: ['FolderOut', 'id'],
  invitation_id: ['InvitationOut', 'id'],
  key_id: ['KeyOut', 'id'],
  recipient_id: ['RecipientOut', 'id'],
  tpl_id: ['TemplateOut', 'id'],
  user_code: ['DeviceRequestOut', 'user_code'],
  user_id: ['MemberOut', 'user_id'],
  webhook_id: ['WebhookOut', 'id'],
};

/** An example value of a path parameter. */
export function exampleId(name: string, document: OpenApi): string {
  const [schema, member] = owners[name] ?? [];
  const example = schema && document.components.schemas[schema]?.examples?.[0];
  return String((example as Record<string, unknown> | undefined)?.[member!] ?? name.toUpperCase());
}

const singular: Partial<Record<Operation['tag'], string>> = {
  documents: 'document',
  templates: 'template',
  'bulk-sends': 'bulkSend',
  folders: 'folder',
  keys: 'key',
  webhooks: 'webhook',
};

function resultName({ tag }: Operation, schema: Schema | undefined): string {
  if (schema?.type === 'array') return 'items';
  if (/Page$/.test(schema?.$ref ?? '')) return 'page';
  return singular[tag] ?? 'result';
}

const isJson = (type: string | null) => type === 'application/json';
const fileFor = (type: string) =>
  type === 'text/csv' ? 'rows.csv' : type === 'application/pdf' ? 'lease.pdf' : 'file';
const addressOf = ({ operation, path, query }: Call) => {
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => path[name] ?? name);
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return text.size > 0 ? `${filled}?${text}` : filled;
};
const inShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function curlOf(call: Call): string {
  const { method, security = 'key', tag } = call.operation;
  const lines = [`curl ${inDoubleQuotes(call.publicUrl + addressOf(call))}`];
  const isPlain = method === 'get' || (method === 'post' && call.body !== null);
  if (!isPlain)
    lines[0] = `curl -X ${method.toUpperCase()} ${inDoubleQuotes(call.publicUrl + addressOf(call))}`;
  if (security === 'key') lines.push('-H "Authorization: Bearer $COUNTERSIGN_API_KEY"');
  if (security === 'mail-events') lines.push('-H "Authorization: Bearer $MAIL_EVENTS_SECRET"');
  if (security === 'session') lines.push('-b "countersign_session=$SESSION"');
  if (security === 'session' && method !== 'get') lines.push("-H 'X-Workspace: example'");
  if (tag === 'verify') lines.push("-H 'Accept: application/json'");
  if (call.body?.kind === 'json')
    lines.push("-H 'Content-Type: application/json'", `-d ${inShell(literal(call.body.value, json))}`);
  if (call.body?.kind === 'form') lines.push('-F file=@lease.pdf');
  if (call.body?.kind === 'file')
    lines.push(`-H 'Content-Type: ${call.body.type}'`, `--data-binary @${fileFor(call.body.type)}`);
  if (call.answers === 'application/pdf') lines.push('-o document.pdf');
  return lines.join(' \\\n  ');
}

const inDoubleQuotes = (text: string) => (/[?&]/.test(text) ? `"${text}"` : text);

function typescriptOf(call: Call): string {
  const { operation, path, query, body, publicUrl } = call;
  const setup = [
    "import { createClient } from '@countersign/client';",
    '',
    `const client = createClient({ baseUrl: '${publicUrl}', apiKey: process.env.COUNTERSIGN_API_KEY });`,
  ];
  const quoted = (text: string) => `'${text}'`;
  if (body?.kind === 'file' || body?.kind === 'form') {
    const type = body.kind === 'form' ? 'application/pdf' : body.type;
    return [
      "import { readFile } from 'node:fs/promises';",
      ...setup,
      `const file = await readFile('${fileFor(type)}');`,
      `await client.upload('${operation.method.toUpperCase()}', ${quoted(addressOf(call))}, {`,
      '  open: () => file,',
      '  sizeBytes: file.length,',
      `  contentType: '${type}',`,
      '});',
    ].join('\n');
  }
  if (call.answers !== null && !isJson(call.answers))
    return [
      "import { writeFile } from 'node:fs/promises';",
      ...setup,
      `const file = await client.download(${quoted(addressOf(call))});`,
      `await writeFile('${call.answers === 'application/pdf' ? 'document.pdf' : 'rows.csv'}', file.body);`,
    ].join('\n');
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const params = {
    ...(names.length > 0 && {
      path: Object.fromEntries(
        names.map((name) => [name, name === 'delivery_id' ? Number(path[name]) : path[name]]),
      ),
    }),
    ...(Object.keys(query).length > 0 && { query }),
  };
  const init = {
    ...(Object.keys(params).length > 0 && { params }),
    ...(body && { body: body.value }),
  };
  const argument = Object.keys(init).length > 0 ? `, ${literal(init, typescript)}` : '';
  const made = `await client.${operation.method}('${operation.path}'${argument});`;
  return [...setup, call.answers === null ? made : `const ${call.result} = ${made}`].join('\n');
}

const snake = (text: string) => text.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();

function pythonOf(call: Call): string {
  const { operation, path, query, body, publicUrl } = call;
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const args = [
    ...names.map((name) => literal(path[name], python)),
    ...(body?.kind === 'json' ? [literal(body.value, python)] : []),
    ...(body?.kind === 'form' ? ['files=["lease.pdf"]'] : []),
    ...(body?.kind === 'file' ? [`Path("${fileFor(body.type)}")`] : []),
    ...Object.entries(query).map(([name, value]) => `${name}=${literal(value, python)}`),
  ];
  const made = `client.${snake(operation.operationId)}(${args.join(', ')})`;
  const isFile = call.answers !== null && !isJson(call.answers);
  const result = isFile ? 'content' : snake(call.result);
  return [
    ...(body?.kind === 'file' || isFile ? ['from pathlib import Path'] : []),
    'from countersign import Countersign',
    '',
    '# Takes the key from COUNTERSIGN_API_KEY.',
    `client = Countersign("${publicUrl}")`,
    call.answers === null ? made : `${result} = ${made}`,
    ...(isFile
      ? [`Path("${call.answers === 'application/pdf' ? 'document.pdf' : 'rows.csv'}").write_bytes(content)`]
      : []),
  ].join('\n');
}
