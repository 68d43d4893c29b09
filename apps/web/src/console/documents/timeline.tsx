/** The events of a document. The audit chain is verified in the browser. */
import type { EventOut, RecipientOut } from '@countersign/client/generated/api';
import { type ChainVerdict, verifyChain } from '@countersign/contract/audit-chain';
import type { EngineEventType } from '@countersign/contract/events';
import { visibleText } from '@countersign/contract/visible-text';
import { useEffect, useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { printMoment } from '../parts/moments.ts';
import { Answer, Card } from '../parts/page.tsx';
import { usePolledTrail } from '../query.ts';
import { eventWords } from '../words.ts';

/** Number of events shown at first; a document can have thousands. */
const firstShown = 40;

/** The events of a document, newest first. They are reloaded when `status` changes. */
export function Timeline({
  documentId,
  status,
  recipients,
}: {
  documentId: string;
  status: string;
  recipients: readonly RecipientOut[];
}) {
  const query = usePolledTrail(10_000, documentId);
  const [isWhole, setWhole] = useState(false);
  const { reload } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new status means a new event
  useEffect(() => reload(), [status]);
  return (
    <Card title="Events" hint="Each event contains the hash of the previous event.">
      <Answer query={query} lines={6}>
        {(events) => {
          const newest = [...events].reverse();
          const shown = isWhole ? newest : newest.slice(0, firstShown);
          return (
            <>
              <Verdict events={events} />
              <ol className="c-timeline" reversed>
                {shown.map((event) => (
                  <Line key={event.seq} event={event} recipients={recipients} />
                ))}
              </ol>
              {shown.length < events.length && (
                <Button onClick={() => setWhole(true)}>Show all {events.length} events</Button>
              )}
            </>
          );
        }}
      </Answer>
    </Card>
  );
}

function Verdict({ events }: { events: EventOut[] }) {
  const verdict = useMemo<ChainVerdict>(() => verifyChain(events), [events]);
  return verdict.ok ? (
    <div className="c-note c-note-good">
      <Icon name="shield" />
      <div>
        <strong>The chain is intact.</strong>{' '}
        {verdict.erasure ? (
          <>
            Personal data of {verdict.erasure.events} events was erased on {printMoment(verdict.erasure.at)},
            so only their place in the chain can be checked. This browser recomputed the other{' '}
            {verdict.count - verdict.erasure.unchecked} hashes and checked that nothing was changed after the
            erasure.
          </>
        ) : (
          <>This browser recomputed all {verdict.count} hashes.</>
        )}
        <span className="c-row-sub c-mono">Head {verdict.head}</span>
      </div>
    </div>
  ) : (
    <div className="c-note c-note-bad" role="alert">
      <Icon name="warning" />
      <div>
        <strong>The chain is broken at event {verdict.brokenAtSeq}.</strong> {verdict.reason}.
      </div>
    </div>
  );
}

function Line({ event, recipients }: { event: EventOut; recipients: readonly RecipientOut[] }) {
  const words = eventWords[event.event_type as EngineEventType] ?? {
    label: event.event_type,
    icon: 'info' as const,
    tone: 'plain' as const,
  };
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={`c-event c-event-${words.tone}`}>
      <span className="c-event-mark">
        <Icon name={words.icon} />
      </span>
      <div>
        <p>
          <strong>{words.label}</strong>{' '}
          <span className="c-muted">
            <bdi>{visibleText(aboutOf(event, recipients) ?? '')}</bdi>
          </span>
        </p>
        <p className="c-row-sub">
          <time dateTime={event.created_at_iso}>{printMoment(event.created_at_iso)}</time>
          {event.ip && ` · ${event.ip}`}{' '}
          <button
            type="button"
            className="c-text-button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Less' : `Event ${event.seq}`}
          </button>
        </p>
        {isOpen && (
          <dl className="c-facts c-event-facts">
            <dt>Type</dt>
            <dd className="c-mono">{event.event_type}</dd>
            <dt>Actor</dt>
            <dd className="c-mono">{visibleText(JSON.stringify(event.actor))}</dd>
            <dt>Payload</dt>
            <dd className="c-mono">{visibleText(JSON.stringify(event.payload))}</dd>
            <dt>Browser</dt>
            <dd>{visibleText(event.user_agent ?? '–')}</dd>
            {event.erased_at && (
              <>
                <dt>Personal data</dt>
                <dd>erased {printMoment(event.erased_at)}</dd>
              </>
            )}
            <dt>Hash</dt>
            <dd className="c-mono">{event.hash}</dd>
          </dl>
        )}
      </div>
    </li>
  );
}

/** Names for actors whose name was erased or never known. */
const unnamedActors: Record<string, string> = {
  api_key: 'an API key',
  user: 'a member',
  recipient: 'a recipient',
};

/** Who did it or who was affected, and the reason. */
function aboutOf(event: EventOut, recipients: readonly RecipientOut[]): string {
  const { actor, payload } = event;
  const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
  const concerned = recipients.find(({ id }) => id === payload.recipient_id);
  const acting = recipients.find(({ id }) => id === actor.id);
  const doer =
    text(actor.name) ?? text(actor.email) ?? acting?.name ?? unnamedActors[String(actor.type)] ?? null;
  const who =
    concerned && concerned.name !== doer ? [concerned.name, doer && `by ${doer}`] : [doer && `by ${doer}`];
  // The reason of an erased event only says `erased`.
  const why = event.erased_at ? null : (text(payload.reason) ?? text(payload.error));
  return [...who, why && `“${why}”`].filter(Boolean).join(' · ');
}
