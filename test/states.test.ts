/** docs/STATES.md shows the state tables of the code: each diagram has their transitions, and no others. */
import { readFileSync } from 'node:fs';
import { bulkRowTransitions, bulkSendTransitions } from '@countersign/core/bulk-send/status';
import { deviceTransitions } from '@countersign/core/device/status';
import { documentTransitions } from '@countersign/core/document/status';
import { recipientTransitions } from '@countersign/core/recipient/status';
import type { TransitionTable } from '@countersign/core/transitions';
import { expect, test } from '@jest/globals';

const page = readFileSync(new URL('../docs/STATES.md', import.meta.url), 'utf8');

/** The transitions between two different states that the diagram under a heading shows, as `from -> to`. */
function drawn(heading: string): string[] {
  const section = page.split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!;
  const edges = [...section.matchAll(/^ {2}(\S+) --> (\S+?):? .*$/gm)];
  const between = edges.filter(([, from, to]) => from !== to && from !== '[*]' && to !== '[*]');
  return [...new Set(between.map(([, from, to]) => `${from} -> ${to}`))].toSorted();
}

/** The same from a state table. */
function tabled(table: TransitionTable<string>): string[] {
  const steps = Object.values(table).flatMap((operation) => Object.entries(operation));
  const between = steps.filter(([from, to]) => from !== to);
  return [...new Set(between.map(([from, to]) => `${from} -> ${to}`))].toSorted();
}

test.each([
  ['Document', documentTransitions],
  ['Recipient', recipientTransitions],
  ['Bulk send', bulkSendTransitions],
  ['Row of a bulk send', bulkRowTransitions],
  ['Request of a device', deviceTransitions],
])('the diagram "%s" shows the transitions of the code', (heading, table) => {
  const expected = tabled(table);
  expect(expected.length).toBeGreaterThan(2);
  expect(drawn(heading)).toEqual(expected);
});

test('the table of operations on a document names the statuses that the code allows', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| [^|]* \| ([^|]*) \|$/gm)];
  const written = rows.map(([, operation, statuses]) => [operation, statuses!.split(', ')]);
  const expected = Object.entries(documentTransitions).map(([operation, steps]) => [
    operation,
    Object.keys(steps),
  ]);
  expect(written).toEqual(expected);
});
