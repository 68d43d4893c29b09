const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** A number of bytes for people, in binary units with at most one decimal: `45.9 MiB`. */
export function bytesText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const amount = bytes / 1024 ** power;
  return `${amount.toLocaleString('en', { maximumFractionDigits: 1 })} ${units[power]}`;
}
