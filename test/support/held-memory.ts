/** The memory of buffers that are in use, without garbage. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | null = null;

/** Bytes in buffers of this process that something still refers to. Collects garbage first, so call it rarely. */
export function heldBufferBytes(): number {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  // The first collection frees buffers in the background; the second waits for that.
  collect();
  collect();
  return process.memoryUsage().arrayBuffers;
}
