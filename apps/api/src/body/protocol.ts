/** The messages between the API and its body threads. */
import type { ValidationIssue } from '@countersign/problem/problem-error';
import type { ThreadSchemaName } from './schemas.ts';

export type ThreadTask =
  | { kind: 'value'; bytes: Uint8Array; schema: ThreadSchemaName }
  | { kind: 'rows'; bytes: Uint8Array }
  /** Answered by one `digest`, which gives the bytes back. */
  | { kind: 'digest'; bytes: Uint8Array };

/** Messages to a thread: a task, then `next` for every piece after the first. */
export type ToThread = ThreadTask | { kind: 'next' };

/** Messages from a thread. Values are JSON texts, because V8 parses those faster than structured clones. `done`, `issues` and `digest` end the task. */
export type FromThread =
  | { kind: 'head'; json: string }
  | { kind: 'piece'; json: string }
  | { kind: 'digest'; sha256: Uint8Array; bytes: Uint8Array }
  | { kind: 'done' }
  | { kind: 'issues'; issues: ValidationIssue[] };
