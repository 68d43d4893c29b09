/** A field's API name in words: `contractDate`, `contract_date` and `contract.date` all read "Contract date". */
export function spokenName(name: string): string {
  const words = name
    .replace(/[_.-]+/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .trim()
    .split(/ +/)
    .map((word) => (/^[A-Z][a-z]+$/.test(word) ? word.toLowerCase() : word));
  const text = words.join(' ');
  return text === '' ? name : text.charAt(0).toUpperCase() + text.slice(1);
}
