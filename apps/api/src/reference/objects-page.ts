/** The page of all shapes of requests and responses. */
import { codeBlock } from './highlight.ts';
import { json, literal } from './literal.ts';
import { renderText } from './markdown.ts';
import type { OpenApi, Schema } from './openapi-types.ts';
import { maxDepth, membersOf, typeOf } from './schema-view.ts';

/** The content of the page. */
export function objectsBody(document: OpenApi): string {
  const shapes = Object.entries(document.components.schemas);
  const list = shapes.map(([name]) => `<li><a href="#${name}">${name}</a></li>`);
  return `<div class="lead"><h1>Objects</h1><p>The shapes of requests and responses, by name.</p><ul class="columns">${list.join('')}</ul></div>
${shapes.map(([name, schema]) => shapeSection(name, schema, document)).join('\n')}`;
}

function shapeSection(name: string, schema: Schema, document: OpenApi): string {
  const members = membersOf(schema, document, maxDepth) || `<p class="facts">${typeOf(schema)}</p>`;
  const example = schema.examples?.[0];
  return `<section class="operation" id="${name}" aria-labelledby="${name}-title"><div class="about">
<h2 id="${name}-title">${name}<a class="anchor" href="#${name}" aria-hidden="true" tabindex="-1">#</a></h2>
${schema.description ? renderText(schema.description) : ''}${members}</div>
<div class="samples">${example === undefined ? '' : codeBlock(literal(example, json), 'json', 'Example')}</div></section>`;
}
