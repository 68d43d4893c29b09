/** Colors code with classes, which the style sheet defines. It needs no script in the browser. */
import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import { escapeHtml } from '../pages/layout.ts';

const languages = { bash, go, javascript, json, python, typescript, xml };
for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language);

/** A block of code as HTML. It can be scrolled by keyboard. `label` is shown above it, for example a file name. */
export function codeBlock(text: string, language: string, label = ''): string {
  const known = highlighter.getLanguage(language);
  const html = known ? highlighter.highlight(text, { language }).value : escapeHtml(text);
  const title = label ? `<figcaption>${escapeHtml(label)}</figcaption>` : '';
  return `<figure class="code">${title}<pre tabindex="0"><code>${html}</code></pre></figure>`;
}
