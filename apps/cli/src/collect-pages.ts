/** Fetches page after page of at most 200. */
export async function collectPages<Item>(
  { limit, offset }: { limit: number; offset: number },
  fetchPage: (
    limit: number,
    offset: number,
  ) => Promise<{ items: Item[]; total: number; limit: number; offset: number }>,
): Promise<{ items: Item[]; total: number; limit: number; offset: number }> {
  const items: Item[] = [];
  for (;;) {
    const page = await fetchPage(Math.min(200, limit - items.length), offset + items.length);
    items.push(...page.items);
    if (items.length >= limit || page.items.length === 0 || offset + items.length >= page.total)
      return { items, total: page.total, limit, offset };
  }
}
