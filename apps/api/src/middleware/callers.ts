/** Counts the database connections of a request for its address until its workspace is known, then for the workspace. */
import { createHash } from 'node:crypto';
import type { Base } from '@countersign/core/ctx';
import { recipientOfIssued } from '@countersign/core/recipient/link';
import { nameCaller, withCaller } from '@countersign/db/fair-pool';
import type { Request, RequestHandler } from 'express';
import { networkOf } from '../caller-network.ts';
import { callerIp } from '../ctx.ts';

/** Counts the connections of each request for the caller's network. */
export function countByAddress(): RequestHandler {
  return (request, _response, next) => withCaller('address', networkOf(callerIp(request) ?? 'unknown'), next);
}

/** Counts the connections from here on for the workspace. */
export function countByWorkspace(workspaceId: string): void {
  nameCaller('workspace', workspaceId);
}

/** Counts the connections from here on for the recipient of a signing link, if this installation has made the link. */
export function countByLink({ secrets }: Pick<Base, 'secrets'>, token: string): void {
  const recipientId = recipientOfIssued(secrets, token);
  if (recipientId !== null) nameCaller('link', recipientId);
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

/**
 * Remembers the workspaces of valid keys and of people's sessions (`sessionOf` gives one with its workspace), so that the checks of one busy credential do not delay other callers
 * from the same address, and many addresses do not delay these checks.
 */
export function createKnownCallers(sessionOf: (request: Request) => string | null): KnownCallers {
  const workspaces = createKnownCredentials();
  const credentialOf = (request: Request) => request.headers.authorization ?? sessionOf(request);
  return {
    recognize: (request) => {
      const workspaceId = workspaces.find(credentialOf(request));
      if (workspaceId !== null) countByWorkspace(workspaceId);
      return workspaceId;
    },
    remember: (request, workspaceId) => {
      countByWorkspace(workspaceId);
      workspaces.remember(credentialOf(request), workspaceId);
    },
    forget: (request) => workspaces.forget(credentialOf(request)),
  };
}

/** The most credentials to remember; each takes about 150 bytes. */
const mostCredentials = 20_000;

/** Credentials that were valid before, as digests, and whose they are. Null is no credential. */
export function createKnownCredentials() {
  const owners = new Map<string, string>();
  const digestOf = (credential: string | null) =>
    credential === null ? null : createHash('sha256').update(credential).digest('base64');
  return {
    find: (credential: string | null): string | null => {
      const digest = digestOf(credential);
      return (digest !== null && owners.get(digest)) || null;
    },
    remember: (credential: string | null, owner: string): void => {
      const digest = digestOf(credential);
      if (digest === null || owners.has(digest)) return;
      owners.set(digest, owner);
      if (owners.size > mostCredentials) owners.delete(owners.keys().next().value!);
    },
    forget: (credential: string | null): void => {
      const digest = digestOf(credential);
      if (digest !== null) owners.delete(digest);
    },
  };
}
