/**
 * One-time codes: 6 digits, 10 minutes, 5 attempts per code, 5 codes per hour per recipient, stored as a keyed hash
 * (docs/spec/decisions.md, section 3, OTP).
 */
import { randomInt } from 'node:crypto';
import { newId } from '@countersign/contract/ids';
import type { OtpCode } from '@countersign/db/models';
import { ProblemError } from '@countersign/problem/problem-error';
import type { Base, TxCtx } from '../ctx.ts';
import { isAmong } from '../secrets.ts';

const codeDigits = 6;
const lifetimeMs = 10 * 60_000;
const codesPerHour = 5;
const hourMs = 3_600_000;

const codeText = (recipientId: string, id: string, code: string) => `${recipientId}:${id}:${code}`;

/** Creates a new code; older ones stop working. Call it under the document's lock. Throws rate-limited after five an hour. */
export async function makeCode(ctx: TxCtx, recipientId: string): Promise<string> {
  const now = ctx.now();
  const hourAgo = new Date(now.getTime() - hourMs);
  const recent = await ctx.db.otpCode.findMany({
    where: { recipientId, createdAt: { gt: hourAgo } },
    orderBy: { createdAt: 'asc' },
    take: codesPerHour,
  });
  if (recent.length >= codesPerHour) {
    const retryAfterSeconds = Math.max(
      1,
      Math.ceil((recent[0]!.createdAt.getTime() + hourMs - now.getTime()) / 1000),
    );
    throw new ProblemError('rate-limited', {
      detail: 'At most five codes are emailed within an hour.',
      retryAfterSeconds,
    });
  }
  const id = newId();
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');
  await ctx.db.otpCode.create({
    data: {
      id,
      recipientId,
      codeHash: new Uint8Array(ctx.secrets.mac('one-time-code', codeText(recipientId, id, code))),
      createdAt: now,
      expiresAt: new Date(now.getTime() + lifetimeMs),
    },
  });
  return code;
}

/**
 * The result of checking a code. `counted` is true if the check used up an attempt, which happens at most 25 times an hour.
 */
export type CheckedCode = { ok: true } | { ok: false; attemptsLeft: number; counted: boolean };

/**
 * Checks a code against the newest one and uses it up. Call it under the document's lock, so that attempts are counted
 * exactly.
 */
export async function checkCode(ctx: TxCtx, recipientId: string, code: string): Promise<CheckedCode> {
  const newest = await findOpenCode(ctx.db, recipientId, ctx.now());
  if (!newest) return { ok: false, attemptsLeft: 0, counted: false };
  if (isCodeOf(ctx, newest, code.replace(/\s/g, ''))) {
    await ctx.db.otpCode.update({ where: { id: newest.id }, data: { consumedAt: ctx.now() } });
    return { ok: true };
  }
  await ctx.db.otpCode.update({ where: { id: newest.id }, data: { attemptsLeft: { decrement: 1 } } });
  return { ok: false, attemptsLeft: newest.attemptsLeft - 1, counted: true };
}

/** Whether the code works now: it is the newest, unused and not expired. */
export async function isOpenCode(
  base: Pick<Base, 'db' | 'secrets'>,
  recipientId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const newest = await findOpenCode(base.db, recipientId, now);
  return newest !== null && isCodeOf(base, newest, code);
}

/** The newest code of the recipient, or null if it does not work any more. */
async function findOpenCode(db: TxCtx['db'], recipientId: string, now: Date): Promise<OtpCode | null> {
  const newest = await db.otpCode.findFirst({
    where: { recipientId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  const isOpen = newest && !newest.consumedAt && newest.expiresAt > now && newest.attemptsLeft > 0;
  return isOpen ? newest : null;
}

function isCodeOf({ secrets }: Pick<Base, 'secrets'>, one: OtpCode, code: string): boolean {
  return isAmong(secrets.macs('one-time-code', codeText(one.recipientId, one.id, code)), one.codeHash);
}
