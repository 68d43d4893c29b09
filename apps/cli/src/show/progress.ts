/** A progress bar on standard error. Prints nothing if standard error is not a terminal. */
import type { Terminal } from '../terminal.ts';
import { paintFor, textWidth } from './text.ts';

const redrawMs = 100;
const fullBar = 30;

export interface Progress {
  /** `total` may change or be unknown. */
  update(done: number, total: number | null): void;
  /** Clears the bar. */
  end(): void;
}

/** A bar with this label. `amount` returns the progress as text, for example `3.1 MB of 7 MB`. */
export function startProgress(
  terminal: Terminal,
  label: string,
  amount: (done: number, total: number | null) => string,
  now: () => number = Date.now,
): Progress {
  const { dim, good } = paintFor(terminal.color.err);
  const startedAt = now();
  let drawnAt = Number.NEGATIVE_INFINITY;
  const draw = (done: number, total: number | null) => {
    drawnAt = now();
    const share = total ? Math.min(1, done / total) : null;
    const percent = share === null ? '' : ` ${String(Math.floor(share * 100)).padStart(3)} %`;
    const all = `  ${amount(done, total)}${remaining(share, now() - startedAt)}`;
    const available = terminal.errColumns - textWidth(label) - percent.length - 3;
    const words = textWidth(all) <= available ? all : '';
    const room = available - textWidth(words);
    const width = share === null ? 0 : Math.max(0, Math.min(fullBar, room));
    const filled = Math.round(width * (share ?? 0));
    const bar = width >= 5 ? ` ${good('█'.repeat(filled))}${dim('░'.repeat(width - filled))}` : '';
    terminal.progress(`${label}${bar}${percent}${dim(words)}`);
  };
  return {
    update: (done, total) => {
      if (terminal.isErrTerminal && (now() - drawnAt >= redrawMs || done === total)) draw(done, total);
    },
    end: () => terminal.progress(''),
  };
}

/** The estimated time left, once there is enough data. */
function remaining(share: number | null, elapsedMs: number): string {
  if (share === null || share < 0.02 || share >= 1 || elapsedMs < 2000) return '';
  const seconds = Math.ceil((elapsedMs * (1 - share)) / share / 1000);
  if (seconds < 60) return `, ${seconds} s left`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `, ${minutes} min left` : `, ${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}
