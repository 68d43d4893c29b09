import type { DocumentOut, RecipientOut } from '@countersign/client/generated/api';
import { visibleText } from '@countersign/contract/visible-text';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../parts/badge.tsx';
import { printMoment } from '../parts/moments.ts';
import { colourOf } from '../parts/person-colour.ts';
import { recipientStates, roles } from '../words.ts';
import { CorrectDialog, isCorrectable } from './correct-dialog.tsx';

/** All recipients in signing order. */
export function RecipientCards({ document }: { document: DocumentOut }) {
  const { recipients } = document;
  const [corrected, setCorrected] = useState<RecipientOut | null>(null);
  if (recipients.length === 0)
    return <p className="hint">No recipients yet. Add them on the preparation page.</p>;
  const turns = [...new Set(recipients.map((one) => one.signing_order))].sort((one, other) => one - other);
  const showsTurns = turns.length > 1;
  return (
    <>
      <ol className="c-people">
        {turns.map((turn, index) => (
          <li key={turn}>
            {showsTurns && <p className="c-turn">Step {index + 1}</p>}
            <ul>
              {recipients
                .filter((one) => one.signing_order === turn)
                .map((one) => (
                  <Person
                    key={one.id}
                    one={one}
                    all={recipients}
                    isDraft={document.status === 'draft'}
                    isErased={document.erased_at !== undefined}
                    onCorrect={isCorrectable(document, one) ? () => setCorrected(one) : null}
                  />
                ))}
            </ul>
          </li>
        ))}
      </ol>
      {corrected && (
        <CorrectDialog document={document} recipient={corrected} onClose={() => setCorrected(null)} />
      )}
    </>
  );
}

function Person({
  one,
  all,
  isDraft,
  isErased,
  onCorrect,
}: {
  one: RecipientOut;
  all: RecipientOut[];
  isDraft: boolean;
  isErased: boolean;
  /** Null once the recipient has acted. */
  onCorrect: (() => void) | null;
}) {
  const nameOf = (person: RecipientOut) =>
    isErased ? `Person ${all.indexOf(person) + 1}` : visibleText(person.name);
  const [label, tone] = recipientStates[one.status];
  const before = all.find(({ id }) => id === one.reassigned_from);
  return (
    <li className="c-person">
      <span className="c-person-mark" style={{ background: colourOf(all.indexOf(one)) }} aria-hidden="true">
        {isErased ? all.indexOf(one) + 1 : [...one.name.trim()][0]?.toUpperCase()}
      </span>
      <div>
        <strong>
          <bdi>{nameOf(one)}</bdi>
        </strong>
        {!isErased && <span className="c-row-sub">{visibleText(one.email)}</span>}
        <span className="c-row-sub">
          {roles[one.role].label}
          {one.auth_level === 'otp' && ' · one-time code'}
          {one.delivery === 'none' && ' · no emails'}
          {before && ` · reassigned from ${nameOf(before)}`}
          {one.completed_at && ` · ${printMoment(one.completed_at)}`}
          {one.rejected_at && ` · ${printMoment(one.rejected_at)}`}
        </span>
        {one.reject_reason && !isErased && <blockquote className="c-quote">{one.reject_reason}</blockquote>}
        {onCorrect && (
          <Button look="quiet" onClick={onCorrect} aria-label={`Correct ${nameOf(one)}`}>
            Correct…
          </Button>
        )}
      </div>
      {!isDraft && one.role !== 'cc' && <Badge tone={tone}>{label}</Badge>}
    </li>
  );
}
