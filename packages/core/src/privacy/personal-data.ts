/**
 * Which parts of an audit event are personal data, and what remains after an erasure (docs/AUDIT.md, Erasure). Ids, numbers,
 * times, digests and the words of a fixed vocabulary remain. Everything else is erased, so a member that is added later is
 * erased until it is listed here.
 */
import { ERASED_PAYLOAD_HASH } from '@countersign/contract/audit-hash';
import type { EventOut } from '@countersign/contract/event';

/** Replaces every erased text. */
export const ERASED = 'erased';
/** An address that cannot receive mail (RFC 2606, section 2). */
export const ERASED_EMAIL = 'erased@erased.invalid';

/** Members whose texts come from a fixed vocabulary. */
const vocabulary = new Set([
  'role',
  'auth_level',
  'signature_level',
  'delivery',
  'version',
  'changed',
  'consent_version',
  'consent_language',
  'seal_profile',
  'cause',
]);
const word = /^[A-Za-z0-9_.-]{1,60}$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const publicId = /^(doc|tpl)_[0-9a-hjkmnp-tv-z]{26}$/;
const digest = /^[0-9a-f]{64}$/;
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** What an erasure leaves of an event. */
export interface Remains {
  actor: Record<string, unknown>;
  payload: Record<string, unknown>;
  payloadHash: string;
}

/** The event without personal data; null if it contains none. */
export function remainsOf(event: EventOut): Remains | null {
  const { name, email, ...actor } = event.actor;
  const payload = Object.fromEntries(
    Object.entries(event.payload).map(([member, value]) => [
      member,
      isImpersonal(member, value) ? value : ERASED,
    ]),
  );
  const isAnonymous =
    name === undefined && email === undefined && event.ip == null && event.user_agent == null;
  const isPayloadWhole = Object.keys(payload).every((member) => payload[member] === event.payload[member]);
  if (isAnonymous && isPayloadWhole) return null;
  // Keep the payload's digest only if nothing else was erased: the event's hash can then still be recomputed from it. Otherwise
  // it proves nothing, and would only help to guess the erased payload.
  return { actor, payload, payloadHash: isAnonymous ? event.payload_hash : ERASED_PAYLOAD_HASH };
}

function isImpersonal(member: string, value: unknown): boolean {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return true;
  if (Array.isArray(value)) return value.every((item) => isImpersonal(member, item));
  // Equal mutant "typeof value !== 'string' → false": as a text, an object has none of these shapes.
  if (typeof value !== 'string') return false;
  if ([uuid, publicId, digest, moment].some((shape) => shape.test(value))) return true;
  return vocabulary.has(member) && word.test(value);
}
