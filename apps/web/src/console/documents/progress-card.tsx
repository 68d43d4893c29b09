/** Who has signed, who has the document now and since when, and what the sender can do. */
import type { DocumentOut, EventOut, RecipientOut } from '@countersign/client/generated/api';
import { visibleText } from '@countersign/contract/visible-text';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../parts/badge.tsx';
import { Progress } from '../parts/controls.tsx';
import { Icon } from '../parts/icon.tsx';
import { printMoment } from '../parts/moments.ts';
import { Card } from '../parts/page.tsx';
import { colorOf } from '../parts/person-color.ts';
import { recipientStates, roles, signatureLevelWords } from '../words.ts';
import { CorrectDialog, isCorrectable } from './correct-dialog.tsx';
import { isUnderway, isWaitedFor, mustAct, progressOf } from './recipient-progress.ts';

/** All recipients in signing order, with the buttons for an open document. */
export function ProgressCard({
  document,
  events,
  onRemind,
  onVoid,
}: {
  document: DocumentOut;
  /** Empty while they are loading. */
  events: readonly EventOut[];
  onRemind: () => void;
  onVoid: () => void;
}) {
  const { recipients } = document;
  const [corrected, setCorrected] = useState<RecipientOut | null>(null);
  const acting = recipients.filter(mustAct);
  const done = acting.filter(({ status }) => status === 'completed').length;
  const isOpen = isUnderway(document);
  const isDraft = document.status === 'draft';
  return (
    <Card title="Recipients" className="c-progress-card">
      {!isDraft && acting.length > 0 && (
        <Progress share={done / acting.length} label={`${done} of ${acting.length} done`} />
      )}
      {recipients.length === 0 ? (
        <p className="hint">No recipients yet. Add them on the preparation page.</p>
      ) : (
        <People document={document} events={events} onCorrect={setCorrected} />
      )}
      {isOpen && (
        <div className="button-row c-card-actions">
          <Button look="primary" onClick={onRemind}>
            <Icon name="send" />
            Remind
          </Button>
          <Button onClick={onVoid}>
            <Icon name="close" />
            Void…
          </Button>
          {document.expires_at && <span className="hint">Expires on {printMoment(document.expires_at)}</span>}
        </div>
      )}
      {corrected && (
        <CorrectDialog document={document} recipient={corrected} onClose={() => setCorrected(null)} />
      )}
    </Card>
  );
}

function People({
  document,
  events,
  onCorrect,
}: {
  document: DocumentOut;
  events: readonly EventOut[];
  onCorrect: (one: RecipientOut) => void;
}) {
  const { recipients } = document;
  const steps = [...new Set(recipients.map((one) => one.signing_order))].sort((one, other) => one - other);
  return (
    <ol className="c-people">
      {steps.map((step, index) => (
        <li key={step}>
          {steps.length > 1 && <p className="c-turn">Step {index + 1}</p>}
          <ul>
            {recipients
              .filter((one) => one.signing_order === step)
              .map((one) => (
                <Person
                  key={one.id}
                  one={one}
                  document={document}
                  events={events}
                  onCorrect={isCorrectable(document, one) ? () => onCorrect(one) : null}
                />
              ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function Person({
  one,
  document,
  events,
  onCorrect,
}: {
  one: RecipientOut;
  document: DocumentOut;
  events: readonly EventOut[];
  /** Null once the recipient has acted. */
  onCorrect: (() => void) | null;
}) {
  const { recipients } = document;
  const at = recipients.indexOf(one);
  const isErased = document.erased_at !== undefined;
  const nameOf = (person: RecipientOut) =>
    isErased ? `Person ${recipients.indexOf(person) + 1}` : visibleText(person.name);
  const before = recipients.find(({ id }) => id === one.reassigned_from);
  const about = [
    roles[one.role].label,
    one.auth_level === 'otp' && 'one-time code',
    one.signature_level && signatureLevelWords[one.own_signature?.level ?? one.signature_level],
    one.own_signature && `at ${visibleText(one.own_signature.provider)}`,
    one.delivery === 'none' && 'no emails',
    before && `reassigned from ${nameOf(before)}`,
  ].filter(Boolean);
  return (
    <li className={`c-person ${isWaitedFor(document, one) ? 'c-person-waited' : ''}`}>
      <span className="c-person-mark" style={{ background: colorOf(at) }} aria-hidden="true">
        {isErased ? at + 1 : [...one.name.trim()][0]?.toUpperCase()}
      </span>
      <div>
        <div className="c-person-name">
          <strong>
            <bdi>{nameOf(one)}</bdi>
          </strong>
          <StateBadge document={document} one={one} />
        </div>
        {!isErased && <span className="c-row-sub">{visibleText(one.email)}</span>}
        <span className="c-row-sub">{about.join(' · ')}</span>
        {document.status !== 'draft' && (
          <span className="c-person-progress">{progressOf(document, one, events)}</span>
        )}
        {one.reject_reason && !isErased && <blockquote className="c-quote">{one.reject_reason}</blockquote>}
        {onCorrect && (
          <Button look="quiet" onClick={onCorrect} aria-label={`Change ${nameOf(one)}`}>
            Change…
          </Button>
        )}
      </div>
    </li>
  );
}

/** The state of recipients who got the document and do not sign. */
const awaited: Partial<Record<RecipientOut['role'], string>> = {
  viewer: 'Not opened',
  approver: 'Awaiting approval',
};

/** The recipient's state. A person who did not act before the document ended has no state of their own. */
function StateBadge({ document, one }: { document: DocumentOut; one: RecipientOut }) {
  const hasActed = one.status === 'completed' || one.status === 'rejected' || one.status === 'reassigned';
  if (document.status === 'draft' || one.role === 'cc') return null;
  if (!hasActed && !isUnderway(document)) return null;
  const [label, tone] = recipientStates[one.status];
  return <Badge tone={tone}>{(one.status === 'sent' && awaited[one.role]) || label}</Badge>;
}
