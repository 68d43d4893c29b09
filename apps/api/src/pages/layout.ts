/** The layout of the pages that the API renders itself: one style, no script, no external resource. */
import { createHash } from 'node:crypto';

const style = `
:root{color-scheme:light dark;--ink:#1b2430;--soft:#566274;--line:#dde3ea;--paper:#fff;--ground:#f5f7fa;--accent:#1f4f8f}
@media (prefers-color-scheme:dark){:root{--ink:#e8edf4;--soft:#a3b0c2;--line:#2c3848;--paper:#18212d;--ground:#10161f;--accent:#8db8f0}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{max-width:44rem;margin:0 auto;padding:3rem 1.25rem 4rem}
header{max-width:44rem;margin:0 auto;padding:1.25rem 1.25rem 0;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;align-items:baseline}
header a{white-space:nowrap}
header strong{font-size:1.05rem;letter-spacing:.01em}
a{color:var(--accent);text-underline-offset:.15em}
a:focus-visible{outline:2px solid var(--accent);outline-offset:3px;border-radius:3px}
h1{font-size:1.9rem;line-height:1.2;margin:.4rem 0 1.2rem;letter-spacing:-.015em}
h2{font-size:1.05rem;margin:2rem 0 .5rem}
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
@media (max-width:40rem){main{padding-top:1.5rem}.card{padding:1.25rem}h1{font-size:1.6rem}}
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
<header><strong>Countersign</strong><a href="/verify">Verify a file</a><a href="/docs">API reference</a><a href="/errors">Problem types</a></header>
<main>${body}</main>
</body>
</html>
`;
}
