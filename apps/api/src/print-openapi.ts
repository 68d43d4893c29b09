/** Prints the OpenAPI document for generators: `node apps/api/src/print-openapi.ts [base URL]`. */
import { allOperations } from './openapi/all.ts';
import { openApiDocument } from './openapi/document.ts';

const publicUrl = process.argv[2] ?? 'http://localhost:3000';
process.stdout.write(
  `${JSON.stringify(openApiDocument(allOperations, { publicUrl, docsUrl: publicUrl }), null, 2)}\n`,
);
