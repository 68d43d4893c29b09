/** The query of one page: the first page by `offset`, also after a given item; later pages by the last item of the previous page. */
export type PageQuery =
  | { limit: number; offset: number; starting_after?: string }
  | { limit: number; starting_after: string };

interface Page<Item> {
  items: Item[];
  total: number;
  limit: number;
  offset: number;
}

const pageSize = 200;

/** Collects up to `limit` items, page by page. No item appears twice, even if items are added meanwhile. */
export async function collectPages<Item extends { id: string }>(
  { limit, offset, startingAfter }: { limit: number; offset: number; startingAfter?: string | undefined },
  fetchPage: (query: PageQuery) => Promise<Page<Item>>,
): Promise<Page<Item>> {
  const items: Item[] = [];
  const first = { offset, ...(startingAfter !== undefined && { starting_after: startingAfter }) };
  for (;;) {
    const size = Math.min(pageSize, limit - items.length);
    const last = items.at(-1);
    const page = await fetchPage({ limit: size, ...(last ? { starting_after: last.id } : first) });
    items.push(...page.items);
    if (items.length >= limit || page.items.length < size) return { items, total: page.total, limit, offset };
  }
}
