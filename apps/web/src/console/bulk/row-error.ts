/** The error of a row of a bulk send in sentences. Pure. */

const missing = /^an? (name|email address) is required$/;
const invalid = /^not a valid (.+)$/;

/** The places that `describeFaults` writes for rows from the API. In rows of a file the place is the name of a column. */
const nextFault =
  /; (?=recipients(?:\.\d{1,3}\.\w+)?: |form_values\.|metadata\.|external_id: |pdf: |not-sendable: |and \d+ more$)/;
const faultOfPerson = /^recipients\.(\d{1,3})\.(\w+): (.+)$/s;
const unknownField = /^form_values\.(.+): the template has no such field$/s;

/** `recipients.0.name: a name is required` becomes `Recipient 1: the name is missing.` */
export const rowErrorWords = (error: string): string => error.split(nextFault).map(sentenceOf).join(' ');

function sentenceOf(fault: string): string {
  const [, index, member, message] = faultOfPerson.exec(fault) ?? [];
  if (message) {
    const person = `Recipient ${Number(index) + 1}`;
    const what = missing.exec(message)?.[1];
    if (what) return `${person}: the ${what} is missing.`;
    const kind = invalid.exec(message)?.[1];
    if (kind) return `${person}: the ${kind} is not valid.`;
    return asSentence(`${person}, ${member!.replaceAll('_', ' ')}: ${message}`);
  }
  const field = unknownField.exec(fault)?.[1];
  if (field) return `The template has no field “${field}”.`;
  return asSentence(fault.replace(/^form_values\.|^not-sendable: /, ''));
}

/** The names of fields and columns keep their letters, so only a fault without a place gets a capital letter. */
function asSentence(text: string): string {
  const begun = /^\S+: /.test(text) ? text : text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
