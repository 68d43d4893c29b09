/** Formats times for the certificate: in the document's time zone and date format, always with the same time in UTC. */
import { printTime } from '@countersign/contract/date-format';
import { formatOffset, formatUtc, knownZone, toZonedTime } from '@countersign/contract/zoned-time';
import type { CertificateData } from '../ports/certificate-data.ts';

export interface Clock {
  zone: string;
  /** The zone is UTC, so the time is printed once. */
  isUtc: boolean;
  local(date: Date): string;
  /** Both on one line; only UTC if the zone is UTC. */
  both(date: Date): string;
}

/** The time formatter of a document. */
export function clockFor(data: Pick<CertificateData, 'timeZone' | 'dateFormat'>): Clock {
  const zone = knownZone(data.timeZone);
  const local = (date: Date): string => {
    const time = toZonedTime(date, zone);
    return `${printTime(time, data.dateFormat)} ${formatOffset(time.offsetMinutes)}`;
  };
  const isUtc = zone === 'UTC' || zone === 'Etc/UTC';
  return {
    zone,
    isUtc,
    local,
    both: (date) => (isUtc ? formatUtc(date) : `${local(date)}  ·  ${formatUtc(date)}`),
  };
}
