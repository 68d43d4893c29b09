/** For `node --import`: the clock of the process is ten minutes ahead of the machine's. */
const aheadMs = 600_000;
const realNow = Date.now;

globalThis.Date = class extends Date {
  constructor(...given) {
    super(...(given.length > 0 ? given : [realNow() + aheadMs]));
  }

  static now() {
    return realNow() + aheadMs;
  }
};
