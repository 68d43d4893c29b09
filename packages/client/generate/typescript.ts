/** The operations and shapes for the TypeScript client. */
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import type { OpenApi } from './openapi.ts';

const head = `/**
 * The operations and shapes of the Countersign API.
 * Generated from its OpenAPI document by \`npm run generate:client\`: do not edit.
 */

`;
/** Any body that fetch accepts. */
const body = ts.factory.createTypeReferenceNode('BodyInit');

/** The text of `packages/client/src/generated/api.ts`. */
export async function typescriptFile(document: OpenApi): Promise<string> {
  const ast = await openapiTS(JSON.stringify(document), {
    alphabetize: true,
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    transform: (schema) => (schema.format === 'binary' ? body : undefined),
    silent: true,
  });
  return head + astToString(ast);
}
