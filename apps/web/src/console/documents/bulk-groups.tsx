import type { BulkSendOut } from '@countersign/client/generated/api';
import { visibleText } from '@countersign/contract/visible-text';
import { Icon } from '../parts/icon.tsx';
import { counted, printDay } from '../parts/moments.ts';
import { usePolledQuery, useQuery } from '../query.ts';
import { Link } from '../router.tsx';

/** Number of bulk sends shown above the list. */
const shownGroups = 3;

/** What a bulk send is called in lists. */
export const bulkSendName = ({ source_filename: file, created_at: at }: BulkSendOut): string =>
  file ? visibleText(file) : `Bulk send of ${printDay(at)}`;

/** The latest bulk sends with documents, one line each instead of one per document. */
export function BulkGroups() {
  const { data } = usePolledQuery(15_000, '/v1/bulk-sends', { query: { limit: 20 } });
  const sent = data?.items.filter(({ sent_count: count }) => count > 0) ?? [];
  if (sent.length === 0) return null;
  return (
    <ul className="c-groups" aria-label="Documents sent in bulk">
      {sent.slice(0, shownGroups).map((one) => (
        <Group key={one.id} bulkSend={one} />
      ))}
      {sent.length > shownGroups && (
        <li>
          <Link href="/bulk-sends">All bulk sends</Link>
        </li>
      )}
    </ul>
  );
}

function Group({ bulkSend }: { bulkSend: BulkSendOut }) {
  const completed = useQuery('/v1/documents', {
    query: { bulk_send_id: bulkSend.id, status: ['completed'], limit: 1 },
  });
  const count = completed.data?.total;
  return (
    <li>
      <Icon name="bulk" />
      <Link href={`/documents?bulk=${bulkSend.id}`}>{bulkSendName(bulkSend)}</Link>
      <span className="hint">
        {counted(bulkSend.sent_count, 'document')}
        {count !== undefined && `, ${count.toLocaleString('en')} completed`} · {printDay(bulkSend.created_at)}
      </span>
    </li>
  );
}
