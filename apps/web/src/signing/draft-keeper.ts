/**
 * Keeps what a recipient enters: on the service, so that another device can go on, and until the service has confirmed it in this
 * browser (docs/decisions/048-drafts.md).
 */
import type { FieldOut } from '@countersign/client/generated/api';
import type { FieldValue } from '@countersign/contract/field-value';
import { packValues, readUnsent, storeUnsent, unpackValues } from './draft.ts';
import { isCallError, refusalOf, type SigningApi } from './signing-api.ts';
import type { Values } from './values.ts';

/** Milliseconds after a change until it is stored in this browser. */
const storePause = 250;
/** Milliseconds after a change until it is sent, and at least between two saves. */
const calmPause = 1000;
const savePause = 3000;
/** Milliseconds before the first repetition of a failed save; doubled for each further one. */
const firstRetry = 2000;
const longestRetry = 30_000;
/** Milliseconds without contact after which a page that comes to the front looks for the changes of other devices. */
const lookPause = 5000;
/** Browsers send no larger body after the page is closed (Fetch standard, 64 KiB for all such requests). */
const largestLastBody = 60_000;

/** `idle`: nothing was entered in this visit. `here`: in this browser only. `lost`: not even there. */
export type DraftState = 'idle' | 'saving' | 'saved' | 'here' | 'lost';

interface Options {
  api: Pick<SigningApi, 'readDraft' | 'saveDraft'>;
  storage: Storage | null;
  recipientId: string;
  fields: readonly FieldOut[];
  onState: (state: DraftState) => void;
  /** Called with values that another device saved, of fields without unsent changes here. */
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
  /** The most values of the next save: halved while the service refuses. */
  #most = Number.POSITIVE_INFINITY;
  #storeTimer: ReturnType<typeof setTimeout> | undefined;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /**
   * The values of earlier visits: those of the service, and over them those that this browser has not sent. Without an answer only
   * the latter; the others follow with the next contact. `hasDraft` is false when the service cannot have any.
   */
  async start({ hasDraft }: { hasDraft: boolean }): Promise<Values> {
    const { storage, recipientId, fields } = this.#options;
    for (const [id, value] of Object.entries(readUnsent(storage, recipientId, fields)))
      this.#unsent.set(id, value);
    const kept = hasDraft ? await this.#read() : null;
    if (this.#unsent.size > 0) {
      this.#options.onState('here');
      this.#plan(calmPause);
    }
    return { ...kept, ...Object.fromEntries(this.#unsent) };
  }

  change(id: string, value: FieldValue): void {
    this.#unsent.set(id, value);
    this.#refused.delete(id);
    clearTimeout(this.#storeTimer);
    this.#storeTimer = setTimeout(() => this.#store(), storePause);
    this.#options.onState('saving');
    const sinceLast = this.#now() - this.#lastContact;
    if (this.#failures === 0) this.#plan(Math.max(calmPause, savePause - sinceLast));
  }

  /** For a page that is left or hidden: stores and sends at once what is unsent. */
  leave(): void {
    this.#store();
    if (this.#unsent.size > 0) void this.#save({ last: true });
  }

  /** For a page that comes to the front, or a connection that comes back: saves, and takes over what other devices saved. */
  async look(): Promise<void> {
    if (!this.#active) return;
    if (this.#unsent.size > 0) return this.#save();
    if (this.#now() - this.#lastContact < lookPause) return;
    const values = await this.#read();
    if (values && this.#active) this.#takeOver(values);
  }

  /** Allows saving again, after `onRefused` and a new sign-in by code. */
  resume(): void {
    if (this.#active) return;
    this.#active = true;
    if (this.#unsent.size > 0) this.#plan(0);
  }

  /** For values that were sent or can never be: forgets them in this browser. */
  finish(): void {
    this.#stop();
    this.#unsent.clear();
    this.#refused.clear();
    clearTimeout(this.#storeTimer);
    storeUnsent(this.#options.storage, this.#options.recipientId, {}, new Date(this.#now()));
  }

  #stop(): void {
    this.#active = false;
    clearTimeout(this.#saveTimer);
  }

  #plan(ms: number): void {
    clearTimeout(this.#saveTimer);
    if (this.#active) this.#saveTimer = setTimeout(() => void this.#save(), ms);
  }

  /** Stores in this browser what the service does not have. Returns false when it cannot. */
  #store(): boolean {
    clearTimeout(this.#storeTimer);
    const { storage, recipientId } = this.#options;
    const values = Object.fromEntries([...this.#refused, ...this.#unsent]);
    const isStored = storeUnsent(storage, recipientId, values, new Date(this.#now()));
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
    const sent = [...this.#unsent].slice(0, this.#most);
    const packed = packValues(Object.fromEntries(sent));
    const body = {
      ...packed,
      values: { ...Object.fromEntries(sent.map(([id]) => [id, null])), ...packed.values },
    };
    const keepalive = last && JSON.stringify(body).length < largestLastBody;
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
    this.#most = Number.POSITIVE_INFINITY;
    for (const [id, value] of sent) if (this.#unsent.get(id) === value) this.#unsent.delete(id);
    if (!this.#active) return;
    const isStored = this.#store();
    if (this.#unsent.size > 0) this.#plan(savePause);
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
      if (sent.length > 1) this.#most = Math.ceil(sent.length / 2);
      else {
        for (const [id, value] of sent) {
          if (this.#unsent.get(id) !== value) continue;
          this.#unsent.delete(id);
          this.#refused.set(id, value);
        }
      }
      this.#plan(calmPause);
    } else if (status >= 500 || status === 408 || status === 429) {
      const pause = Math.min(longestRetry, firstRetry * 2 ** this.#failures);
      this.#failures += 1;
      this.#plan(Math.max(pause, (refusal?.retryAfterSeconds ?? 0) * 1000));
    } else {
      this.#stop();
      this.#options.onRefused();
    }
  }
}
