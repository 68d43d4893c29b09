/** A malformed id in a path is not-found, before the body is considered (docs/spec/decisions.md, section 1). */
import { decodeId, decodeTemplateId, isUuid } from '@countersign/contract/ids';
import { ProblemError } from '@countersign/problem/problem-error';
import type { RequestHandler } from 'express';
import { requestRoute } from '../ctx.ts';

interface Kind {
  name: string;
  isId(text: string): boolean;
}

const kinds = new Map<string, Kind>([
  ['{doc_id}', { name: 'document', isId: (text) => decodeId('doc', text) !== null }],
  ['{tpl_id}', { name: 'template', isId: (text) => decodeTemplateId(text) !== null }],
  ['{direct_link_id}', { name: 'direct link', isId: isUuid }],
  ['{file_id}', { name: 'file', isId: isUuid }],
  ['{folder_id}', { name: 'folder', isId: isUuid }],
  ['{webhook_id}', { name: 'webhook', isId: isUuid }],
  ['{key_id}', { name: 'key', isId: isUuid }],
  ['{bulk_send_id}', { name: 'bulk send', isId: isUuid }],
  ['{row_no}', { name: 'row', isId: (text) => /^[1-9]\d{0,8}$/.test(text) }],
]);

/** Throws not-found for a path with a malformed id, before the body is read. */
export function guardIds(): RequestHandler {
  return (request, _response, next) => {
    const parts = `${request.baseUrl}${request.path}`.split('/');
    for (const [at, name] of requestRoute(request)?.split('/').entries() ?? []) {
      const kind = kinds.get(name);
      if (kind && !kind.isId(parts[at]!))
        throw new ProblemError('not-found', { detail: `No such ${kind.name}.` });
    }
    next();
  };
}
