/** Lets pages of any origin PUT a PDF to an `uploadUrl` (Fetch standard, CORS protocol), as they can to a presigned URL of S3. */
import type { RequestHandler } from 'express';
import { requestRoute } from '../ctx.ts';

const preflightSeconds = 86_400;

/**
 * Answers the preflight and permits the upload from every origin. That is safe because the token in the address is the credential:
 * browsers add neither cookies nor an API key to such a request.
 */
export function uploadCors(): RequestHandler {
  return (request, response, next) => {
    const isUpload = requestRoute(request) === '/v1/documents/{doc_id}/content' && 'token' in request.query;
    if (!isUpload) return next();
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (request.method !== 'OPTIONS') return next();
    response
      .status(204)
      .setHeader('Access-Control-Allow-Methods', 'PUT')
      .setHeader('Access-Control-Allow-Headers', 'Content-Type')
      .setHeader('Access-Control-Max-Age', String(preflightSeconds))
      .end();
  };
}
