/** Recognizes the paths of the API from their descriptions: names the route, and responds 404 and 405 (docs/spec/decisions.md, section 2). */
import { ProblemError } from '@countersign/problem/problem-error';
import type { RequestHandler } from 'express';
import { remember } from '../ctx.ts';

interface KnownPath {
  template: string;
  pattern: RegExp;
  methods: Set<string>;
}

function compile(operations: ReadonlyArray<{ method: string; path: string }>): KnownPath[] {
  const known = new Map<string, KnownPath>();
  for (const { method, path } of operations) {
    const pattern = path
      .split(/(\{[a-z_]+\})/)
      .map((part) => (part.startsWith('{') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
      .join('');
    const entry = known.get(path) ?? {
      template: path,
      pattern: new RegExp(`^${pattern}$`),
      methods: new Set<string>(),
    };
    entry.methods.add(method.toUpperCase());
    if (method.toUpperCase() === 'GET') entry.methods.add('HEAD');
    known.set(path, entry);
  }
  // Fixed paths come before those with parameters.
  return [...known.values()].sort(
    (a, b) => Number(a.template.includes('{')) - Number(b.template.includes('{')),
  );
}

/** Names the route of each request for logs and metrics. */
export function nameRoutes(operations: ReadonlyArray<{ method: string; path: string }>): RequestHandler {
  const paths = compile(operations);
  return (request, _response, next) => {
    const found = paths.find(({ pattern }) => pattern.test(request.path));
    if (found) remember(request, { route: found.template });
    next();
  };
}

/** Before authentication: an unknown path is not-found, a known one with another method is method-not-allowed with Allow. */
export function guardPaths(operations: ReadonlyArray<{ method: string; path: string }>): RequestHandler {
  const paths = compile(operations);
  return (request, response, next) => {
    const found = paths.find(({ pattern }) => pattern.test(`${request.baseUrl}${request.path}`));
    if (!found) throw noSuchPath();
    if (found.methods.has(request.method)) return next();
    const allow = [...found.methods].sort().join(', ');
    if (request.method === 'OPTIONS') {
      response.status(204).setHeader('Allow', allow).end();
      return;
    }
    throw new ProblemError('method-not-allowed', {
      detail: `${request.method} is not allowed here. Allowed: ${allow}.`,
      headers: { Allow: allow },
    });
  };
}

/** After all routers: responds 404. */
export function notFound(): RequestHandler {
  return () => {
    throw noSuchPath();
  };
}

function noSuchPath(): ProblemError {
  return new ProblemError('not-found', { detail: 'There is no such path.' });
}
