/** Answers a list: with a page of its items, and the address of the next page in the header `Link` (RFC 8288). */
import type { Listed, Page } from '@countersign/contract/common';
import type { Request, Response } from 'express';
import { requestCtx } from './ctx.ts';

type AnyRequest = Request<never> | Request;

/**
 * Adds the header `Link` with the address of the next page: the address of this request with `parameters` set. `offset` and `before`
 * are removed, because the next page starts after an id or number.
 */
export function linkNext(
  request: AnyRequest,
  response: Response,
  parameters: Record<string, string | number>,
): void {
  const next = new URL(`${requestCtx(request).settings.publicUrl}${request.originalUrl}`);
  for (const name of ['offset', 'before']) next.searchParams.delete(name);
  for (const [name, value] of Object.entries(parameters)) next.searchParams.set(name, String(value));
  response.links({ next: next.href });
}

/** Adds the header `Link` if more items follow this page. */
export function linkNextPage<Item>(
  request: AnyRequest,
  response: Response,
  page: { items: readonly Item[]; hasMore: boolean; limit: number },
  idOf: (item: Item) => string | number,
): void {
  const last = page.items.at(-1);
  if (page.hasMore && last !== undefined)
    linkNext(request, response, { limit: page.limit, starting_after: idOf(last) });
}

/** Answers with a page of a list. */
export function sendPage<Item>(
  request: AnyRequest,
  response: Response,
  { limit, offset }: Page,
  { items, total, hasMore }: Listed<Item>,
  idOf: (item: Item) => string | number,
): void {
  linkNextPage(request, response, { items, hasMore, limit }, idOf);
  response.json({ items, total, limit, offset });
}
