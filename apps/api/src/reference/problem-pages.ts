/** The pages of problem types, generated from the catalogue (docs/spec/decisions.md, section 2). */
import { catalogue, type ProblemSlug } from '@countersign/problem/catalogue';
import { problemsOf } from '../openapi/document.ts';
import type { Operation } from '../openapi/operation.ts';
import { escapeHtml } from '../pages/layout.ts';
import { codeBlock } from './highlight.ts';
import { renderText } from './markdown.ts';

/** All problem types, by status. */
export function problemsByStatus(): ProblemSlug[] {
  return (Object.keys(catalogue) as ProblemSlug[]).sort(
    (a, b) => catalogue[a].status - catalogue[b].status || a.localeCompare(b),
  );
}

/** The list of all problem types. */
export function problemIndexBody(): string {
  const rows = problemsByStatus().map(
    (slug) =>
      `<tr><td>${catalogue[slug].status}</td><td><a href="/errors/${slug}"><code>${slug}</code></a></td><td>${escapeHtml(catalogue[slug].title)}</td></tr>`,
  );
  return `<article class="prose"><h1>Problems</h1>
<p>Every error of the API is a problem document (RFC 9457) of the media type <code>application/problem+json</code>. Switch on its member <code>type</code>; it is stable.</p>
<div class="wide"><table class="problems"><thead><tr><th>Status</th><th>Type</th><th>Title</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div></article>`;
}

/** The page of one problem type: when it happens, what to do, an example, and the operations that answer with it. */
export function problemBody(slug: ProblemSlug, docsUrl: string, operations: readonly Operation[]): string {
  const { status, title, help } = catalogue[slug];
  const detail =
    slug === 'validation'
      ? [{ loc: ['body', 'title'], msg: 'Field required', type: 'missing', input: {} }]
      : title;
  const example = {
    type: `/problems/${slug}`,
    title,
    status,
    instance: '/v1/…',
    docs_url: `${docsUrl}/errors/${slug}`,
    detail,
  };
  const from = operations.filter((operation) => operation.problems?.includes(slug));
  const usual = from.length === 0 && operations.some((operation) => problemsOf(operation).includes(slug));
  const list = from.map(
    ({ tag, operationId, summary, method, path }) =>
      `<li><a href="/docs/api/${tag}#${operationId}">${escapeHtml(summary)}</a> <code>${method.toUpperCase()} ${escapeHtml(path)}</code></li>`,
  );
  return `<article class="prose"><p class="facts"><code>${status}</code> <code>/problems/${slug}</code></p>
<h1>${escapeHtml(title)}</h1>
${renderText(help)}
<h2 id="example">Example</h2>
${codeBlock(JSON.stringify(example, null, 2), 'json', `Response ${status}`)}
${list.length > 0 ? `<h2 id="operations">Operations</h2><ul>${list.join('\n')}</ul>` : ''}${usual ? '<h2 id="operations">Operations</h2><p>Many operations can answer with this problem.</p>' : ''}
<p class="facts">The header <code>X-Request-Id</code> of the response names the request in the logs. <a href="/errors">All problems</a></p></article>`;
}
