/** The mutants of one source file: small changes, each of which should make a test fail. */
import { createHash } from 'node:crypto';
import { parse } from '@babel/parser';

export interface Mutant {
  /** Depends only on the change and on the source text. */
  id: string;
  line: number;
  /** What changes, on one line. */
  change: string;
  /** The whole file with the change. */
  source: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  loc: { start: { line: number } };
  [member: string]: unknown;
}

interface Edit {
  at: Node;
  text: string;
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
 * All mutants of a TypeScript source, in the order of the text: conditions that always or never hold, flipped comparisons and
 * boolean operators, halves of conditions, numbers off by one, removed statements (calls, awaits, assignments, throws), early returns that do not return,
 * lists of literals with one item more or fewer, removed array filters. Types, imports, SQL and log calls are unchanged. Mutants
 * that do not parse are omitted.
 */
export function mutantsOf(source: string): Mutant[] {
  const edits = collectEdits(parseSource(source) as unknown as Node, source);
  const seen = new Set<string>();
  const mutants: Mutant[] = [];
  for (const { at, text } of edits) {
    const changed = source.slice(0, at.start) + text + source.slice(at.end);
    if (seen.has(changed) || !parses(changed)) continue;
    seen.add(changed);
    const id = createHash('sha256').update(`${source}\0${changed}`).digest('hex').slice(0, 16);
    const change = `${oneLine(source.slice(at.start, at.end))} → ${oneLine(text)}`;
    mutants.push({ id, line: at.loc.start.line, change, source: changed });
  }
  return mutants.toSorted((a, b) => a.line - b.line);
}

function parseSource(source: string) {
  return parse(source, { sourceType: 'module', plugins: ['typescript'] }).program;
}

function parses(source: string): boolean {
  try {
    parseSource(source);
    return true;
  } catch {
    return false;
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
      return node.operator === '!' ? [{ at: node, text: textOf(child('argument')) }] : [];
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
    case 'CallExpression':
      return callEdits(node, textOf);
    default:
      return [];
  }
}

const isLogCall = (text: string) => /^(?:\w+\.)*log\.\w+\(/.test(text);

function operatorEdits(node: Node, textOf: (node: Node) => string): Edit[] {
  const [left, right] = [textOf(node.left as Node), textOf(node.right as Node)];
  // Removing `?? null` rarely changes what the code does.
  if (node.operator === '??') return right === 'null' ? [] : [{ at: node, text: left }];
  const sides = node.type === 'LogicalExpression' ? [left, right] : [];
  const other = otherOperator[node.operator as string];
  const joinsText = node.operator === '+' && /^['"`]|['"`]$/.test(`${left.at(0)}${right.at(-1)}`);
  if (other === undefined || joinsText) return [];
  return [`${left} ${other} ${right}`, ...sides].map((text) => ({ at: node, text }));
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

function callEdits(node: Node, textOf: (node: Node) => string): Edit[] {
  const callee = node.callee as Node;
  if (callee.type !== 'MemberExpression') return [];
  const property = callee.property as Node;
  const name = textOf(property);
  if (name === 'filter') return [{ at: node, text: textOf(callee.object as Node) }];
  return otherMethod[name] ? [{ at: property, text: otherMethod[name] }] : [];
}
