/** The options `--fields-from` and `--keep-tags`: fields that the PDF names. */
import { UsageError } from '../exit-status.ts';

const fieldSources = ['tags', 'form'] as const;
export type FieldSource = (typeof fieldSources)[number];
/** The help of `--fields-from`. */
export const fieldsFromHelp =
  'add fields that the PDF names: tags (texts such as {{signature role=Tenant}}) or form';

/** Reads the value of `--fields-from`. Throws UsageError. */
export function readSource(text: string): FieldSource {
  const source = fieldSources.find((one) => one === text);
  if (!source) throw new UsageError('It must be tags or form.');
  return source;
}
/** The help of `--keep-tags`. */
export const keepTagsHelp = 'with --fields-from: do not paint over tags and form values';
