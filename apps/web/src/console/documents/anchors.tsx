/** The daily anchors of a document's history: what they cover, and the proofs as a file for `countersign verify`. */
import type { DocumentAnchorOut, EventOut } from '@countersign/client/generated/api';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { counted, printMoment } from '../parts/moments.ts';
import { useQuery } from '../query.ts';
import { useClient, useMode } from '../session.tsx';

/** Shows nothing for test documents, because they are not anchored. */
export function Anchors({
  documentId,
  events,
  isIntact,
}: {
  documentId: string;
  events: readonly EventOut[];
  /** Whether the chain of the events is intact. An anchor proves nothing about a broken one. */
  isIntact: boolean;
}) {
  const path = { doc_id: documentId };
  const { data, error } = useQuery('/v1/documents/{doc_id}/anchors', { path });
  const mode = useMode();
  if (mode === 'test' || error || !data) return null;
  const eventAt = (seq: number) => events.find((event) => event.seq === seq);
  const differing = data.items.find(({ seq, event_hash }) => eventAt(seq)?.hash !== event_hash);
  if (differing) {
    const { seq } = differing;
    return (
      <div className="c-note c-note-bad" role="alert">
        <Icon name="warning" />
        <div>
          <strong>The history differs from what was anchored.</strong>{' '}
          {eventAt(seq)
            ? `The hash of event ${seq} is not the one in the published proof.`
            : `Event ${seq} is anchored, but missing in the history.`}
        </div>
      </div>
    );
  }
  if (!isIntact) return null;
  const last = data.items.at(-1);
  return (
    <p className="c-history-note">
      <span className="hint">
        {last ? sentenceOf(last) : 'Not anchored yet. That happens once a day, shortly after midnight UTC.'}
      </span>
      {last && <DownloadProofs documentId={documentId} />}
    </p>
  );
}

function sentenceOf({ seq, anchor: { date, timestamp } }: DocumentAnchorOut): string {
  const part = seq === 1 ? 'The first event is' : `The first ${counted(seq, 'event')} are`;
  return timestamp
    ? `${part} anchored in a published hash with a timestamp of ${printMoment(timestamp.time)}.`
    : `${part} anchored in the hash that was published on ${date}, without a timestamp.`;
}

function DownloadProofs({ documentId }: { documentId: string }) {
  const client = useClient();
  const [hasFailed, setFailed] = useState(false);
  const save = async () => {
    setFailed(false);
    try {
      const items: DocumentAnchorOut[] = [];
      for (let after: string | null | undefined; after !== null; ) {
        const page = await client.get('/v1/documents/{doc_id}/anchors', {
          params: { path: { doc_id: documentId }, query: after ? { starting_after: after } : {} },
        });
        items.push(...page.items);
        after = page.next_starting_after;
      }
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([JSON.stringify(items)], { type: 'application/json' }));
      link.download = `anchors-${documentId}.json`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    } catch {
      setFailed(true);
    }
  };
  return (
    <Button onClick={() => void save()}>
      <Icon name="download" />
      {hasFailed ? 'Download failed. Try again' : 'Download proofs'}
    </Button>
  );
}
