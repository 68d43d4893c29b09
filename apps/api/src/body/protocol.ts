/** What the API and its body threads say to each other. */
import type { ValidationIssue } from '@countersign/problem/problem-error';
import type { ThreadSchemaName } from './schemas.ts';

export type ThreadTask =
  | { kind: 'value'; bytes: Uint8Array; schema: ThreadSchemaName }
  | { kind: 'rows'; bytes: Uint8Array };

/** To a thread: a task, then `next` for every piece after the first. */
export type ToThread = ThreadTask | { kind: 'next' };

/** JSON texts, because V8 reads those faster than structured clones. `issues` ends the task like `done`. */
export type FromThread =
  | { kind: 'head'; json: string }
  | { kind: 'piece'; json: string }
  | { kind: 'done' }
  | { kind: 'issues'; issues: ValidationIssue[] };
