/** For `node --import`: the clock of the process and its threads is ahead of the machine's by `?ms=`, ten minutes by default. */
const aheadMs = Number(new URL(import.meta.url).searchParams.get('ms') ?? 600_000);
const realNow = Date.now;

globalThis.Date = class extends Date {
  constructor(...given) {
    super(...(given.length > 0 ? given : [realNow() + aheadMs]));
  }

  static now() {
    return realNow() + aheadMs;
  }
};
