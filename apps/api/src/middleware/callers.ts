/** Counts the database connections of a request for its address until its workspace is known, then for the workspace. */
import { createHash } from 'node:crypto';
import { nameCaller, withCaller } from '@countersign/db/fair-pool';
import type { Request, RequestHandler } from 'express';
import { networkOf } from '../caller-network.ts';
import { callerIp } from '../ctx.ts';

/** The most credentials to remember; each takes about 150 bytes. */
const mostCredentials = 20_000;

/** Counts the connections of each request for the caller's network. */
export function countByAddress(): RequestHandler {
  return (request, _response, next) =>
    withCaller(`address ${networkOf(callerIp(request) ?? 'unknown')}`, next);
}

/** Counts the connections from here on for the workspace. */
export function countByWorkspace(workspaceId: string): void {
  nameCaller(`workspace ${workspaceId}`);
}

export interface KnownCallers {
  /**
   * The workspace of a credential that was valid before, else null. From here on, connections count for it. Does not authenticate the
   * caller.
   */
  recognize(request: Request): string | null;
  /** Remembers the workspace of a valid credential. */
  remember(request: Request, workspaceId: string): void;
  /** Removes a credential that was refused, so that a revoked key no longer counts for its workspace. */
  forget(request: Request): void;
}

/** Remembers the workspaces of valid keys, so that the checks of one busy key do not delay other callers from the same address. */
export function createKnownCallers(): KnownCallers {
  const workspaces = new Map<string, string>();
  const digestOf = ({ headers: { authorization } }: Request) =>
    authorization === undefined ? null : createHash('sha256').update(authorization).digest('base64');
  return {
    recognize: (request) => {
      const digest = digestOf(request);
      const workspaceId = digest === null ? undefined : workspaces.get(digest);
      if (workspaceId === undefined) return null;
      countByWorkspace(workspaceId);
      return workspaceId;
    },
    remember: (request, workspaceId) => {
      countByWorkspace(workspaceId);
      const digest = digestOf(request);
      if (digest === null || workspaces.has(digest)) return;
      workspaces.set(digest, workspaceId);
      if (workspaces.size > mostCredentials) workspaces.delete(workspaces.keys().next().value!);
    },
    forget: (request) => {
      const digest = digestOf(request);
      if (digest !== null) workspaces.delete(digest);
    },
  };
}
