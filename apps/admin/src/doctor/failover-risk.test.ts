import { expect, test } from '@jest/globals';
import { failoverRisk } from './failover-risk.ts';

test.each([
  ['no standby', { standbys: 0, synchronousStandbys: '', commit: 'off' }, null],
  [
    'a standby that commits do not wait for',
    { standbys: 1, synchronousStandbys: '', commit: 'on' },
    'synchronous_standby_names',
  ],
  [
    'commits that wait only for the primary',
    { standbys: 1, synchronousStandbys: '*', commit: 'local' },
    'synchronous_commit',
  ],
  ['a standby that has every commit', { standbys: 1, synchronousStandbys: '*', commit: 'on' }, null],
])('%s: whether doctor warns that a failover loses changes', (_what, replication, expected) => {
  if (expected === null) expect(failoverRisk(replication)).toBeNull();
  else expect(failoverRisk(replication)).toContain(expected);
});
