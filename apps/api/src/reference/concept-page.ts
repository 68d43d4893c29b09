/** The page of one concept: its operations, each with parameters, bodies, problems and samples. */
import { catalogue } from '@countersign/problem/catalogue';
import { problemsOf } from '../openapi/document.ts';
import type { Operation } from '../openapi/operation.ts';
import { escapeHtml } from '../pages/layout.ts';
import { codeBlock } from './highlight.ts';
import { json, literal } from './literal.ts';
import { renderInline, renderText, slugOf } from './markdown.ts';
import { type DescribedOperation, exampleOf, type OpenApi, type Parameter } from './openapi-types.ts';
import { exampleId, type Sample, samplesOf } from './samples.ts';
import { membersOf, parametersOf, typeOf } from './schema-view.ts';

/** The titles of the concepts. */
export const conceptTitles: Record<Operation['tag'], string> = {
  documents: 'Documents',
  templates: 'Templates',
  'bulk-sends': 'Bulk sends',
  folders: 'Folders',
  keys: 'API keys',
  webhooks: 'Webhooks',
  account: 'Account and usage',
  device: 'Device authorization',
  console: 'Console',
  signing: 'Signing page',
  test: 'Test mode',
  verify: 'Verification',
  platform: 'Probes and metrics',
};

interface Concept {
  tag: Operation['tag'];
  title: string;
  description: string;
  operations: readonly Operation[];
}

/** The content of the page. */
export function conceptBody(concept: Concept, document: OpenApi, publicUrl: string): string {
  const rows = concept.operations.map(
    ({ method, path, operationId, summary }) =>
      `<li><a href="#${operationId}"><span class="method ${method}">${method.toUpperCase()}</span> <code>${pathHtml(path)}</code></a> <span>${escapeHtml(summary)}</span></li>`,
  );
  const sections = concept.operations.map((operation) =>
    operationSection(operation, document.paths[operation.path]![operation.method]!, document, publicUrl),
  );
  const events = concept.tag === 'webhooks' ? eventsSection(document) : '';
  return `<div class="lead"><h1>${concept.title}</h1><p>${renderInline(concept.description)}.</p><ul class="index">${rows.join('\n')}</ul></div>
${sections.join('\n')}${events}`;
}

/** A path that can break after its slashes. */
const pathHtml = (path: string) => escapeHtml(path).replaceAll('/', '/<wbr>');

function operationSection(
  operation: Operation,
  described: DescribedOperation,
  document: OpenApi,
  publicUrl: string,
): string {
  const { method, path, operationId, summary } = operation;
  const parameters = described.parameters ?? [];
  const groups: Array<[string, Parameter['in']]> = [
    ['Path', 'path'],
    ['Query', 'query'],
    ['Headers', 'header'],
  ];
  const addresses = groups.map(([title, place]) => {
    const own = parameters.filter((one) => one.in === place);
    return own.length > 0 ? `<h3>${title}</h3>${parametersOf(own, document)}` : '';
  });
  return `<section class="operation" id="${operationId}" aria-labelledby="${operationId}-title">
<div class="about">
<h2 id="${operationId}-title">${escapeHtml(summary)}<a class="anchor" href="#${operationId}" aria-hidden="true" tabindex="-1">#</a></h2>
<p class="address"><span class="method ${method}">${method.toUpperCase()}</span> <code>${pathHtml(path)}</code></p>
${described.description ? renderText(described.description) : ''}
<p class="facts">${credentialOf(operation)}</p>
${addresses.join('\n')}
${bodySection(described, document)}
${answersSection(described)}
${problemsSection(operation)}
</div>
<div class="samples"${tryData(operation, described, document)}>
${samplesHtml(operationId, samplesOf(operation, described, document, publicUrl))}
${answerExample(described, document)}
</div>
</section>`;
}

const credentials: Record<NonNullable<Operation['security']>, string> = {
  key: 'With an API key, or as a person signed in to the console.',
  session: 'As a person signed in to the console.',
  link: 'The token in the path is the credential.',
  'mail-events': 'With the secret <code>MAIL_EVENTS_SECRET</code>.',
  none: 'Without a credential.',
};

function credentialOf({ security = 'key', role = 'manager' }: Operation): string {
  const needsRole = security === 'key' || security === 'session';
  return `${credentials[security]}${needsRole ? ` People need the role ${role} or higher.` : ''}`;
}

function bodySection({ requestBody }: DescribedOperation, document: OpenApi): string {
  if (!requestBody) return '';
  const types = Object.entries(requestBody.content).map(([type, { schema }]) => {
    const members = type === 'multipart/form-data' ? '' : membersOf(schema, document);
    const shape = type === 'multipart/form-data' ? 'form' : typeOf(schema);
    return `<p class="facts"><code>${escapeHtml(type)}</code> ${shape}</p>${members}`;
  });
  return `<h3>Body${requestBody.required ? '' : ' <span class="type">optional</span>'}</h3>${types.join('\n')}`;
}

function answersSection({ responses }: DescribedOperation): string {
  const rows = Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .map(([status, { description, content = {} }]) => {
      const [shape] = Object.values(content);
      return `<div><dt><code>${status}</code> <span class="type">${shape ? typeOf(shape.schema) : 'no body'}</span></dt><dd><p>${renderInline(description)}</p></dd></div>`;
    });
  return `<h3>Response</h3><dl class="members">${rows.join('\n')}</dl>`;
}

function problemsSection(operation: Operation): string {
  const slugs = problemsOf(operation).sort((a, b) => catalogue[a].status - catalogue[b].status);
  if (slugs.length === 0) return '';
  const rows = slugs.map(
    (slug) =>
      `<li><code>${catalogue[slug].status}</code> <a href="/errors/${slug}">${slug}</a> <span>${escapeHtml(catalogue[slug].title)}</span></li>`,
  );
  return `<details class="problems"><summary>Problems (${slugs.length})</summary><ul>${rows.join('\n')}</ul></details>`;
}

const highlightAs = { curl: 'bash', TypeScript: 'typescript', Python: 'python' } as const;

/** Tabs of radio buttons, which work without a script. */
function samplesHtml(operationId: string, samples: readonly Sample[]): string {
  const tabs = samples.map(
    ({ language }, position) =>
      `<label><input type="radio" name="${operationId}-language" value="${language}"${position === 0 ? ' checked' : ''}><span>${language}</span></label>`,
  );
  const texts = samples.map(
    ({ language, text }) =>
      `<div class="sample" data-language="${language}">${codeBlock(text, highlightAs[language])}</div>`,
  );
  return `<fieldset class="tabs"><legend>Language</legend>${tabs.join('')}</fieldset>${texts.join('\n')}`;
}

function answerExample({ responses }: DescribedOperation, document: OpenApi): string {
  const [status, response] = Object.entries(responses).find(([code]) => Number(code) < 300) ?? [];
  const content = response?.content?.['application/json'];
  const example = content && exampleOf(content.schema, document);
  return example === undefined ? '' : codeBlock(literal(example, json), 'json', `Response ${status}`);
}

/** What the script needs for a form that sends the request with a test key. */
function tryData(operation: Operation, described: DescribedOperation, document: OpenApi): string {
  if ((operation.security ?? 'key') !== 'key' || !operation.path.startsWith('/v1/')) return '';
  const parameters = (described.parameters ?? []).filter((one) => one.in !== 'header');
  const content = described.requestBody?.content ?? {};
  const bodyType = content['application/json'] ? 'application/json' : Object.keys(content)[0];
  const example = content['application/json'] && exampleOf(content['application/json'].schema, document);
  const data = {
    method: operation.method.toUpperCase(),
    path: operation.path,
    title: operation.summary,
    parameters: parameters.map(({ name, in: place, required = false }) => ({
      name,
      place,
      required,
      example: place === 'path' ? exampleId(name, document) : '',
    })),
    ...(bodyType && {
      body: { type: bodyType, example: example === undefined ? '' : JSON.stringify(example, null, 2) },
    }),
  };
  return ` data-try="${escapeHtml(JSON.stringify(data))}"`;
}

/** What endpoints receive: event types, headers and the body. */
function eventsSection(document: OpenApi): string {
  const events = Object.entries(document.webhooks);
  const [, first] = events[0]!;
  const rows = events.map(
    ([type, { post }]) =>
      `<div id="${slugOf(type)}"><dt><code>${type}</code></dt><dd><p>${renderInline(post.summary)}</p></dd></div>`,
  );
  const { schema } = first.post.requestBody!.content['application/json']!;
  return `<section class="operation" id="events" aria-labelledby="events-title"><div class="about">
<h2 id="events-title">What endpoints receive</h2>
${renderText(`A POST with a JSON body. ${first.post.description}`)}
<p>The guide <a href="/docs/guides/webhooks">Webhooks, verified</a> has receivers to copy.</p>
<h3>Event types</h3><dl class="members">${rows.join('\n')}</dl>
<h3>Headers</h3>${parametersOf(first.post.parameters ?? [], document)}
<h3>Body</h3>${membersOf(schema, document)}
</div><div class="samples">${codeBlock(literal(exampleOf(schema, document), json), 'json', 'Body')}</div></section>`;
}
