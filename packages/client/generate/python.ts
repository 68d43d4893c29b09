/** The operations and shapes for the Python client: `countersign/types.py` and `countersign/_operations.py`. */
import {
  nameOfSchema,
  type OpenApi,
  type Operation,
  type Parameter,
  type Schema,
  schemasIn,
} from './openapi.ts';

/** Operations of Countersign's own pages, which other programs do not call. */
const ownTags = new Set(['console', 'signing']);
/** Words that cannot be names in Python, as far as an API may use them. */
const keywords = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if import in is
  lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);

interface Call {
  method: string;
  route: string;
  operation: Operation;
}

/** The texts of the generated Python modules by their file name. */
export function pythonFiles(document: OpenApi): Map<string, string> {
  const calls = Object.entries(document.paths).flatMap(([route, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => !operation.tags.some((tag) => ownTags.has(tag)))
      .map(([method, operation]): Call => ({ method: method.toUpperCase(), route, operation })),
  );
  const used = schemasIn(
    document,
    calls.map(({ operation }) => [operation.parameters, operation.requestBody, operation.responses]),
  );
  for (const name of schemasIn(document, ['WebhookEvent', 'WebhookPing'].map(reference))) used.add(name);
  return new Map([
    ['types.py', typesModule(document, [...used].sort())],
    ['_operations.py', operationsModule(calls)],
  ]);
}

const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

// Types

/** The declarations of a module. An inline object is named after the object around it and its member. */
class Types {
  readonly declarations: string[] = [];

  declare(name: string, schema: Schema): void {
    if (schema.properties) this.declareObject(name, schema);
    else this.declarations.push(`${name}: TypeAlias = ${quote(this.typeOf(schema, name))}\n`);
  }

  declareObject(name: string, schema: Schema): void {
    const required = new Set(schema.required);
    const members = Object.entries(schema.properties!).map(([member, its]) => {
      const type = this.typeOf(its, name + pascal(member));
      return {
        member,
        type: required.has(member) ? type : `NotRequired[${type}]`,
        description: its.description,
      };
    });
    const isPlain = members.every(({ member }) => isName(member));
    const lines = isPlain
      ? [
          `class ${name}(TypedDict):`,
          ...(schema.description ? [`    ${docString(schema.description)}\n`] : []),
          ...(members.length === 0 ? ['    pass'] : []),
          ...members.flatMap(({ member, type, description }) => [
            `    ${member}: ${type}`,
            ...(description ? [`    ${docString(description)}`] : []),
          ]),
        ]
      : [
          `${name} = TypedDict(`,
          `    "${name}",`,
          '    {',
          ...members.map(({ member, type }) => `        ${quote(member)}: ${quote(type)},`),
          '    },',
          ')',
        ];
    this.declarations.push(`${lines.join('\n')}\n`);
  }

  /** The Python type of a schema. Inline objects in it get names that begin with `name`. */
  typeOf(schema: Schema, name: string): string {
    const referred = schema.$ref && nameOfSchema(schema.$ref);
    if (referred) return referred;
    const variants = schema.anyOf ?? schema.oneOf;
    if (variants) {
      const objects = variants.filter(({ properties }) => properties).length;
      return union(
        variants.map((one, index) => this.typeOf(one, objects > 1 ? name + variantName(one, index) : name)),
      );
    }
    if (schema.enum) return `Literal[${schema.enum.map((one) => literal(one)).join(', ')}]`;
    if ('const' in schema) return `Literal[${literal(schema.const)}]`;
    if (schema.properties) {
      this.declareObject(name, schema);
      return name;
    }
    return union([schema.type ?? 'any'].flat().map((type) => this.simpleType(type, schema, name)));
  }

  private simpleType(type: string, schema: Schema, name: string): string {
    if (type === 'string') return schema.format === 'binary' ? 'bytes' : 'str';
    if (type === 'integer') return 'int';
    if (type === 'number') return 'float';
    if (type === 'boolean') return 'bool';
    if (type === 'null') return 'None';
    if (type === 'array') return `list[${this.typeOf(schema.items ?? {}, `${name}Item`)}]`;
    if (type === 'object') {
      const values = schema.additionalProperties;
      return `dict[str, ${typeof values === 'object' ? this.typeOf(values, `${name}Value`) : 'Any'}]`;
    }
    return 'Any';
  }
}

function typesModule(document: OpenApi, names: string[]): string {
  const types = new Types();
  for (const name of names) types.declare(name, document.components.schemas[name]!);
  return `"""The shapes of the Countersign API: what calls take and answer.

Generated from its OpenAPI document by \`npm run generate:client\`: do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


${types.declarations.join('\n\n')}`.replaceAll('\n\n\n\n', '\n\n\n');
}

/** A name for a variant: the value of its constant member, or a number if it has none. */
function variantName(schema: Schema, index: number): string {
  const tag = Object.values(schema.properties ?? {}).find((member) => typeof member.const === 'string');
  return tag ? pascal(String(tag.const)) : String(index + 1);
}

const union = (types: string[]) => [...new Set(types)].join(' | ');
const literal = (value: unknown) =>
  value === null ? 'None' : value === true ? 'True' : value === false ? 'False' : JSON.stringify(value);
const isName = (text: string) => /^[A-Za-z_]\w*$/.test(text) && !keywords.has(text);
const quote = (text: string) => (text.includes('"') ? `'${text}'` : `"${text}"`);
const pascal = (text: string) =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
const snake = (text: string) => text.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();

/** A doc string of one or more lines. It is raw where the text has backslashes. */
function docString(text: string, indent = ''): string {
  const prefix = text.includes('\\') ? 'r' : '';
  const lines = text.replaceAll('"""', "'''").split('\n');
  const end = lines.length > 1 ? `\n${indent}` : text.endsWith('"') ? ' ' : '';
  return `${prefix}"""${lines.join(`\n${indent}`)}${end}"""`.replaceAll(/[ ]+\n/g, '\n');
}

// Operations

const inputTypes = new Types();

function operationsModule(calls: Call[]): string {
  const methods = (isAsync: boolean) => calls.map((call) => methodOf(call, isAsync)).join('\n');
  return `"""One method per operation of the Countersign API.

Generated from its OpenAPI document by \`npm run generate:client\`: do not edit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from . import types
from ._request import Call, Content, File


class Operations:
    def _call(self, call: Call) -> Any:
        raise NotImplementedError

${methods(false)}

class AsyncOperations:
    async def _call(self, call: Call) -> Any:
        raise NotImplementedError

${methods(true)}`;
}

interface Argument {
  /** As Python declares it, for example `limit: int | None = None`. */
  text: string;
  isRequired: boolean;
  isKeyword: boolean;
}

function methodOf({ method, route, operation }: Call, isAsync: boolean): string {
  const parameters = operation.parameters ?? [];
  const path = parameters.filter((one) => one.in === 'path');
  const query = parameters.filter((one) => one.in === 'query');
  const body = bodyOf(operation);
  const hasKey = parameters.some(({ name }) => name === 'Idempotency-Key');
  const args = [
    ...path.map(
      (one): Argument => ({ text: `${argumentName(one)}: str`, isRequired: true, isKeyword: false }),
    ),
    ...body.args,
    ...query.map(queryArgument),
    ...(hasKey ? [{ text: 'idempotency_key: str | None = None', isRequired: false, isKeyword: true }] : []),
  ].sort((a, b) => Number(a.isKeyword) - Number(b.isKeyword) || Number(b.isRequired) - Number(a.isRequired));
  const firstKeyword = args.findIndex(({ isKeyword }) => isKeyword);
  const texts = args.map(({ text }) => text);
  if (firstKeyword >= 0) texts.splice(firstKeyword, 0, '*');
  const answer = answerOf(operation);
  const passed = [
    `"${method}"`,
    `"${route}"`,
    ...(path.length ? [`path={${path.map((one) => `"${one.name}": ${argumentName(one)}`).join(', ')}}`] : []),
    ...(query.length
      ? [`query={${query.map((one) => `"${one.name}": ${argumentName(one)}`).join(', ')}}`]
      : []),
    ...body.passed,
    ...(hasKey ? ['idempotency_key=idempotency_key'] : []),
    ...(answer.kind === 'json' ? [] : [`answer="${answer.kind}"`]),
  ];
  const call = `${isAsync ? 'await ' : ''}self._call(\n            Call(\n                ${passed.join(',\n                ')},\n            )\n        )`;
  const text = [`${operation.summary}.`, operation.description].filter(Boolean).join('\n\n');
  return `    ${isAsync ? 'async ' : ''}def ${snake(operation.operationId)}(
        self,
${texts.map((one) => `        ${one},\n`).join('')}    ) -> ${answer.type}:
        ${docString(text, '        ')}
        ${answer.kind === 'none' ? '' : answer.type === 'Any' ? 'return ' : `answer: ${answer.type} = `}${call}${answer.kind === 'none' || answer.type === 'Any' ? '' : '\n        return answer'}
`;
}

const argumentName = ({ name }: Parameter) => (keywords.has(name) ? `${name}_` : name);

/** A type in the module of operations, where shapes have the prefix `types.`. */
function typeHere(schema: Schema): string {
  const referred = schema.$ref && nameOfSchema(schema.$ref);
  if (referred) return `types.${referred}`;
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return union(variants.map(typeHere));
  if (schema.type === 'array' && schema.items) return `list[${typeHere(schema.items)}]`;
  return inputTypes.typeOf(schema, 'Any');
}

function queryArgument(parameter: Parameter): Argument {
  const { schema } = parameter;
  const type = schema.type === 'array' ? `Sequence[${typeHere(schema.items ?? {})}]` : typeHere(schema);
  const isRequired = parameter.required === true;
  return {
    text: `${argumentName(parameter)}: ${type}${isRequired ? '' : ' | None = None'}`,
    isRequired,
    isKeyword: true,
  };
}

/**
 * The arguments for the body: `body` for JSON, `content` for a file, and `files` for the files of a form that has the JSON as well. A form
 * with named files has `content` for the first one and an argument for each of the others.
 */
function bodyOf({ requestBody }: Operation): { args: Argument[]; passed: string[] } {
  if (!requestBody) return { args: [], passed: [] };
  const { content } = requestBody;
  const json = content['application/json'];
  const form = content['multipart/form-data'];
  const raw = Object.keys(content).find((type) => content[type]!.schema.format === 'binary');
  const isOptional = !requestBody.required || (raw !== undefined && json !== undefined);
  const args: Argument[] = [];
  const passed: string[] = [];
  if (json) {
    const type = typeHere(json.schema);
    args.push({
      text: isOptional ? `body: ${type} | None = None` : `body: ${type}`,
      isRequired: !isOptional,
      isKeyword: false,
    });
    passed.push('body=body');
  }
  if (raw) {
    const type = json ? 'Content | None = None' : 'Content';
    args.push({ text: `content: ${type}`, isRequired: !json, isKeyword: json !== undefined });
    passed.push('content=content', `content_type="${raw}"`);
  }
  const [first, ...others] = Object.keys(form?.schema.properties ?? {});
  if (form && raw && first !== 'file') {
    for (const name of others)
      args.push({ text: `${name}: Content | None = None`, isRequired: false, isKeyword: true });
    passed.push(`parts={"${first}": content, ${others.map((name) => `"${name}": ${name}`).join(', ')}}`);
  } else if (form) {
    args.push({ text: 'files: Sequence[File] | None = None', isRequired: false, isKeyword: true });
    passed.push('files=files');
  }
  return { args, passed };
}

/** What a method returns: parsed JSON, the bytes of a file, or nothing. */
function answerOf({ responses }: Operation): { type: string; kind: 'json' | 'bytes' | 'none' } {
  const contents = Object.entries(responses)
    .filter(([status]) => Number(status) < 300)
    .flatMap(([, { content }]) => Object.entries(content ?? {}));
  if (contents.length === 0) return { type: 'None', kind: 'none' };
  if (contents.some(([type]) => type !== 'application/json')) return { type: 'bytes', kind: 'bytes' };
  return { type: union(contents.map(([, { schema }]) => typeHere(schema))), kind: 'json' };
}
