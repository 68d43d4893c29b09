/** The frame of the documentation: header with search, navigation, content. It can be read without the script. */
import { escapeHtml, mark } from '../pages/layout.ts';

export interface NavigationLink {
  href: string;
  label: string;
  /** Shown below it while its page is open. */
  parts?: readonly { href: string; label: string }[];
}
export type Navigation = readonly { title: string; links: readonly NavigationLink[] }[];

export interface Page {
  /** Path of the page; marks its link in the navigation. */
  path: string;
  title: string;
  body: string;
  /** What the search field contains. */
  query?: string;
}

/** A whole page. */
export function documentationPage({ path, title, body, query = '' }: Page, navigation: Navigation): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Countersign</title>
<link rel="stylesheet" href="/docs/page.css">
<script src="/docs/page.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
<a class="menu-link" href="#navigation">Menu</a>
<a class="brand" href="/docs" aria-label="Countersign Docs">${mark}<span>Countersign</span> <span class="brand-part">Docs</span></a>
<form class="search" role="search" action="/docs/search">
<input type="search" name="q" value="${escapeHtml(query)}" maxlength="100" placeholder="Search" aria-label="Search the documentation" autocomplete="off">
</form>
<nav class="top" aria-label="Other pages"><a href="/documents">Console</a><a href="/verify">Verify a PDF</a></nav>
</header>
<nav id="navigation" class="side" aria-label="Documentation">
<a class="close-link" href="#main">Close</a>
${navigation.map(({ title: name, links }) => groupOf(name, links, path)).join('\n')}
</nav>
<main id="main" tabindex="-1">
${body}
</main>
</body>
</html>
`;
}

function groupOf(title: string, links: readonly NavigationLink[], path: string): string {
  const items = links.map(({ href, label, parts = [] }) => {
    const isHere = href === path;
    const below =
      isHere && parts.length > 0
        ? `<ul>${parts.map((part) => `<li><a href="${part.href}">${escapeHtml(part.label)}</a></li>`).join('')}</ul>`
        : '';
    return `<li><a href="${href}"${isHere ? ' aria-current="page"' : ''}>${escapeHtml(label)}</a>${below}</li>`;
  });
  return `<section><h2>${escapeHtml(title)}</h2><ul>${items.join('\n')}</ul></section>`;
}
