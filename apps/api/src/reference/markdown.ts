/** Renders the Markdown of guides and manuals, and of descriptions in the OpenAPI document. */
import { Marked, type Token, type Tokens } from 'marked';
import { escapeHtml } from '../pages/layout.ts';
import { codeBlock } from './highlight.ts';

/** Turns the address of a link into that of a page; null if there is none, and then only its text is shown. */
export type ResolveLink = (href: string) => string | null;

const external = /^https?:\/\//;

/** Raw HTML in the source is shown as text. */
function rendererFor(resolve: ResolveLink) {
  const slugs = new Map<string, number>();
  const marked = new Marked({
    gfm: true,
    renderer: {
      html: ({ text }) => escapeHtml(text),
      code: ({ text, lang = '' }) => {
        const [language = '', ...label] = lang.split(' ');
        // In a guide, a word after "sh" says when its test runs the block.
        return codeBlock(text, language, language === 'sh' ? '' : label.join(' '));
      },
      heading({ tokens, depth, text }) {
        const id = slugOf(text, slugs);
        const anchor =
          depth === 1 ? '' : `<a class="anchor" href="#${id}" aria-hidden="true" tabindex="-1">#</a>`;
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}${anchor}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const target = external.test(href) ? href : resolve(href);
        if (target === null) return text;
        return `<a href="${escapeHtml(target)}"${external.test(target) ? ' rel="noreferrer"' : ''}>${text}</a>`;
      },
      image: ({ text }) => escapeHtml(text),
      table(token: Tokens.Table) {
        const cells = (row: Tokens.TableCell[], tag: 'th' | 'td') =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('');
        const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
        return `<div class="wide" tabindex="0"><table><thead><tr>${cells(token.header, 'th')}</tr></thead><tbody>\n${rows}\n</tbody></table></div>\n`;
      },
    },
  });
  return marked;
}

/** The anchor of a heading, as GitHub makes it. */
export function slugOf(heading: string, used = new Map<string, number>()): string {
  const slug = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
  const count = used.get(slug) ?? 0;
  used.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${count}`;
}

export interface MarkdownPage {
  title: string;
  html(): string;
  /** Level 2 headings. */
  sections: Array<{ id: string; title: string; text: string }>;
}

/** A whole document. Its first heading is the title. */
export function renderMarkdown(source: string, resolve: ResolveLink): MarkdownPage {
  const marked = rendererFor(resolve);
  const tokens = marked.lexer(source);
  const used = new Map<string, number>();
  const sections: MarkdownPage['sections'] = [];
  let title = '';
  for (const token of tokens) {
    if (token.type === 'heading') {
      const id = slugOf(token.text, used);
      if (token.depth === 1) title = plainText(token);
      if (token.depth <= 2) sections.push({ id, title: plainText(token), text: '' });
    } else if (token.type !== 'code' && sections.length > 0) sections.at(-1)!.text += ` ${plainText(token)}`;
  }
  return { title, html: () => marked.parser(tokens), sections };
}

const inline = rendererFor(() => null);

/** A description: one or several paragraphs. */
export function renderText(text: string): string {
  return inline.parse(text, { async: false });
}

/** A short text without paragraphs. */
export function renderInline(text: string): string {
  return inline.parseInline(text, { async: false });
}

/** The words of a token, for the search. */
function plainText(token: Token): string {
  if ('tokens' in token && token.tokens) return token.tokens.map(plainText).join('');
  if (token.type === 'list') return (token as Tokens.List).items.map(plainText).join(' ');
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows]
      .flatMap((row) => row.map(({ tokens }) => tokens.map(plainText).join('')))
      .join(' ');
  }
  return 'text' in token && typeof token.text === 'string' ? token.text : '';
}
