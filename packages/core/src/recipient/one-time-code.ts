/** One-time codes: 6 digits, 10 minutes, 5 attempts per code, 5 codes per hour per recipient, stored as a keyed hash (decisions.md, section 3, OTP). */
import { randomInt } from 'node:crypto';
import { newId } from '@countersign/contract/ids';
import { ProblemError } from '@countersign/problem/problem-error';
import type { TxCtx } from '../ctx.ts';
import { isAmong } from '../secrets.ts';

const codeDigits = 6;
const lifetimeMs = 10 * 60_000;
const codesPerHour = 5;
const hourMs = 3_600_000;

const codeText = (recipientId: string, id: string, code: string) => `${recipientId}:${id}:${code}`;

/** Makes a new code; older ones stop working. Runs under the document's lock. Throws rate-limited past five an hour. */
export async function makeCode(ctx: TxCtx, recipientId: string): Promise<string> {
  const now = ctx.now();
  const hourAgo = new Date(now.getTime() - hourMs);
  const recent = await ctx.tx.otpCode.findMany({
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
      detail: 'Five codes were mailed within an hour.',
      retryAfterSeconds,
    });
  }
  const id = newId();
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');
  await ctx.tx.otpCode.create({
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

/** What became of a code that was entered; `counted` where it used up an attempt, as at most 25 an hour can. */
export type CheckedCode = { ok: true } | { ok: false; attemptsLeft: number; counted: boolean };

/** Checks a code against the newest one and uses it up. Runs under the document's lock, so attempts are counted exactly. */
export async function checkCode(ctx: TxCtx, recipientId: string, code: string): Promise<CheckedCode> {
  const newest = await ctx.tx.otpCode.findFirst({
    where: { recipientId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  if (!newest || newest.consumedAt || newest.expiresAt <= ctx.now() || newest.attemptsLeft === 0) {
    return { ok: false, attemptsLeft: 0, counted: false };
  }
  const text = codeText(recipientId, newest.id, code.replace(/\s/g, ''));
  if (isAmong(ctx.secrets.macs('one-time-code', text), newest.codeHash)) {
    await ctx.tx.otpCode.update({ where: { id: newest.id }, data: { consumedAt: ctx.now() } });
    return { ok: true };
  }
  await ctx.tx.otpCode.update({ where: { id: newest.id }, data: { attemptsLeft: { decrement: 1 } } });
  return { ok: false, attemptsLeft: newest.attemptsLeft - 1, counted: true };
}
