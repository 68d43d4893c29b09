/** The messages between the API and its body threads. */
import type { ValidationIssue } from '@countersign/problem/problem-error';
import type { ThreadSchemaName } from './schemas.ts';

export type ThreadTask =
  | { kind: 'value'; bytes: Uint8Array; schema: ThreadSchemaName }
  | { kind: 'rows'; bytes: Uint8Array }
  /** Answered by one `digest`, which gives the bytes back. */
  | { kind: 'digest'; bytes: Uint8Array };

/** To a thread: a task, then `next` for every piece after the first. */
export type ToThread = ThreadTask | { kind: 'next' };

/** JSON texts, because V8 reads those faster than structured clones. `issues` ends the task like `done`. */
export type FromThread =
  | { kind: 'head'; json: string }
  | { kind: 'piece'; json: string }
  | { kind: 'digest'; sha256: Uint8Array; bytes: Uint8Array }
  | { kind: 'done' }
  | { kind: 'issues'; issues: ValidationIssue[] };
