/** Runs `mergePdfs` and `checkPdfs` in a thread with limits on time and memory, so that hostile files can do no harm. */
import type { CheckResult, MergeOptions, MergePart, MergeResult } from '../merge.ts';
import { refusal } from './inspect-in-thread.ts';
import type { MergeTask } from './merge-thread.ts';
import { runInThread, type ThreadLimits } from './run-in-thread.ts';

type Options = MergeOptions & ThreadLimits;

/** Like mergePdfs. Files that reach a limit are refused as `too_complex`. Rejects only if the signal aborts. */
export async function mergeInThread(parts: readonly MergePart[], options: Options): Promise<MergeResult> {
  return run<MergeResult>(parts, options, false);
}

/** Like checkPdfs, with the limits of mergeInThread. */
export async function checkInThread(parts: readonly MergePart[], options: Options): Promise<CheckResult> {
  return run<CheckResult>(parts, options, true);
}

async function run<Result extends MergeResult | CheckResult>(
  parts: readonly MergePart[],
  { maxPages, maxDecodedBytes, maxBytes, ...limits }: Options,
  isCheck: boolean,
): Promise<Result> {
  const task: MergeTask = {
    bytes: Buffer.concat(parts.map(({ bytes }) => bytes)),
    sizes: parts.map(({ bytes }) => bytes.length),
    titles: parts.map(({ title }) => title),
    isCheck,
    maxPages,
    maxDecodedBytes,
    maxBytes,
  };
  try {
    const script = new URL('./merge-thread.ts', import.meta.url);
    return await runInThread<Result>(script, { ...task }, { ...limits, move: true });
  } catch (error) {
    return { ...refusal(error, limits.signal), index: null } as Result;
  }
}
