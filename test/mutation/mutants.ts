/** The mutants of one source file: small changes, each of which should make a test fail. */
import { createHash } from 'node:crypto';
import { parse } from '@babel/parser';
import { mostMutants } from './switch.ts';

export interface Mutant {
  /** Depends only on the change and on the source text without comments and layout. */
  id: string;
  line: number;
  /** What changes, on one line. */
  change: string;
  /** A comment in the source says that the program behaves the same with this change. */
  equal: boolean;
  edit: Edit;
}

interface Node {
  type: string;
  start: number;
  end: number;
  loc: { start: { line: number } };
  [member: string]: unknown;
}

/** Replaces a node by a text. `method`: the node is the name of a method. */
interface Edit {
  at: Node;
  text: string;
  method?: true;
}

const otherOperator: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
};
const otherMethod: Record<string, string> = { some: 'every', every: 'some', min: 'max', max: 'min' };
/** Statuses of documents, recipients and bulk sends. A list of them gets one that it does not contain. */
const statuses = ['completed', 'voided', 'draft', 'sent', 'opened', 'partially_signed', 'reassigned'];

/**
 * All mutants of a TypeScript source, in the order of the text: conditions that always or never hold, flipped comparisons and boolean
 * operators, halves of conditions, numbers off by one, removed statements (calls, awaits, assignments, throws), early returns that do not
 * return, lists of literals and tables of transitions with one item more or fewer, removed array filters. Types, imports, SQL and log
 * calls are unchanged. Mutants that do not parse are omitted.
 *
 * A comment `Equal mutant "<part of the change>": <reason>` above a line marks the mutants of this line whose change contains the
 * quoted text; `Equal mutants: <reason>` marks all of the line. Throws if there is none, because the comment is out of date then.
 */
export function mutantsOf(source: string): Mutant[] {
  const { program, comments } = parseSource(source);
  const edits = collectEdits(program as unknown as Node, source);
  const marks = equalMarks(comments);
  const original = withoutComments(source, comments);
  const seen = new Set<string>();
  const mutants: Mutant[] = [];
  for (const edit of edits) {
    const { at, text } = edit;
    const changed = codeOf(source.slice(0, at.start) + text + source.slice(at.end));
    if (changed === null || seen.has(changed)) continue;
    seen.add(changed);
    const id = createHash('sha256').update(`${original}\0${changed}`).digest('hex').slice(0, 16);
    const change = `${oneLine(source.slice(at.start, at.end))} → ${oneLine(text)}`;
    const { line } = at.loc.start;
    const found = marks.filter((mark) => mark.line === line && change.includes(mark.change));
    for (const mark of found) mark.isUsed = true;
    mutants.push({ id, line, change, equal: found.length > 0, edit });
  }
  for (const { line, change, isUsed } of marks) {
    if (!isUsed) throw new Error(`Line ${line} has no mutant "${change}", which a comment calls equal.`);
  }
  return mutants.toSorted((a, b) => a.line - b.line);
}

interface Comment {
  value: string;
  start: number;
  end: number;
  loc: { start: { line: number }; end: { line: number } };
}

/** The marks of equal mutants. Each belongs to the first line after its comments. */
function equalMarks(comments: readonly Comment[]) {
  return comments.flatMap(({ value, loc }) => {
    const mark = /^\W*Equal mutant(?:s| "(.+?)"): /.exec(value);
    if (!mark) return [];
    const change = mark[1] ?? '';
    let line = loc.end.line + 1;
    for (const { loc: next } of comments) if (next.start.line === line) line = next.end.line + 1;
    return [{ change, line, isUsed: false }];
  });
}

function withoutComments(source: string, comments: readonly Comment[]): string {
  const ends = [0, ...comments.map(({ end }) => end)];
  const starts = [...comments.map(({ start }) => start), source.length];
  return ends
    .map((end, at) => source.slice(end, starts[at]))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * The source with all these mutants in it. `isActive(number)` of the given module decides which one runs; numbers are counted from
 * `first` in the order of the list. Lines keep their numbers. Throws for more mutants than the module can record.
 */
export function withSwitches(
  source: string,
  mutants: readonly Mutant[],
  first: number,
  module: string,
): string {
  if (first + mutants.length > mostMutants)
    throw new Error(
      `More than ${mostMutants} mutants have the same tests. Name fewer sources, or use --sample.`,
    );
  const edits = new Map<Node, Array<Edit & { number: number }>>();
  for (const [index, { edit }] of mutants.entries()) {
    edits.set(edit.at, [...(edits.get(edit.at) ?? []), { ...edit, number: first + index }]);
  }
  const render = (start: number, end: number, nodes: readonly Node[]): string => {
    const [outer, ...others] = nodes;
    if (!outer) return source.slice(start, end);
    const nested = others.filter((node) => node.start < outer.end);
    const changes = edits.get(outer)!;
    const from = changes[0]!.method ? source.lastIndexOf('.', outer.start) : outer.start;
    const choice = chosen(outer, changes, render(outer.start, outer.end, nested));
    return source.slice(start, from) + choice + render(outer.end, end, others.slice(nested.length));
  };
  const outerFirst = [...edits.keys()].toSorted((a, b) => a.start - b.start || b.end - a.end);
  return `import { isActive as __isActive } from '${module}'; ${render(0, source.length, outerFirst)}`;
}

/** Code that does what the node does, or what the active one of its edits says. */
function chosen(node: Node, edits: Array<Edit & { number: number }>, original: string): string {
  const isActive = edits.map(({ number }) => `__isActive(${number})`);
  // A statement can only be removed.
  if (node.type.endsWith('Statement')) return `{ if (${isActive.join(' || ')}) ; else ${original} }`;
  const { method } = edits[0]!;
  const quote = (text: string) => (method ? `'${text}'` : `(${text})`);
  const choices = edits.map(({ text }, at) => `${isActive[at]} ? ${quote(text)} : `);
  const expression = `${choices.join('')}${quote(original)}`;
  return method ? `[${expression}]` : `(${expression})`;
}

function parseSource(source: string): { program: unknown; comments: Comment[] } {
  const { program, comments } = parse(source, { sourceType: 'module', plugins: ['typescript'] });
  return { program, comments: (comments ?? []) as Comment[] };
}

/** The source without its comments; null if it is not valid. */
function codeOf(source: string): string | null {
  try {
    return withoutComments(source, parseSource(source).comments);
  } catch {
    return null;
  }
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 70 ? `${line.slice(0, 69)}…` : line;
}

function collectEdits(root: Node, source: string): Edit[] {
  const edits: Edit[] = [];
  const textOf = (node: Node) => source.slice(node.start, node.end);
  const visit = (node: Node): void => {
    edits.push(...editsOf(node, textOf));
    for (const child of childrenOf(node)) visit(child);
  };
  visit(root);
  return edits;
}

/** The child nodes that are code, without types, imports and directives. */
function childrenOf(node: Node): Node[] {
  if (node.type === 'ImportDeclaration') return [];
  return Object.entries(node)
    .filter(([name]) => name !== 'loc' && name !== 'directives' && !name.endsWith('omments'))
    .filter(([name]) => name !== 'key' || node.computed === true)
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter((value): value is Node => typeof (value as Node | null)?.type === 'string')
    .filter(({ type }) => !type.startsWith('TS') || /^TS(As|Satisfies|NonNull)Expression$/.test(type));
}

function editsOf(node: Node, textOf: (node: Node) => string): Edit[] {
  const child = (name: string) => node[name] as Node;
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return ['true', 'false'].map((text) => ({ at: child('test'), text }));
    case 'LogicalExpression':
    case 'BinaryExpression':
      return operatorEdits(node, textOf);
    case 'UnaryExpression':
      return node.operator === '!' ? [{ at: node, text: operand(child('argument'), textOf) }] : [];
    case 'NumericLiteral':
      return [{ at: node, text: String((node.value as number) + 1) }];
    case 'BooleanLiteral':
      return [{ at: node, text: String(!node.value) }];
    case 'ThrowStatement':
      return [{ at: node, text: ';' }];
    case 'ReturnStatement':
      return node.argument ? [] : [{ at: node, text: ';' }];
    case 'ExpressionStatement':
      return isLogCall(textOf(node)) ? [] : [{ at: node, text: ';' }];
    case 'ArrayExpression':
      return listEdits(node, textOf);
    case 'ObjectExpression':
      return tableEdits(node, textOf);
    case 'CallExpression':
      return callEdits(node, textOf);
    default:
      return [];
  }
}

const isLogCall = (text: string) => /^(?:\w+\.)*log\.\w+\(/.test(text);

function operatorEdits(node: Node, textOf: (node: Node) => string): Edit[] {
  const [left, right] = [operand(node.left as Node, textOf), operand(node.right as Node, textOf)];
  // Removing `?? null` rarely changes what the code does.
  if (node.operator === '??') return right === 'null' ? [] : [{ at: node, text: left }];
  const sides = node.type === 'LogicalExpression' ? [left, right] : [];
  const other = otherOperator[node.operator as string];
  const joinsText = node.operator === '+' && /^['"`]|['"`]$/.test(`${left.at(0)}${right.at(-1)}`);
  if (other === undefined || joinsText) return [];
  return [`${left} ${other} ${right}`, ...sides].map((text) => ({ at: node, text }));
}

/** The text of a node with its parentheses, which are not part of the node. */
function operand(node: Node, textOf: (node: Node) => string): string {
  const { parenthesized } = (node.extra ?? {}) as { parenthesized?: boolean };
  return parenthesized ? `(${textOf(node)})` : textOf(node);
}

function listEdits(node: Node, textOf: (node: Node) => string): Edit[] {
  const elements = (node.elements as Array<Node | null>).filter((element) => element !== null);
  if (elements.length === 0 || !elements.every(({ type }) => type === 'StringLiteral')) return [];
  const put = (texts: string[]) => ({ at: node, text: `[${texts.join(', ')}]` });
  const texts = elements.map(textOf);
  const values = elements.map(({ value }) => value as string);
  const missing = statuses.find((status) => !values.includes(status));
  return [
    ...texts.map((_, at) => put(texts.toSpliced(at, 1))),
    ...(missing && values.some((value) => statuses.includes(value)) ? [put([...texts, `'${missing}'`])] : []),
  ];
}

/** `{ sent: 'opened' }`, the transitions of an operation, loses each status and gets one more. */
function tableEdits(node: Node, textOf: (node: Node) => string): Edit[] {
  const properties = node.properties as Node[];
  const names = properties.map(({ key }) => (key as { name?: string } | undefined)?.name ?? '');
  const isTable =
    names.some((name) => statuses.includes(name)) &&
    properties.every(({ value }) => (value as Node | undefined)?.type === 'StringLiteral');
  if (!isTable) return [];
  const put = (texts: string[]) => ({ at: node, text: `{ ${texts.join(', ')} }` });
  const texts = properties.map(textOf);
  const missing = statuses.find((status) => !names.includes(status));
  const target = textOf(properties[0]!.value as Node);
  return [
    ...texts.map((_, at) => put(texts.toSpliced(at, 1))),
    ...(missing ? [put([...texts, `${missing}: ${target}`])] : []),
  ];
}

function callEdits(node: Node, textOf: (node: Node) => string): Edit[] {
  const callee = node.callee as Node;
  if (callee.type !== 'MemberExpression') return [];
  const property = callee.property as Node;
  const name = textOf(property);
  if (name === 'filter') return [{ at: node, text: textOf(callee.object as Node) }];
  return otherMethod[name] ? [{ at: property, text: otherMethod[name], method: true }] : [];
}
