/** How a certificate prints times: in the document's zone and date format, always next to the same time in UTC. */
import { printTime } from '@countersign/contract/date-format';
import { formatOffset, formatUtc, knownZone, toZonedTime } from '@countersign/contract/zoned-time';
import type { CertificateData } from '../ports/certificate-data.ts';

export interface Clock {
  zone: string;
  /** The zone shows UTC by its name, which is then enough. */
  isUtc: boolean;
  local(date: Date): string;
  /** Both on one line; UTC alone where the zone shows the same. */
  both(date: Date): string;
}

/** The clock of a document. */
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
