/** Compares the revisions after each signature of a file with the revision that the signature covers. */
import { type PdfDict, PdfString } from '../model/objects.ts';
import { PdfError } from '../ports/errors.ts';
import type { LaterChanges, VerifiedSignature } from '../ports/verify-report.ts';
import type { PdfFile } from '../reader/file.ts';
import { locksDocument, readForm, textOf } from '../reader/form.ts';
import type { CoveredSignature } from './covered.ts';
import { requireFormFilling } from './form-filling.ts';
import { readLaterRevisions } from './layout.ts';
import { LayoutError } from './layout-error.ts';
import { countReferences, SearchBudget } from './references.ts';
import { requireValidationData } from './validation-data.ts';

export interface ClassifiedChanges {
  kind: LaterChanges;
  /** The first change that is not permitted; null if there is none. */
  problem: string | null;
}

/**
 * Classifies what follows every signature; `verified` are the results for `covered`, index by index. What follows a seal may only be
 * validation data. What follows a signature of others may also be filled-in fields and signatures, as far as the
 * signature itself permits it. The work is bounded: if it would be too much, the kind is `other`.
 */
export function classifyLaterChanges(
  file: PdfFile,
  covered: readonly CoveredSignature[],
  verified: readonly VerifiedSignature[],
): ClassifiedChanges[] {
  const budget = new SearchBudget();
  return covered.map((one, index): ClassifiedChanges => {
    const { range } = one.signature;
    if (!range || one.problem) return { kind: 'other', problem: null };
    if (range[2] + range[3] === file.bytes.length) return { kind: 'none', problem: null };
    if (one.isRemoved)
      return { kind: 'other', problem: 'a later revision removed this signature from the form' };
    const strict = attempt(() => {
      requireValidationDataAfter(file, covered, verified, index, budget);
      return 'validation_data';
    });
    if (strict.problem === null || one.signature.dict.get('Countersign') !== undefined) return strict;
    const lenient = attempt(() => {
      requirePermitted(file, covered, index, budget);
      return 'form_filling';
    });
    return lenient;
  });
}

function attempt(classify: () => LaterChanges): ClassifiedChanges {
  try {
    return { kind: classify(), problem: null };
  } catch (error) {
    if (error instanceof PdfError)
      return { kind: 'other', problem: `after this signature, ${error.message}` };
    throw error;
  }
}

function requireValidationDataAfter(
  file: PdfFile,
  covered: readonly CoveredSignature[],
  verified: readonly VerifiedSignature[],
  index: number,
  budget: SearchBudget,
): void {
  const { revision: signed } = covered[index]!;
  const revisions = readLaterRevisions(signed, file);
  const brought = new Set(revisions.flatMap(({ numbers, structural }) => [...numbers, ...structural]));
  const references = countReferences(signed, brought, budget);
  for (const revision of revisions)
    for (const stamp of requireValidationData(revision, references)) {
      const at = covered.findIndex(({ signature }) => signature.container === stamp);
      const found = verified[at];
      if (!found?.valid || found.subFilter !== 'ETSI.RFC3161' || found.coversUpTo !== revision.end)
        throw new LayoutError('a timestamp was added that is not valid');
    }
}

/**
 * Requires that only permitted changes follow a signature. Compares its revision with that of the next signature, and so on to the whole
 * file. Throws a LayoutError.
 */
function requirePermitted(
  file: PdfFile,
  covered: readonly CoveredSignature[],
  index: number,
  budget: SearchBudget,
): void {
  const { signature, revision } = covered[index]!;
  if (readForm(revision).certification === 1)
    throw new LayoutError('something was added, although the author permits no changes');
  if (locksDocument(revision, { signature: signature.dict, field: signature.field }))
    throw new LayoutError('something was added, although the signer permits no changes');
  const filled = new Set<string>();
  let before = revision;
  const rest = covered.slice(index + 1).map((one) => one.revision);
  for (const after of new Set([...rest, file])) {
    if (after.bytes.length <= before.bytes.length) continue;
    for (const name of requireFormFilling(before, after, budget)) filled.add(name);
    before = after;
  }
  for (const name of filled)
    if (isLocked(revision, signature.dict, name))
      throw new LayoutError(`the form field "${name}" was changed, which the signature locks`);
}

/** Whether the FieldMDP transform of a signature forbids changes to the field (12.8.2.4). */
function isLocked(file: PdfFile, signature: PdfDict, name: string): boolean {
  for (const item of file.array(signature.get('Reference')) ?? []) {
    const reference = file.dict(item);
    if (file.nameOf(reference?.get('TransformMethod')) !== 'FieldMDP') continue;
    const parameters = file.dict(reference?.get('TransformParams'));
    const listed = (file.array(parameters?.get('Fields')) ?? []).some((field) => {
      const text = file.resolve(field);
      const title = text instanceof PdfString ? textOf(text) : null;
      return title !== null && (name === title || name.startsWith(`${title}.`));
    });
    const action = file.nameOf(parameters?.get('Action'));
    if (action === 'All' || (action === 'Include' && listed) || (action === 'Exclude' && !listed))
      return true;
  }
  return false;
}
