/** The layout of the pages that the API renders itself: one style in the console's colors, one font of this service, no script. */
import { createHash } from 'node:crypto';

const style = `
@font-face{font-family:"Inter Variable";font-display:swap;font-weight:100 900;src:url("/docs/inter.woff2") format("woff2-variations")}
:root{color-scheme:light dark;--ink:#16181d;--soft:#525866;--line:#d5d9e0;--paper:#fff;--ground:#f5f6f8;--accent:#1d4ed8}
@media (prefers-color-scheme:dark){:root{--ink:#e8ebf1;--soft:#a8b0bf;--line:#313846;--paper:#181c24;--ground:#0f1218;--accent:#8fb0ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.6 "Inter Variable",system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{max-width:46rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
header{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;align-items:center;min-height:3.5rem;padding:.6rem 1.25rem;background:var(--paper);border-bottom:1px solid var(--line);font-size:.9375rem}
header a{white-space:nowrap}
header strong{display:flex;gap:.6rem;align-items:center;margin-inline-end:auto;font-size:1.0625rem;font-weight:650;letter-spacing:-.01em}
header svg{width:1.75rem;height:1.75rem;fill:none;stroke:#fff;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
header rect{fill:#1d4ed8;stroke:none}
a{color:var(--accent);text-underline-offset:.15em}
a:focus-visible{outline:2px solid var(--accent);outline-offset:3px;border-radius:3px}
h1{font-size:1.75rem;font-weight:650;line-height:1.25;margin:0 0 1rem;letter-spacing:-.015em}
h2{font-size:1.0625rem;font-weight:650;margin:2rem 0 .5rem}
p{margin:.6rem 0}
code,pre{font:14px/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{background:var(--ground);padding:.1em .35em;border-radius:4px;border:1px solid var(--line);overflow-wrap:anywhere}
pre{background:var(--ground);border:1px solid var(--line);border-radius:8px;padding:1rem;overflow-x:auto}
pre code{border:0;padding:0;background:none}
.card{background:var(--paper);border:1px solid var(--line);border-radius:12px;padding:1.75rem}
.status{display:inline-block;font-weight:600;font-variant-numeric:tabular-nums;color:var(--accent)}
.soft{color:var(--soft)}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.6rem .5rem;border-top:1px solid var(--line);vertical-align:top}
thead th{border-top:0;color:var(--soft);font-weight:600;font-size:.9rem}
td:first-child{font-variant-numeric:tabular-nums;width:4.5rem}
td span{display:block}
@media (max-width:40rem){header{gap:.25rem .75rem}header a{font-size:.875rem}main{padding-top:1.5rem}.card{padding:1.25rem}h1{font-size:1.6rem}}
`;

/** The source expression that allows exactly this style (CSP level 3, section 2.3.1). */
export const pageStyleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** Escapes text for HTML, between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** The product's logo. */
export const mark =
  '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7"/><path d="M7 20.5c3.2-8.4 6-11.6 7.6-10.6 2 1.3-3.4 9.3-1.1 9.9 1.7.4 3.2-4.3 4.9-4 1.3.3.2 2.9 1.6 3.2 1.2.2 2.3-.9 4.7-2.6"/><path d="M7 25h18"/></svg>';

/** The style of these pages, and their font. */
export const pagePolicy = { 'style-src': pageStyleSource, 'font-src': "'self'" };

/** A whole page. `body` and `head` are HTML, the title is text. */
export function page(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Countersign</title>
<style>${style}</style>${head}
</head>
<body>
<header><strong>${mark}Countersign</strong><a href="/verify">Verify a PDF</a><a href="/docs">API reference</a></header>
<main>${body}</main>
</body>
</html>
`;
}
