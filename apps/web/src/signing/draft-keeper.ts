/**
 * Keeps what a recipient enters: on the service, so that another device can go on, and until the service has confirmed it in this
 * browser (docs/decisions/048-drafts.md).
 */
import type { FieldOut } from '@countersign/client/generated/api';
import type { FieldValue } from '@countersign/contract/field-value';
import { type DraftOwner, packValues, readUnsent, storeUnsent, unpackValues } from './draft.ts';
import { isCallError, refusalOf, type SigningApi } from './signing-api.ts';
import type { Values } from './values.ts';

/** Time from a change until it is stored in this browser. */
const storeDelayMs = 250;
/** Minimum time from a change until it is saved on the service. */
const saveDelayMs = 1000;
/** Minimum time between two saves. */
const saveIntervalMs = 3000;
/** Pause before the first retry of a failed save. It doubles with each further retry, up to the maximum. */
const firstRetryMs = 2000;
const maxRetryMs = 30_000;
/** A page that comes to the front reads the changes of other devices if it has had no response for this time. */
const syncIntervalMs = 5000;
/** Browsers send no larger body after the page is closed (Fetch standard, 64 KiB for all such requests). */
const maxKeepaliveLength = 60_000;

/** `idle`: nothing was entered in this visit. `here`: in this browser only. `lost`: not even there. */
export type DraftState = 'idle' | 'saving' | 'saved' | 'here' | 'lost';

interface Options {
  api: Pick<SigningApi, 'readDraft' | 'saveDraft'>;
  storage: Storage | null;
  owner: DraftOwner;
  fields: readonly FieldOut[];
  onState: (state: DraftState) => void;
  /** Called with values that another device saved, for fields without unsent changes on this page. */
  onValues: (values: Values) => void;
  /** Called when the service no longer accepts a draft: the document or the sign-in by code has ended. */
  onRefused: () => void;
  now?: () => number;
}

export class DraftKeeper {
  readonly #options: Options;
  readonly #now: () => number;
  /** What the service has not confirmed. */
  readonly #unsent = new Map<string, FieldValue>();
  /** Values that the service does not take, for example because the draft would be too large. They stay in this browser. */
  readonly #refused = new Map<string, FieldValue>();
  #revision = 0;
  #lastContact = 0;
  #saving = false;
  #active = true;
  #failures = 0;
  /** Maximum number of values in the next save. Halved each time the service refuses a save. */
  #maxValues = Number.POSITIVE_INFINITY;
  #storeTimer: ReturnType<typeof setTimeout> | undefined;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /**
   * The values of earlier visits: those of the service, replaced by those that this browser has not sent. If the service does not respond,
   * only the latter; the others follow with the next response. `hasDraft` is false if the service cannot have a draft.
   */
  async start({ hasDraft }: { hasDraft: boolean }): Promise<Values> {
    const { storage, owner, fields } = this.#options;
    for (const [id, value] of Object.entries(readUnsent(storage, owner, fields))) this.#unsent.set(id, value);
    const kept = hasDraft ? await this.#read() : null;
    if (this.#unsent.size > 0) {
      this.#options.onState('here');
      this.#plan(saveDelayMs);
    }
    return { ...kept, ...Object.fromEntries(this.#unsent) };
  }

  change(id: string, value: FieldValue): void {
    this.#unsent.set(id, value);
    this.#refused.delete(id);
    clearTimeout(this.#storeTimer);
    this.#storeTimer = setTimeout(() => this.#store(), storeDelayMs);
    this.#options.onState('saving');
    const sinceLast = this.#now() - this.#lastContact;
    if (this.#failures === 0) this.#plan(Math.max(saveDelayMs, saveIntervalMs - sinceLast));
  }

  /** Call it when the page is left or hidden: stores the unsent values, and sends them unless a save is in progress. */
  leave(): void {
    this.#store();
    if (this.#unsent.size > 0) void this.#save({ last: true });
  }

  /** Call it when the page comes to the front or is online again: saves unsent values, or reads what other devices saved. */
  async sync(): Promise<void> {
    if (!this.#active) return;
    if (this.#unsent.size > 0) return this.#save();
    if (this.#now() - this.#lastContact < syncIntervalMs) return;
    const values = await this.#read();
    if (values && this.#active) this.#takeOver(values);
  }

  /** Allows saving again, after `onRefused` and a new sign-in by code. */
  resume(): void {
    if (this.#active) return;
    this.#active = true;
    if (this.#unsent.size > 0) this.#plan(0);
  }

  /** Call it when the values were sent or can no longer be sent: removes them from this browser. */
  finish(): void {
    this.#stop();
    this.#unsent.clear();
    this.#refused.clear();
    clearTimeout(this.#storeTimer);
    storeUnsent(this.#options.storage, this.#options.owner, {}, new Date(this.#now()));
  }

  #stop(): void {
    this.#active = false;
    clearTimeout(this.#saveTimer);
  }

  #plan(ms: number): void {
    clearTimeout(this.#saveTimer);
    if (this.#active) this.#saveTimer = setTimeout(() => void this.#save(), ms);
  }

  /** Stores in this browser the values that the service does not have. Returns false if that fails. */
  #store(): boolean {
    clearTimeout(this.#storeTimer);
    const { storage, owner } = this.#options;
    const values = Object.fromEntries([...this.#refused, ...this.#unsent]);
    const isStored = storeUnsent(storage, owner, values, new Date(this.#now()));
    if (!isStored) this.#options.onState('lost');
    return isStored;
  }

  async #read(): Promise<Values | null> {
    try {
      const draft = await this.#options.api.readDraft();
      this.#revision = draft.revision;
      this.#lastContact = this.#now();
      return unpackValues(draft, this.#options.fields);
    } catch (error) {
      if (!isCallError(error)) throw error;
      return null;
    }
  }

  #takeOver(values: Values): void {
    const others = Object.entries(values).filter(([id]) => !this.#unsent.has(id) && !this.#refused.has(id));
    if (others.length > 0) this.#options.onValues(Object.fromEntries(others));
  }

  async #save({ last = false } = {}): Promise<void> {
    clearTimeout(this.#saveTimer);
    if (!this.#active || this.#saving || this.#unsent.size === 0) return;
    const sent = [...this.#unsent].slice(0, this.#maxValues);
    const packed = packValues(Object.fromEntries(sent));
    const body = {
      ...packed,
      values: { ...Object.fromEntries(sent.map(([id]) => [id, null])), ...packed.values },
    };
    const keepalive = last && JSON.stringify(body).length < maxKeepaliveLength;
    this.#saving = true;
    try {
      const { revision } = await this.#options.api.saveDraft(body, { keepalive });
      this.#saving = false;
      await this.#confirmed(sent, revision);
    } catch (error) {
      this.#saving = false;
      if (!isCallError(error)) throw error;
      this.#failed(sent, refusalOf(error));
    }
  }

  async #confirmed(sent: ReadonlyArray<[string, FieldValue]>, revision: number): Promise<void> {
    const isAlone = revision === this.#revision + 1;
    this.#revision = revision;
    this.#lastContact = this.#now();
    this.#failures = 0;
    this.#maxValues = Number.POSITIVE_INFINITY;
    for (const [id, value] of sent) if (this.#unsent.get(id) === value) this.#unsent.delete(id);
    if (!this.#active) return;
    const isStored = this.#store();
    if (this.#unsent.size > 0) this.#plan(saveIntervalMs);
    else if (isStored) this.#options.onState(this.#refused.size > 0 ? 'here' : 'saved');
    if (isAlone) return;
    const values = await this.#read();
    if (values && this.#active) this.#takeOver(values);
  }

  #failed(sent: ReadonlyArray<[string, FieldValue]>, refusal: ReturnType<typeof refusalOf>): void {
    if (!this.#active) return;
    const isStored = this.#store();
    if (isStored) this.#options.onState('here');
    const status = refusal?.status ?? 500;
    if (status === 413 || status === 422) {
      if (sent.length > 1) this.#maxValues = Math.ceil(sent.length / 2);
      else {
        for (const [id, value] of sent) {
          if (this.#unsent.get(id) !== value) continue;
          this.#unsent.delete(id);
          this.#refused.set(id, value);
        }
      }
      this.#plan(saveDelayMs);
    } else if (status >= 500 || status === 408 || status === 429) {
      const pause = Math.min(maxRetryMs, firstRetryMs * 2 ** this.#failures);
      this.#failures += 1;
      this.#plan(Math.max(pause, (refusal?.retryAfterSeconds ?? 0) * 1000));
    } else {
      this.#stop();
      this.#options.onRefused();
    }
  }
}
