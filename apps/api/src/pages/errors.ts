/** The reference of problem types, generated from the catalogue (docs/spec/decisions.md, section 2). */
import { catalogue, type ProblemSlug } from '@countersign/problem/catalogue';
import { escapeHtml, page } from './layout.ts';

/** Renders the `code` spans of the help texts. */
function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

const slugs = Object.keys(catalogue) as ProblemSlug[];

/** True for the slug of a problem type. */
export function isProblemSlug(slug: string): slug is ProblemSlug {
  return Object.hasOwn(catalogue, slug);
}

/** All problem types, by status. */
export function errorIndexPage(): string {
  const rows = [...slugs]
    .sort((a, b) => catalogue[a].status - catalogue[b].status || a.localeCompare(b))
    .map(
      (slug) =>
        `<tr><td>${catalogue[slug].status}</td><td><a href="/errors/${slug}"><code>${slug}</code></a><span>${escapeHtml(catalogue[slug].title)}</span></td></tr>`,
    );
  return page(
    'Problem types',
    `<div class="card"><h1>Problem types</h1>
<p>Every error of the API is a problem document (RFC 9457) of the media type <code>application/problem+json</code>. Switch on its member <code>type</code>; it is stable.</p>
<table><thead><tr><th>Status</th><th>Type</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`,
  );
}

/** The page of one problem type: when it happens, what to do, and an example. */
export function errorPage(slug: ProblemSlug, docsUrl: string): string {
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
  return page(
    title,
    `<div class="card"><span class="status">${status}</span> <code>/problems/${slug}</code>
<h1>${escapeHtml(title)}</h1>
<p>${prose(help)}</p>
<h2>What the answer looks like</h2>
<pre><code>${escapeHtml(JSON.stringify(example, null, 2))}</code></pre>
<p class="soft">The answer's header <code>X-Request-Id</code> names the request in the logs. <a href="/errors">All problem types</a></p></div>`,
  );
}
