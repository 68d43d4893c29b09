/** The operators of content streams (ISO 32000-2, Annex A) and their operands. */

/** Kinds of operands: number, name, string, array, dictionary, any other object. */
export type Operand = 'n' | '/' | 's' | '[' | '<' | 'o';

/** Readers keep at most this many operands for an operator (Annex C). */
export const MAX_OPERANDS = 33;

/** Operands by operator, one letter each; `?` means any type, a trailing `*` any number of operands. */
const operators: Readonly<Record<string, string>> = {
  b: '',
  'b*': '',
  B: '',
  'B*': '',
  BDC: '/?',
  BI: '',
  BMC: '/',
  BT: '',
  BX: '',
  c: 'nnnnnn',
  cm: 'nnnnnn',
  cs: '/',
  CS: '/',
  d: '[n',
  d0: 'nn',
  d1: 'nnnnnn',
  Do: '/',
  DP: '/?',
  EMC: '',
  ET: '',
  EX: '',
  f: '',
  F: '',
  'f*': '',
  g: 'n',
  G: 'n',
  gs: '/',
  h: '',
  i: 'n',
  ID: '',
  j: 'n',
  J: 'n',
  k: 'nnnn',
  K: 'nnnn',
  l: 'nn',
  m: 'nn',
  M: 'n',
  MP: '/',
  n: '',
  q: '',
  Q: '',
  re: 'nnnn',
  rg: 'nnn',
  RG: 'nnn',
  ri: '/',
  s: '',
  S: '',
  sc: '*',
  SC: '*',
  scn: '*',
  SCN: '*',
  sh: '/',
  'T*': '',
  Tc: 'n',
  Td: 'nn',
  TD: 'nn',
  Tf: '/n',
  Tj: 's',
  TJ: '[',
  TL: 'n',
  Tm: 'nnnnnn',
  Tr: 'n',
  Ts: 'n',
  Tw: 'n',
  Tz: 'n',
  v: 'nnnn',
  w: 'n',
  W: '',
  'W*': '',
  y: 'nnnn',
  "'": 's',
  '"': 'nns',
};
const known = new Map(Object.entries(operators));

/** True if the operator exists and the last operands match; readers ignore extra operands before them. */
export function isWellFormed(operator: string, operands: readonly Operand[]): boolean {
  const expected = known.get(operator);
  if (expected === undefined) return false;
  if (expected === '*') return operands.length > 0;
  const from = operands.length - expected.length;
  if (from < 0) return false;
  for (let index = 0; index < expected.length; index++)
    if (expected[index] !== '?' && expected[index] !== operands[from + index]) return false;
  return true;
}
