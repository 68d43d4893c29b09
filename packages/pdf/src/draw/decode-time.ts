/** Whether sharp gave up because of its time limit. A busy machine can cause that, so the same image can be read later. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof Error && /timeout: \d+% complete/.test(error.message);
