import type { Storage } from '@countersign/storage/storage';

/** The storage, with one method that waits: `reached` resolves at its first call, and calls continue after `goOn`. */
export function heldStorage(
  storage: Storage,
  method: 'putStream' | 'getBytes',
): { storage: Storage; reached: Promise<void>; goOn: () => void } {
  const reached = Promise.withResolvers<void>();
  const mayGoOn = Promise.withResolvers<void>();
  const call = storage[method] as (...given: unknown[]) => unknown;
  const held = async (...given: unknown[]) => {
    reached.resolve();
    await mayGoOn.promise;
    return call.apply(storage, given);
  };
  const proxy = new Proxy(storage, {
    get: (target, name) => (name === method ? held : Reflect.get(target, name)),
  });
  return { storage: proxy, reached: reached.promise, goOn: mayGoOn.resolve };
}
