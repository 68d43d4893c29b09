/** The OpenAPI document passes a linter and matches the specification in every shape and operation. */
import { allOperations } from '@countersign/api/openapi/all';
import { openApiDocument } from '@countersign/api/openapi/document';
import { publicEventTypes } from '@countersign/contract/events';
import { catalogue } from '@countersign/problem/catalogue';
import { describe, expect, test } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { endpoints, pagedLists, patterns, shapes } from './specification.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON document is looked into here
type Json = any;

const address = 'https://sign.example.com';
const document = openApiDocument(allOperations, { publicUrl: address, docsUrl: address }) as Json;
const schemas: Json = document.components.schemas;

/** A schema without `null`, and whether it had one. */
function unwrap(schema: Json): { schema: Json; nullable: boolean } {
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((one: string) => one !== 'null');
    return { schema: { ...schema, type: types[0] }, nullable: types.length < schema.type.length };
  }
  const variants: Json[] | undefined = schema.anyOf ?? schema.oneOf;
  const rest = variants?.filter((one) => one.type !== 'null');
  if (variants && rest && rest.length < variants.length)
    return { schema: rest.length === 1 ? rest[0] : { anyOf: rest }, nullable: true };
  return { schema, nullable: false };
}

function typeOf(schema: Json): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if (schema.enum) return `enum(${schema.enum.join('|')})`;
  if (schema.const !== undefined) return `enum(${schema.const})`;
  if (schema.type === 'array') return `[${typeOf(schema.items)}]`;
  if (schema.type === 'string' && ['uuid', 'date-time', 'email'].includes(schema.format))
    return schema.format;
  if (schema.type === 'object' && schema.additionalProperties)
    return `map(${typeOf(schema.additionalProperties)})`;
  return schema.type ?? 'any';
}

interface Member {
  type: string;
  required: boolean;
  nullable: boolean;
  fallback: string | null;
  min: number | null;
  max: number | null;
}

function read(text: string): Member {
  const [type = '', ...flags] = text.split(' ');
  const range = flags.find((flag) => flag.includes('..'))?.split('..');
  return {
    type,
    required: flags.includes('req'),
    nullable: flags.includes('null'),
    fallback: flags.find((flag) => flag.startsWith('='))?.slice(1) ?? null,
    min: range?.[0] ? Number(range[0]) : null,
    max: range?.[1] ? Number(range[1]) : null,
  };
}

function describeMember(shape: Json, name: string): Member {
  const given = shape.properties[name];
  const { schema, nullable } = unwrap(given);
  return {
    type: typeOf(schema),
    required: (shape.required ?? []).includes(name),
    nullable,
    fallback: given.default === undefined || given.default === null ? null : String(given.default),
    min: schema.minimum ?? schema.minLength ?? schema.minItems ?? null,
    max: schema.maximum ?? schema.maxLength ?? schema.maxItems ?? null,
  };
}

const isRequest = (name: string) => /(Req|In|Spec|Patch|Settings)$/.test(name);

describe('every shape of the specification', () => {
  test.each(Object.entries(shapes))('%s has its members, as the specification has them', (name, members) => {
    const shape = schemas[name];
    expect(Object.keys(shape?.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(members)));
    // Requests have exactly the members of the specification.
    if (isRequest(name)) expect(Object.keys(shape.properties).sort()).toEqual(Object.keys(members).sort());
    for (const [member, text] of Object.entries(members)) {
      const wanted = read(text);
      const found = describeMember(shape, member);
      const where = `${name}.${member}`;
      const types = [wanted.type, ...looserNames(wanted.type)];
      expect({ where, type: types.includes(found.type) ? wanted.type : found.type }).toEqual({
        where,
        type: wanted.type,
      });
      // A response may always contain a member that the specification makes optional.
      if (wanted.required || isRequest(name))
        expect({ where, required: found.required }).toEqual({ where, required: wanted.required });
      if (wanted.nullable) expect({ where, nullable: found.nullable }).toEqual({ where, nullable: true });
      if (wanted.fallback !== null)
        expect({ where, fallback: found.fallback }).toEqual({ where, fallback: wanted.fallback });
      // Limits of the specification apply exactly; where it gives none, ours may.
      for (const bound of ['min', 'max'] as const)
        if (wanted[bound] !== null)
          expect({ where, [bound]: found[bound] }).toEqual({ where, [bound]: wanted[bound] });
    }
  });

  test('the patterns are the specification’s', () => {
    for (const [where, pattern] of Object.entries(patterns)) {
      const [shape = '', member = ''] = where.split('.');
      const { schema } = unwrap(schemas[shape].properties[member]);
      expect({ where, pattern: schema.pattern }).toEqual({ where, pattern });
    }
  });
});

/** An enum of strings is a string; a free-form object is a map of anything. */
function looserNames(type: string): string[] {
  if (type === 'string')
    return [
      'enum(everyone|managers)',
      'date-time',
      'enum(awaiting_upload)',
      'enum(queued|success|failed|dead)',
    ];
  if (type === '[string]') return [`[enum(${publicEventTypes.join('|')})]`];
  if (type === 'map(any)') return ['object'];
  if (type === 'any') return [];
  if (type === '[any]') return ['[map(any)]', '[object]', '[anyOf]'];
  return [];
}

describe('every operation of the specification', () => {
  test.each(Object.entries(endpoints))('%s: %s', (endpoint, text) => {
    const [method = '', path = ''] = endpoint.split(' ');
    const [body = '', answer = ''] = text.split(' -> ');
    const operation = document.paths[path]?.[method.toLowerCase()];
    expect(operation).toBeDefined();
    expect(shapeOfBody(operation.requestBody)).toContain(body);
    const [status = '', shape] = answer.split(' ');
    expect(Object.keys(operation.responses)).toContain(status);
    expect(shapeOfContent(operation.responses[status].content)).toBe(shape ?? '-');
  });

  test('has a unique name, a summary, a tag, and an example of its problems; paths are listed once', () => {
    const names = allOperations.map((operation) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    const tags = document.tags.map((tag: Json) => tag.name);
    for (const methods of Object.values<Json>(document.paths)) {
      for (const operation of Object.values<Json>(methods)) {
        expect(operation.summary).toBeTruthy();
        for (const tag of operation.tags) expect(tags).toContain(tag);
      }
    }
  });

  test('every parameter says what it means', () => {
    const silent = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
      Object.entries<Json>(item).flatMap(([method, operation]) =>
        (operation.parameters ?? [])
          .filter((one: Json) => !one.$ref && !one.description)
          .map((one: Json) => `${method} ${path} ${one.name}`),
      ),
    );
    expect(silent).toEqual([]);
  });

  test('lists have the same paging: limit 1 to 200, 50 by default, offset from 0', () => {
    for (const path of pagedLists) {
      const parameters = Object.fromEntries(
        document.paths[path].get.parameters.map((one: Json) => [one.name, one.schema]),
      );
      expect(parameters.limit).toMatchObject({ type: 'integer', minimum: 1, maximum: 200, default: 50 });
      expect(parameters.offset).toMatchObject({ type: 'integer', minimum: 0, default: 0 });
    }
  });
});

function shapeOfContent(content: Json): string {
  if (!content) return '-';
  const { schema } = Object.values<Json>(content)[0];
  if (schema.format === 'binary') return 'binary';
  if (schema.anyOf) return schema.anyOf.map(typeOf).join('|');
  return typeOf(schema);
}

/** The bodies as the table writes them, one for each media type. */
function shapeOfBody(body: Json): string[] {
  if (!body) return ['-'];
  const optional = body.required ? '' : '?';
  const shapes = Object.values<Json>(body.content).map((one) => `${shapeOfContent({ any: one })}${optional}`);
  // A request without a body stays valid.
  return body.required ? shapes : ['-', ...shapes];
}

describe('the webhooks section', () => {
  test('has every event type and the ping, with the headers of a delivery', () => {
    expect(Object.keys(document.webhooks).sort()).toEqual([...publicEventTypes, 'ping'].sort());
    for (const { post } of Object.values<Json>(document.webhooks)) {
      expect(post.parameters.map((one: Json) => one.name)).toEqual(
        expect.arrayContaining(['X-Service-Event', 'X-Service-Signature', 'User-Agent']),
      );
      expect(Object.keys(post.requestBody.content)).toEqual(['application/json']);
    }
    const members = Object.keys(schemas.WebhookEvent.properties);
    expect(members).toEqual([
      ...['id', 'type', 'created_at', 'document', 'mode', 'data'],
      ...['external_id', 'metadata'],
    ]);
    expect(Object.keys(schemas.WebhookPing.properties)).toEqual(['id', 'type', 'created_at', 'mode']);
  });
});

describe('the document', () => {
  test('passes the linter, including its examples', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        'no-invalid-schema-examples': 'error',
        'no-invalid-media-type-examples': 'error',
        'operation-operationId-unique': 'error',
        'no-unused-components': 'error',
        // The document names no license, and its server is the configured address.
        'info-license': 'off',
        'no-server-example.com': 'off',
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    const findings = problems.map((one) => `${one.ruleId}: ${one.message} ${one.location[0]?.pointer}`);
    // Probes, metrics and descriptions have no 4xx responses.
    const probes = /^operation-4xx-response: .*~1(healthz|readyz|metrics|openapi\.json)\//;
    expect(findings.filter((one) => !probes.test(one))).toEqual([]);
  });

  test('every named body and JSON response has an example', () => {
    const named = new Set<string>();
    for (const methods of Object.values<Json>(document.paths)) {
      for (const operation of Object.values<Json>(methods)) {
        const contents = [operation.requestBody, ...Object.values<Json>(operation.responses)].flatMap((one) =>
          Object.entries<Json>(one?.content ?? {}),
        );
        for (const [type, { schema }] of contents) {
          const reference = schema?.$ref ?? schema?.items?.$ref;
          if (type === 'application/json' && reference) named.add(reference.split('/').at(-1));
        }
      }
    }
    const without = [...named].filter((name) => !schemas[name].examples?.length);
    expect(without.sort()).toEqual([]);
  });

  test('every problem type is a response of some operation, or can occur for any request', () => {
    // For any path, or for requests that cannot be parsed.
    const everywhere = new Set([
      'method-not-allowed',
      'bad-request',
      'precondition-failed',
      'request-timeout',
      'headers-too-large',
    ]);
    const text = JSON.stringify(document.paths);
    const untold = Object.keys(catalogue).filter(
      (slug) => !everywhere.has(slug) && !text.includes(`/problems/${slug}`),
    );
    expect(untold).toEqual([]);
  });
});
