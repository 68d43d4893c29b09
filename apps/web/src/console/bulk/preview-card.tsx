/** Links to the PDFs that rows would send: the first, the last, and those with the longest values. */
import type { BulkSendOut } from '@countersign/client/generated/api';
import type { ReactNode } from 'react';
import { Card } from '../parts/page.tsx';
import { useClient } from '../session.tsx';

type Sample = NonNullable<BulkSendOut['sample_rows']>[number];

/** The samples, without the last row if another sample shows it already. */
function distinct(samples: readonly Sample[]): Sample[] {
  return samples.filter(
    ({ row_no, reason }, index) =>
      reason !== 'last' || samples.findIndex((one) => one.row_no === row_no) === index,
  );
}

function wordsFor({ row_no, reason, field }: Sample): string {
  const row = `row ${row_no.toLocaleString('en')}`;
  if (reason === 'first') return `First: ${row}`;
  return reason === 'last' ? `Last: ${row}` : `Longest ${field}: ${row}`;
}

/** Shown until the bulk send is dispatched, if it has a valid row. */
export function PreviewCard({ send }: { send: BulkSendOut }) {
  const samples = distinct(send.sample_rows ?? []);
  const canDispatch = send.status === 'ready' || send.status === 'invalid';
  return (
    canDispatch &&
    samples.length > 0 && (
      <Card
        title="Look before you send"
        hint="The PDF of a row with its values as they will be sealed. Long values are made smaller until they fit."
      >
        <ul className="c-previews">
          {samples.map((sample) => (
            <li key={`${sample.reason} ${sample.field}`}>
              <PreviewLink sendId={send.id} rowNo={sample.row_no}>
                {wordsFor(sample)}
              </PreviewLink>
            </li>
          ))}
        </ul>
      </Card>
    )
  );
}

/** Opens the preview in a new tab. */
export function PreviewLink({
  sendId,
  rowNo,
  children,
}: {
  sendId: string;
  rowNo: number;
  children: ReactNode;
}) {
  const client = useClient();
  const path = { bulk_send_id: sendId, row_no: String(rowNo) };
  return (
    <a
      href={client.fileUrl('/v1/bulk-sends/{bulk_send_id}/rows/{row_no}/preview.pdf', { path })}
      target="_blank"
      rel="noreferrer"
    >
      {children}
      <span className="visually-hidden"> (PDF of row {rowNo}, in a new tab)</span>
    </a>
  );
}
