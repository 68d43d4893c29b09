/** Identifies callers by their network, to count their requests. */
import type { Base } from '@countersign/core/ctx';
import type { Request } from 'express';
import { callerIp } from './ctx.ts';

/** A keyed hash of the caller's network, so that no addresses are stored. */
export function callerNetwork(base: Pick<Base, 'secrets'>, request: Request<never> | Request): string {
  const network = networkOf(callerIp(request) ?? 'unknown');
  return base.secrets.mac('caller-address', network).toString('base64url');
}

/** The first four groups of an IPv6 address, which belong to one subscriber; a whole IPv4 address. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('%', 1)[0]!.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
