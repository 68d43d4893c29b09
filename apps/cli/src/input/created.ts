/** Options that select documents by the time of their creation. */
import { checked } from '../define.ts';
import { readTime } from './time.ts';

const pastTime = checked((text) => readTime(text, 'past'));

export const createdAfter = [
  '--after <time>',
  'created after: a date, a time, or 7d for seven days ago',
  pastTime,
] as const;

export const createdBefore = ['--before <time>', 'created before', pastTime] as const;
