/** The worker thread of `merge-in-thread.ts`. */
import { checkPdfs, type MergeOptions, mergePdfs } from '../merge.ts';
import { serve } from './serve.ts';

/** The files one after another, with their sizes and titles. */
export interface MergeTask extends MergeOptions {
  bytes: Uint8Array;
  sizes: readonly number[];
  titles: readonly string[];
  isCheck: boolean;
}

serve(async ({ bytes, sizes, titles, isCheck, ...options }: MergeTask) => {
  let at = 0;
  const parts = sizes.map((size, index) => {
    const from = at;
    at += size;
    return { bytes: bytes.subarray(from, at), title: titles[index]! };
  });
  return isCheck ? checkPdfs(parts, options) : mergePdfs(parts, options);
}, 'merged');
