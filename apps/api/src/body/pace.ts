/** Ends requests whose bodies stall or arrive too slowly, because a waiting connection costs memory. */
import { ProblemError } from '@countersign/problem/problem-error';
import type { Request, RequestHandler, Response } from 'express';
import type { BodySettings } from './limits.ts';

interface Watched {
  request: Request;
  response: Response;
  isUpload: boolean;
  /** The time in which the service waited for bytes. */
  waitedMs: number;
  checkedAt: number;
  progressAt: number;
  bytesRead: number;
  firstByte: number;
}

/**
 * Watches every request until its body has arrived. Calls `cut` with a request-timeout problem after `stallMs` without a byte, after
 * `totalMs` when it is not an upload, and for an upload slower than `slowestUpload`. Time during which the service does not read, because
 * the upload waits for a slot or storage is slow, does not count.
 */
export function bodyPace(options: {
  settings: BodySettings;
  isUpload(request: Request): boolean;
  cut(problem: ProblemError, request: Request, response: Response): void;
}): RequestHandler {
  const { settings, isUpload, cut } = options;
  const watched = new Set<Watched>();
  let timer: NodeJS.Timeout | null = null;

  function check(): void {
    const now = performance.now();
    for (const one of watched) {
      const { request, response } = one;
      if (request.complete || request.destroyed) {
        forget(one);
        continue;
      }
      const { bytesRead } = request.socket;
      const isWaitingForBytes = request.readableLength < request.readableHighWaterMark;
      if (isWaitingForBytes) one.waitedMs += now - one.checkedAt;
      one.checkedAt = now;
      if (bytesRead !== one.bytesRead || !isWaitingForBytes) {
        one.bytesRead = bytesRead;
        one.progressAt = now;
      }
      const reason = faultOf(one, now);
      if (!reason) continue;
      forget(one);
      cut(new ProblemError('request-timeout', { detail: reason }), request, response);
    }
  }

  function faultOf(
    { isUpload, waitedMs, progressAt, bytesRead, firstByte }: Watched,
    now: number,
  ): string | null {
    const { stallMs, totalMs, graceMs, slowestUpload } = settings;
    if (now - progressAt >= stallMs) return `No byte of the body arrived for ${stallMs / 1000} seconds.`;
    if (!isUpload)
      return waitedMs >= totalMs ? `The body did not arrive within ${totalMs / 1000} seconds.` : null;
    if (waitedMs < graceMs || bytesRead - firstByte >= (waitedMs / 1000) * slowestUpload) return null;
    return `The body arrives at less than ${slowestUpload} bytes a second.`;
  }

  function forget(one: Watched): void {
    watched.delete(one);
    if (watched.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  }

  return (request, response, next) => {
    if (!hasBody(request) || request.complete) return next();
    const now = performance.now();
    const { bytesRead } = request.socket;
    const one = {
      ...{ request, response, isUpload: isUpload(request), waitedMs: 0, checkedAt: now, progressAt: now },
      ...{ bytesRead, firstByte: bytesRead },
    };
    watched.add(one);
    timer ??= setInterval(check, settings.checkEveryMs).unref();
    request.once('end', () => forget(one)).once('close', () => forget(one));
    next();
  };
}

/** True when the headers announce a body. */
export function hasBody(request: Request): boolean {
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  );
}
