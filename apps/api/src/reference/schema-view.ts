/** Shows the members of a shape: name, type, whether it is required, and its limits. */
import { escapeHtml } from '../pages/layout.ts';
import { renderInline } from './markdown.ts';
import { nameOfSchema, type OpenApi, type Parameter, type Schema } from './openapi-types.ts';

/** How deep the members of members are shown; below that there is only the link to the shape. */
export const maxDepth = 2;

/** The members of a body, and inside each the members of its objects, folded. */
export function membersOf(schema: Schema, document: OpenApi, depth = 0): string {
  const shape = resolved(schema, document);
  const entries = Object.entries(shape.properties ?? {});
  if (entries.length === 0) return '';
  const required = new Set(shape.required);
  return `<dl class="members">${entries
    .map(([name, member]) => memberOf(name, member, required.has(name), document, depth))
    .join('\n')}</dl>`;
}

/** Parameters of an address or headers. */
export function parametersOf(parameters: readonly Parameter[], document: OpenApi): string {
  return `<dl class="members">${parameters
    .map(({ name, schema, description, required }) =>
      memberOf(
        name,
        { ...schema, ...(description && { description }) },
        required === true,
        document,
        maxDepth,
      ),
    )
    .join('\n')}</dl>`;
}

function memberOf(name: string, schema: Schema, required: boolean, document: OpenApi, depth: number): string {
  const inner = innerShape(schema, document);
  const nested = inner && depth < maxDepth ? membersOf(inner, document, depth + 1) : '';
  const facts = factsOf(schema);
  return `<div><dt><code>${escapeHtml(name)}</code> <span class="type">${typeOf(schema)}</span>${required ? ' <span class="required">required</span>' : ''}</dt>
<dd>${schema.description ? `<p>${renderInline(schema.description)}</p>` : ''}${facts ? `<p class="facts">${facts}</p>` : ''}${nested ? `<details><summary>Members of <code>${escapeHtml(name)}</code></summary>${nested}</details>` : ''}</dd></div>`;
}

function resolved(schema: Schema, document: OpenApi): Schema {
  const name = nameOfSchema(schema.$ref);
  return name === undefined ? schema : (document.components.schemas[name] ?? {});
}

/** The object of a member, of its items, or of its only variant other than null. */
function innerShape(schema: Schema, document: OpenApi): Schema | null {
  const own = resolved(schema, document);
  if (own.properties) return own;
  if (own.type === 'array' && own.items) return innerShape(own.items, document);
  const variants = (own.anyOf ?? own.oneOf ?? []).filter(({ type }) => type !== 'null');
  return variants.length === 1 ? innerShape(variants[0]!, document) : null;
}

const values = (all: readonly unknown[]) =>
  all.map((one) => `<code>${escapeHtml(JSON.stringify(one))}</code>`).join(' ');

/** The type of a schema in words, as HTML. */
export function typeOf(schema: Schema): string {
  const name = nameOfSchema(schema.$ref);
  if (name !== undefined) return `<a href="/docs/objects#${name}">${name}</a>`;
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return [...new Set(variants.map(typeOf))].join(' or ');
  if ('const' in schema) return values([schema.const]);
  if (schema.type === 'array') return `array of ${schema.items ? typeOf(schema.items) : 'anything'}`;
  if (schema.format === 'binary') return 'file';
  const types = [schema.type ?? 'anything'].flat().join(' or ');
  return schema.format ? `${types} (${schema.format})` : types;
}

/** Limits, allowed values and the default. */
function factsOf(schema: Schema): string {
  const variants = [schema, ...(schema.anyOf ?? schema.oneOf ?? [])];
  const of = <K extends keyof Schema>(key: K) =>
    variants.map((one) => one[key]).find((one) => one !== undefined);
  const facts = [
    between(of('minLength'), of('maxLength'), 'characters'),
    between(of('minItems'), of('maxItems'), 'items'),
    between(of('minimum'), of('maximum'), ''),
    of('exclusiveMinimum') === undefined ? '' : `greater than ${of('exclusiveMinimum')}`,
    of('enum') ? `one of ${values(of('enum')!)}` : '',
    of('pattern') ? `pattern <code>${escapeHtml(of('pattern')!)}</code>` : '',
    schema.default === undefined ? '' : `default ${values([schema.default])}`,
  ];
  return facts.filter(Boolean).join(' · ');
}

function between(min: number | undefined, max: number | undefined, unit: string): string {
  if (min === undefined && max === undefined) return '';
  const range =
    max === undefined ? `at least ${min}` : min === undefined ? `at most ${max}` : `${min} to ${max}`;
  return `${range} ${unit}`.trim();
}
