/** Calendar days of a time zone, and how a document prints them. Pure. */

/** The day of a moment in an IANA zone (UTC when absent), as YYYY-MM-DD. */
export function calendarDay(moment: Date, timeZone: string | null): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: timeZone ?? 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(moment);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Prints a YYYY-MM-DD day by the date part of a document's date_format: YYYY, YY, MMMM, MMM, MM, M, DD, D in either case of y and d. */
export function printDay(day: string, dateFormat: string | null): string {
  const [year = '', month = '', date = ''] = day.split('-');
  if (!dateFormat) return day;
  const datePart = dateFormat.replace(/[T\s,]*(?:HH?|hh?)\b.*$/, '');
  if (datePart.trim() === '') return day;
  return datePart.replace(/y{4}|y{2}|M{1,4}|d{1,2}|Y{4}|Y{2}|D{1,2}/g, (token) => {
    switch (token.toLowerCase()) {
      case 'yyyy':
        return year;
      case 'yy':
        return year.slice(-2);
      case 'mmmm':
        return monthNames[Number(month) - 1] ?? month;
      case 'mmm':
        return (monthNames[Number(month) - 1] ?? month).slice(0, 3);
      case 'mm':
        return month;
      case 'm':
        return String(Number(month));
      case 'dd':
        return date;
      default:
        return String(Number(date));
    }
  });
}
