/** The exit statuses. Scripts depend on them, so they must not change. */

export const exit = {
  ok: 0,
  failed: 1,
  usage: 2,
  unauthenticated: 3,
  notFound: 4,
  conflict: 5,
  unavailable: 6,
  refused: 7,
  file: 8,
  unknownSigner: 9,
  /** 128 + SIGINT, as shells count. */
  interrupted: 130,
} as const;

export type ExitStatus = (typeof exit)[keyof typeof exit];

/** The meaning of each status, for the help and docs/CLI.md. */
export const exitMeanings: ReadonlyArray<readonly [ExitStatus, string]> = [
  [exit.ok, 'done'],
  [
    exit.failed,
    'failed, or with a negative result: a file is not intact, rows failed, a document was declined',
  ],
  [exit.usage, 'wrong arguments or options; nothing was done'],
  [exit.unauthenticated, 'not signed in, or the key is not valid or not allowed to do this'],
  [exit.notFound, 'not found, or not visible to this key'],
  [exit.conflict, 'not possible in the current state, or the allowance is exhausted'],
  [exit.unavailable, 'the service cannot be reached, is not ready, or received too many requests'],
  [exit.refused, 'the service rejected the request as invalid'],
  [exit.file, 'a file on this machine cannot be read or written'],
  [
    exit.unknownSigner,
    'verify: the signature is valid and nothing was changed, but the signer is not known; see --trust and --seal-certificate',
  ],
  [exit.interrupted, 'interrupted by Ctrl-C'],
];

/** The command was used wrongly: exit status 2. */
export class UsageError extends Error {}

/** A file on this machine that cannot be read, understood or written: exit status 8. The message names it and says why. */
export class FileError extends Error {}

/** Not signed in: exit status 3. */
export class NotSignedInError extends Error {}

/** The command ran and its result is negative: exit status 1, with this message if there is one. */
export class FailedError extends Error {}

/** The file is unchanged, but its signer is not known: exit status 9. The report already says so. */
export class UnknownSignerError extends Error {}

/** A draft was created, but a later step failed. The exit status is the one of the failed step. */
export class DraftKeptError extends Error {
  readonly draftId: string;

  constructor(draftId: string, cause: unknown) {
    super(`The draft ${draftId} was created, but a later step failed. The draft is kept.`, { cause });
    this.draftId = draftId;
  }
}

/** Ctrl-C: exit status 130. */
export class InterruptedError extends Error {}
