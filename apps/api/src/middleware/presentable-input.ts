/** Decides which part of an invalid value a problem may repeat: never a secret, and never much. */

const maxStringLength = 200;
const maxItems = 100;
const maxDepth = 4;

/** Members whose values are secret, or large by nature. */
const withheld = /^(code|key|api_key|password|passphrase|secret|token|device_code|pdf_base64|image_base64)$/i;

/** The value to repeat, shortened when long. `shown` is false for secrets and for very large values. */
export function presentableInput(
  value: unknown,
  path: readonly PropertyKey[],
): { shown: true; value: unknown } | { shown: false } {
  if (path.some((key) => typeof key === 'string' && withheld.test(key))) return { shown: false };
  const budget = { items: maxItems };
  const copy = shorten(value, 0, budget);
  return copy === tooMuch ? { shown: false } : { shown: true, value: copy === undefined ? null : copy };
}

const tooMuch = Symbol('too much');

function shorten(value: unknown, depth: number, budget: { items: number }): unknown {
  if (typeof value === 'string') {
    return value.length <= maxStringLength ? value : `${value.slice(0, maxStringLength).toWellFormed()}…`;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return tooMuch;
  const isList = Array.isArray(value);
  const entries = isList ? [...value.slice(0, budget.items + 1).entries()] : Object.entries(value);
  budget.items -= entries.length;
  if (budget.items < 0) return tooMuch;
  const copy: [string, unknown][] = [];
  for (const [key, item] of entries) {
    if (typeof key === 'string' && withheld.test(key)) continue;
    const short = shorten(item, depth + 1, budget);
    if (short === tooMuch) return tooMuch;
    copy.push([String(key), short]);
  }
  return isList ? copy.map(([, item]) => item) : Object.fromEntries(copy);
}
