/** What happened to a document, folded: plain sentences first, hashes and the verification of the chain on request. */
import type { EventOut, RecipientOut } from '@countersign/client/generated/api';
import { type ChainVerdict, verifyChain } from '@countersign/contract/audit-chain';
import type { EngineEventType } from '@countersign/contract/events';
import { visibleText } from '@countersign/contract/visible-text';
import { useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { counted, printAgo, printExactMoment, printMoment } from '../parts/moments.ts';
import { Answer } from '../parts/page.tsx';
import type { Query } from '../query.ts';
import { eventLooks } from '../words.ts';
import { Anchors } from './anchors.tsx';
import { type KnownNames, namesIn, sentenceOf } from './event-sentence.ts';

/** Number of events shown at first; a document can have thousands. */
const firstShown = 40;

/** The events of a document, newest first. */
export function History({
  documentId,
  query,
  recipients,
}: {
  documentId: string;
  query: Query<EventOut[]>;
  recipients: readonly RecipientOut[];
}) {
  const [isWhole, setWhole] = useState(false);
  const [isVerified, setVerified] = useState(false);
  /** Reads the events first, because anchors can cover events that came since the last reading. */
  const verify = async () => {
    await query.reload();
    setVerified(true);
  };
  const last = query.data?.at(-1);
  const known = useMemo(() => namesIn(query.data ?? [], recipients), [query.data, recipients]);
  return (
    <details className="c-card c-history">
      <summary>
        <Icon name="chevron-right" />
        <h2>History</h2>
        {last && (
          <span className="hint">
            {counted(query.data!.length, 'event')} · {sentenceOf(last, known)},{' '}
            {printAgo(last.created_at_iso)}
          </span>
        )}
      </summary>
      <Answer query={query} lines={6}>
        {(events) => {
          const newest = [...events].reverse();
          const shown = isWhole ? newest : newest.slice(0, firstShown);
          return (
            <>
              {isVerified ? (
                <Verification documentId={documentId} events={events} />
              ) : (
                <p className="c-history-note">
                  <span className="hint">
                    Each event contains the hash of the one before. Changing an event breaks the chain.
                  </span>
                  <Button onClick={() => void verify()}>
                    <Icon name="shield" />
                    Verify and show hashes
                  </Button>
                </p>
              )}
              <ol className="c-timeline" reversed>
                {shown.map((event) => (
                  <Line key={event.seq} event={event} known={known} isDetailed={isVerified} />
                ))}
              </ol>
              {shown.length < events.length && (
                <Button onClick={() => setWhole(true)}>Show all {events.length} events</Button>
              )}
            </>
          );
        }}
      </Answer>
    </details>
  );
}

function Verification({ documentId, events }: { documentId: string; events: EventOut[] }) {
  const verdict = useMemo(() => verifyChain(events), [events]);
  return (
    <>
      <Verdict verdict={verdict} />
      <Anchors documentId={documentId} events={events} isIntact={verdict.ok} />
    </>
  );
}

function Verdict({ verdict }: { verdict: ChainVerdict }) {
  return verdict.ok ? (
    <div className="c-note c-note-good" role="status">
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

function Line({
  event,
  known,
  isDetailed,
}: {
  event: EventOut;
  known: KnownNames;
  /** Whether hashes and technical details are shown. */
  isDetailed: boolean;
}) {
  const { icon, tone } = eventLooks[event.event_type as EngineEventType] ?? { icon: 'info', tone: 'plain' };
  return (
    <li className={`c-event c-event-${tone}`}>
      <span className="c-event-mark">
        <Icon name={icon} />
      </span>
      <div>
        <p>
          <bdi dir="ltr">{sentenceOf(event, known)}</bdi>
        </p>
        <p className="c-row-sub">
          <time dateTime={event.created_at_iso}>{printExactMoment(event.created_at_iso)}</time>
          {event.ip && ` · from ${event.ip}`}
        </p>
        {isDetailed && <Details event={event} />}
      </div>
    </li>
  );
}

function Details({ event }: { event: EventOut }) {
  return (
    <details className="c-event-details">
      <summary>Event {event.seq}</summary>
      <dl className="c-facts c-event-facts">
        <dt>Type</dt>
        <dd className="c-mono">{event.event_type}</dd>
        <dt>Actor</dt>
        <dd className="c-mono">{visibleText(JSON.stringify(event.actor))}</dd>
        <dt>Payload</dt>
        <dd className="c-mono">{visibleText(JSON.stringify(event.payload))}</dd>
        <dt>User agent</dt>
        <dd>{visibleText(event.user_agent ?? '–')}</dd>
        {event.erased_at && (
          <>
            <dt>Personal data</dt>
            <dd>erased {printMoment(event.erased_at)}</dd>
          </>
        )}
        <dt>Previous hash</dt>
        <dd className="c-mono">{event.prev_hash}</dd>
        <dt>Hash</dt>
        <dd className="c-mono">{event.hash}</dd>
      </dl>
    </details>
  );
}
