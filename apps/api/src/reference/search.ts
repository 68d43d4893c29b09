/** The search of the documentation, over its guides, operations, shapes and problems. */

export interface Entry {
  title: string;
  /** Where it belongs, for example "Guide" or "POST /v1/documents". */
  kind: string;
  href: string;
  text: string;
}

export interface SearchIndex {
  find(query: string): Entry[];
}

const maxResults = 20;
const maxWords = 8;

/** Entries that contain every word of the query, those with the words in the title first. */
export function createSearch(entries: readonly Entry[]): SearchIndex {
  const rows = entries.map((entry) => ({
    entry,
    title: `${entry.title} ${entry.kind}`.toLowerCase(),
    all: `${entry.title} ${entry.kind} ${entry.text}`.toLowerCase(),
  }));
  return {
    find: (query) => {
      const words = query.slice(0, 100).toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxWords);
      if (words.length === 0) return [];
      return rows
        .filter(({ all }) => words.every((word) => all.includes(word)))
        .map(({ entry, title }) => ({
          entry,
          score: scoreOf(words, title, entry.title.toLowerCase()) + (weights[entry.kind] ?? 0),
        }))
        .sort((a, b) => b.score - a.score)
        .slice(0, maxResults)
        .map(({ entry }) => entry);
    },
  };
}

/** Whole guides come before the names of objects. */
const weights: Readonly<Record<string, number>> = { Guide: 0.5, Object: -0.5 };

function scoreOf(words: readonly string[], title: string, name: string): number {
  const inTitle = words.filter((word) => title.includes(word)).length;
  const startsWithIt = name.startsWith(words.join(' ')) ? 2 : 0;
  // If two titles contain the words, the shorter one is the better match.
  return inTitle + startsWithIt - name.length / 1000;
}
