/** How the command ends: scripts switch on it, so these numbers do not change. */

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

/** What each means, for the help and docs/CLI.md. */
export const exitMeanings: ReadonlyArray<readonly [ExitStatus, string]> = [
  [exit.ok, 'done'],
  [
    exit.failed,
    'the answer is no: a file is not intact, rows failed, a document was declined; or something failed',
  ],
  [exit.usage, 'used wrongly; nothing was done'],
  [exit.unauthenticated, 'not signed in, or the key is refused or may not do this'],
  [exit.notFound, 'no such thing for this key'],
  [exit.conflict, 'not possible in its current state, or the allowance is used up'],
  [exit.unavailable, 'the service cannot be reached, is not all there, or asks to slow down'],
  [exit.refused, 'the service refuses what it was given as invalid'],
  [exit.file, 'a file on this machine cannot be read or written'],
  [
    exit.unknownSigner,
    'verify: the signature is valid and nothing was changed, but the signer is not known; see --trust and --seal-certificate',
  ],
  [exit.interrupted, 'interrupted by Ctrl-C'],
];

/** A command used wrongly: exit status 2. */
export class UsageError extends Error {}

/** A file on this machine that cannot be read, understood or written: exit status 8. The message names it and says why. */
export class FileError extends Error {}

/** Not signed in: exit status 3. */
export class NotSignedInError extends Error {}

/** The command did its work and the answer is no: exit status 1, with this message if there is one. */
export class FailedError extends Error {}

/** The file is as it was signed, but its signer is not known: exit status 9. The report has said so. */
export class UnknownSignerError extends Error {}

/** A draft was made, and what follows could not be done with it: ends as its cause does. */
export class DraftKeptError extends Error {
  readonly draftId: string;

  constructor(draftId: string, cause: unknown) {
    super(`The draft ${draftId} is kept; what follows could not be done with it.`, { cause });
    this.draftId = draftId;
  }
}

/** Ctrl-C: exit status 130. */
export class InterruptedError extends Error {}
