/** Writes values as JSON, TypeScript or Python, on one line where they are short. */

export interface Style {
  key(name: string): string;
  scalar(value: string | number | boolean | null): string;
  indent: number;
}

const inQuotes = (text: string, quote: "'" | '"') =>
  quote + JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll(quote, `\\${quote}`) + quote;

export const json: Style = {
  key: (name) => JSON.stringify(name),
  scalar: (value) => JSON.stringify(value),
  indent: 2,
};

export const typescript: Style = {
  key: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : inQuotes(name, "'")),
  scalar: (value) => (typeof value === 'string' ? inQuotes(value, "'") : String(value)),
  indent: 2,
};

const pythonWords = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
]);
export const python: Style = {
  key: (name) => JSON.stringify(name),
  scalar: (value) => pythonWords.get(value) ?? JSON.stringify(value),
  indent: 4,
};

/** Longer objects and arrays get one line for each member. */
const lineLength = 72;

/** The text of a value of JSON. Lines after the first are indented by `depth` steps. */
export function literal(value: unknown, style: Style, depth = 0): string {
  if (typeof value !== 'object' || value === null)
    return style.scalar(value as string | number | boolean | null);
  const isArray = Array.isArray(value);
  const [open, close] = isArray ? '[]' : '{}';
  const parts = (at: number) =>
    isArray
      ? value.map((one) => literal(one, style, at))
      : Object.entries(value).map(([name, one]) => `${style.key(name)}: ${literal(one, style, at)}`);
  const inline = parts(0).join(', ');
  const padding = isArray || style === python || style === json || inline === '' ? '' : ' ';
  if (!inline.includes('\n') && inline.length + depth * style.indent <= lineLength)
    return `${open}${padding}${inline}${padding}${close}`;
  const space = ' '.repeat((depth + 1) * style.indent);
  const trailing = style === json ? '' : ',';
  return `${open}\n${parts(depth + 1)
    .map((part) => space + part)
    .join(',\n')}${trailing}\n${' '.repeat(depth * style.indent)}${close}`;
}
