/** PostgreSQL's time, which all times of deliveries follow. The clocks of workers may differ from it and from each other. */
import type { Base } from '../ctx.ts';

/** After a longer round trip, the time of the response is too uncertain. */
const maxRoundTripMs = 500;
const freshMs = 1000;

/** PostgreSQL's clock. Between queries it adds the time that passed on this machine; jumps of the machine's clock have no effect. */
export class DatabaseClock {
  readonly #db: Base['db'];
  readonly #elapsed: () => number;
  /** PostgreSQL's milliseconds since 1970 when `elapsed` was 0. */
  #originMs: number | null = null;
  #askedAt = Number.NEGATIVE_INFINITY;

  /** `elapsed`: the milliseconds since a fixed moment, by default since the start of the process. */
  constructor(db: Base['db'], elapsed: () => number = () => performance.now()) {
    this.#db = db;
    this.#elapsed = elapsed;
  }

  /** Whether PostgreSQL has responded at least once. */
  get known(): boolean {
    return this.#originMs !== null;
  }

  /** Queries PostgreSQL unless it was queried within the last second. */
  async refresh(): Promise<void> {
    const asked = this.#elapsed();
    if (asked - this.#askedAt < freshMs) return;
    const [row] = await this.#db.$queryRaw<Array<{ ms: number }>>`
      SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`;
    const answered = this.#elapsed();
    this.#askedAt = answered;
    if (this.#originMs === null || answered - asked <= maxRoundTripMs)
      this.#originMs = row!.ms - (asked + answered) / 2;
  }

  /** PostgreSQL's time; before its first response, the time of this machine. */
  now(): Date {
    return new Date(this.#originMs === null ? Date.now() : this.#originMs + this.#elapsed());
  }
}
