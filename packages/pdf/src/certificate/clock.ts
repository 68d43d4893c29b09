/** How a certificate writes times: in the document's zone after its pattern, and in UTC. */
import type { CertificateData } from '../types.ts';
import {
  formatOffset,
  formatUtc,
  formatZonedTime,
  knownZone,
  toZonedTime,
  withTimeOfDay,
} from './format-time.ts';

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
  const pattern = withTimeOfDay(data.dateFormat ?? 'YYYY-MM-DD');
  const local = (date: Date): string => {
    const time = toZonedTime(date, zone);
    return `${formatZonedTime(time, pattern)} ${formatOffset(time.offsetMinutes)}`;
  };
  const isUtc = zone === 'UTC' || zone === 'Etc/UTC';
  return {
    zone,
    isUtc,
    local,
    both: (date) => (isUtc ? formatUtc(date) : `${local(date)}  ·  ${formatUtc(date)}`),
  };
}
