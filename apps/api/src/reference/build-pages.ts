/** The pages of the documentation: guides, manuals, operations by concept, shapes and problems. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue, type ProblemSlug } from '@countersign/problem/catalogue';
import { allOperations } from '../openapi/all.ts';
import { openApiDocument } from '../openapi/document.ts';
import type { Operation } from '../openapi/operation.ts';
import { escapeHtml } from '../pages/layout.ts';
import { conceptBody, conceptTitles } from './concept-page.ts';
import { documentationPage, type Navigation } from './layout.ts';
import { type MarkdownPage, renderInline, renderMarkdown, slugOf } from './markdown.ts';
import { objectsBody } from './objects-page.ts';
import type { OpenApi } from './openapi-types.ts';
import { problemBody, problemIndexBody, problemsByStatus } from './problem-pages.ts';
import { createSearch, type Entry, type SearchIndex } from './search.ts';

const docsFolder = join(import.meta.dirname, '../../../../docs');

/** Documents that are shown next to the guides, by the last part of their address. */
const manuals = [
  ['cli', 'CLI.md'],
  ['console', 'CONSOLE.md'],
  ['webhooks', 'WEBHOOKS.md'],
  ['bulk-sends', 'BULK.md'],
  ['audit-trail', 'AUDIT.md'],
  ['verifying', 'VERIFYING.md'],
  ['sealing', 'SEALING.md'],
  ['operations', 'OPERATIONS.md'],
] as const;

export interface Documentation {
  /** Renders a page; null if there is none at this path. The result is always the same. */
  page(path: string): string | null;
  /** The page for an address that the documentation does not have. */
  missing(): string;
  /** The page of results. With `isPart` only the list, which the script shows below the search field. */
  search(query: string, isPart: boolean): string;
}

interface Guide extends MarkdownPage {
  path: string;
}

/** Reads the guides and describes every operation. Pages are rendered on request, so callers should keep them. */
export function buildDocumentation(addresses: { publicUrl: string; docsUrl: string }): Documentation {
  const document = openApiDocument(allOperations, addresses) as unknown as OpenApi;
  const guides = readGuides();
  const manualPages = manuals.map(([name, file]) => readPage(`/docs/manuals/${name}`, file));
  const overview = renderMarkdown(
    readFileSync(join(import.meta.dirname, 'overview.md'), 'utf8').replaceAll('{{url}}', addresses.publicUrl),
    (href) => href,
  );
  const concepts = document.tags.map(({ name, description }) => ({
    tag: name as Operation['tag'],
    title: conceptTitles[name as Operation['tag']],
    description,
    operations: allOperations.filter(({ tag }) => tag === name),
  }));
  const navigation: Navigation = [
    {
      title: 'Start',
      links: [
        { href: '/docs', label: 'Overview' },
        { href: '/errors', label: 'Problems' },
      ],
    },
    { title: 'Guides', links: guides.map(({ path, title }) => ({ href: path, label: title })) },
    {
      title: 'API',
      links: [
        ...concepts.map(({ tag, title, operations }) => ({
          href: `/docs/api/${tag}`,
          label: title,
          parts: operations.map(({ operationId, summary }) => ({ href: `#${operationId}`, label: summary })),
        })),
        { href: '/docs/objects', label: 'Objects' },
      ],
    },
    { title: 'Manuals', links: manualPages.map(({ path, title }) => ({ href: path, label: title })) },
  ];

  const pages = new Map<string, { title: string; body(): string }>();
  const cards = guides.map(({ path, title }) => `<li><a href="${path}">${escapeHtml(title)}</a></li>`);
  pages.set('/docs', {
    title: 'Documentation',
    body: () => `<article class="prose">${overview.html()}<h2 id="guides">Guides</h2><ul class="cards">${cards.join('')}</ul>
<h2 id="api">API by concept</h2><ul class="cards">${concepts.map(({ tag, title, description }) => `<li><a href="/docs/api/${tag}">${title}</a><p>${renderInline(description)}</p></li>`).join('')}</ul></article>`,
  });
  for (const { path, title, html } of [...guides, ...manualPages])
    pages.set(path, { title, body: () => `<article class="prose">${html()}</article>` });
  for (const concept of concepts)
    pages.set(`/docs/api/${concept.tag}`, {
      title: concept.title,
      body: () => conceptBody(concept, document, addresses.publicUrl),
    });
  pages.set('/docs/objects', { title: 'Objects', body: () => objectsBody(document) });
  pages.set('/errors', { title: 'Problems', body: problemIndexBody });
  for (const slug of problemsByStatus())
    pages.set(`/errors/${slug}`, {
      title: catalogue[slug].title,
      body: () => problemBody(slug, addresses.docsUrl, allOperations),
    });

  const index = searchIndex([...guides, ...manualPages, { ...overview, path: '/docs' }], document);
  return {
    page: (path) => {
      const page = pages.get(path);
      return page ? documentationPage({ path, title: page.title, body: page.body() }, navigation) : null;
    },
    missing: () => {
      const body =
        '<article class="prose"><h1>Page not found</h1><p>The documentation has no page at this address. Search for it, or begin with the <a href="/docs">overview</a>.</p></article>';
      return documentationPage({ path: '/docs/', title: 'Page not found', body }, navigation);
    },
    search: (query, isPart) => {
      const list = resultList(index.find(query), query);
      if (isPart) return list;
      const hint = '<p>Try fewer or other words, or begin with the <a href="/docs">overview</a>.</p>';
      const isEmpty = query.trim() !== '' && index.find(query).length === 0;
      const body = `<article class="prose"><h1>Search</h1>${list}${isEmpty ? hint : ''}</article>`;
      return documentationPage({ path: '/docs/search', title: 'Search', body, query }, navigation);
    },
  };
}

/** The guides in the order of their list. */
function readGuides(): Guide[] {
  const list = readFileSync(join(docsFolder, 'guides/README.md'), 'utf8');
  const names = [...list.matchAll(/^\d+\. \[[^\]]+\]\(([\w-]+)\.md\)/gm)].map(([, name]) => name!);
  return names.map((name) => readPage(`/docs/guides/${name}`, `guides/${name}.md`));
}

function readPage(path: string, file: string): Guide {
  const source = readFileSync(join(docsFolder, file), 'utf8');
  return { path, ...renderMarkdown(source, (href) => addressOf(href)) };
}

/** The page of a link between two documents; null for documents that are not shown. */
function addressOf(href: string): string | null {
  if (href.startsWith('#')) return href;
  const [file = '', anchor] = href.split('#');
  const name = file.replace(/^(?:\.\.\/)?(?:guides\/)?/, '');
  const end = anchor ? `#${anchor}` : '';
  const manual = manuals.find(([, path]) => path === name);
  if (manual) return `/docs/manuals/${manual[0]}${end}`;
  if (name === 'README.md') return `/docs${end}`;
  return /^[a-z-]+\.md$/.test(name) ? `/docs/guides/${name.slice(0, -3)}${end}` : null;
}

function searchIndex(texts: readonly Guide[], document: OpenApi): SearchIndex {
  const entries: Entry[] = [];
  for (const { path, title, sections } of texts)
    for (const [position, section] of sections.entries())
      entries.push({
        title: section.title,
        kind: position === 0 ? 'Guide' : title,
        href: position === 0 ? path : `${path}#${section.id}`,
        text: section.text,
      });
  for (const { tag, operationId, summary, description = '', method, path } of allOperations)
    entries.push({
      title: summary,
      kind: `${method.toUpperCase()} ${path}`,
      href: `/docs/api/${tag}#${operationId}`,
      text: `${operationId} ${description}`,
    });
  for (const [name, { properties = {} }] of Object.entries(document.components.schemas))
    entries.push({
      title: name,
      kind: 'Object',
      href: `/docs/objects#${name}`,
      text: Object.keys(properties).join(' '),
    });
  for (const slug of Object.keys(catalogue) as ProblemSlug[])
    entries.push({
      title: catalogue[slug].title,
      kind: `Problem ${slug}`,
      href: `/errors/${slug}`,
      text: `${catalogue[slug].status} ${catalogue[slug].help}`,
    });
  for (const [type, { post }] of Object.entries(document.webhooks))
    entries.push({
      title: type,
      kind: 'Event',
      href: `/docs/api/webhooks#${slugOf(type)}`,
      text: post.summary,
    });
  return createSearch(entries);
}

function resultList(found: readonly Entry[], query: string): string {
  if (query.trim() === '') return '<p>Type what you are looking for, for example “remind” or “409”.</p>';
  if (found.length === 0) return `<p>Nothing found for “${escapeHtml(query.slice(0, 100))}”.</p>`;
  const items = found.map(
    ({ title, kind, href }) =>
      `<li><a href="${href}"><strong>${escapeHtml(title)}</strong> <span>${escapeHtml(kind)}</span></a></li>`,
  );
  return `<ul class="results">${items.join('')}</ul>`;
}
