/** Repeats a query until it returns true: at first often, for what happens at once, then less often, because queries cost time too. */
export async function until(
  question: () => Promise<boolean>,
  what: string,
  timeoutMs = 240_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (let pauseMs = 5; !(await question()); pauseMs = Math.min(30, pauseMs * 1.2)) {
    if (Date.now() > deadline) throw new Error(`still waiting after ${timeoutMs / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
