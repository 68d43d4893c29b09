/** Turns validation errors of fields into sentences for the recipient. Pure. */
import type { FieldType } from '@countersign/contract/field';
import type { FieldValueFault } from '@countersign/contract/field-value';
import type { Words } from './words.ts';

/** The sentence for an error of the shared rules or of the server. Unknown errors are shown in the server's words. */
export function wordFault(type: FieldType, fault: FieldValueFault, { fault: words }: Words): string {
  const limit = (member: string) => Number(fault.ctx?.[member]);
  switch (fault.type) {
    case 'missing':
      return wordMissing(type, words);
    case 'enum':
      if (type === 'checkbox') return words.mustTick;
      return type === 'signature' || type === 'initials' ? words.mode : words.notAnOption;
    case 'string_too_long':
      return words.tooLong(limit('max_length'));
    case 'string_pattern_mismatch':
      return words.pattern(String(fault.ctx?.pattern ?? ''));
    case 'date_parsing':
      return words.date;
    case 'decimal_parsing':
    case 'finite_number':
      return words.number;
    case 'greater_than_equal':
      return words.atLeast(limit('ge'));
    case 'less_than_equal':
      return words.atMost(limit('le'));
    case 'too_long':
      return words.drawingTooLong;
    case 'too_short':
      return wordMissing(type, words);
    default:
      if (type === 'email' && fault.msg.includes('email address')) return words.email;
      return sentence(fault.msg.replace(/^Value error, /, ''));
  }
}

function wordMissing(type: FieldType, words: Words['fault']): string {
  if (type === 'signature') return words.missingSignature;
  if (type === 'initials') return words.missingInitials;
  if (type === 'radio' || type === 'dropdown') return words.missingChoice;
  return type === 'checkbox' ? words.mustTick : words.missing;
}

function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
