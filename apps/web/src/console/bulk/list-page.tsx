/** Bulk sends of this mode. */
import type { BulkSendPage as BulkSendPageOut } from '@countersign/contract/bulk-send';
import { useState } from 'react';
import { Badge } from '../parts/badge.tsx';
import { ButtonTo } from '../parts/button-to.tsx';
import { CopyBlock, Pager } from '../parts/controls.tsx';
import { Icon } from '../parts/icon.tsx';
import { printAgo } from '../parts/moments.ts';
import { Answer, Card, EmptyState, Page } from '../parts/page.tsx';
import { useQuery } from '../query.ts';
import { Link } from '../router.tsx';
import { bulkSendStates } from './states.ts';

const pageSize = 25;

/** The list, newest first. */
export function BulkSendListPage() {
  const [offset, setOffset] = useState(0);
  const sends = useQuery<BulkSendPageOut>(`/v1/bulk-sends?limit=${pageSize}&offset=${offset}`, 5000);
  const newButton = (
    <ButtonTo look="primary" href="/bulk-sends/new">
      <Icon name="plus" />
      New bulk send
    </ButtonTo>
  );
  return (
    <Page title="Bulk sends" lead="One template, a document for every row of a CSV." actions={newButton}>
      <Card>
        <Answer query={sends}>
          {({ items, total, limit }) =>
            total === 0 ? (
              <EmptyState icon="bulk" title="No bulk sends yet" actions={newButton}>
                <p>Take a template, fill in its CSV, and see every error by line before anything goes out.</p>
                <CopyBlock
                  label="Command"
                  text="countersign bulk-sends create rows.csv --template tpl_… --dispatch --watch"
                />
              </EmptyState>
            ) : (
              <>
                <div className="c-table-frame">
                  <table className="c-table c-table-stack">
                    <thead>
                      <tr>
                        <th scope="col">Bulk send</th>
                        <th scope="col">State</th>
                        <th scope="col">Rows</th>
                        <th scope="col">Sent</th>
                        <th scope="col">Failed</th>
                        <th scope="col">Made</th>
                      </tr>
                    </thead>
                    <tbody>
                      {items.map((one) => {
                        const [label, tone] = bulkSendStates[one.status];
                        return (
                          <tr key={one.id}>
                            <td>
                              <Link className="c-row-title" href={`/bulk-sends/${one.id}`}>
                                {one.source_filename || 'Rows from the API'}
                              </Link>
                              <span className="c-row-sub c-mono">{one.template_id}</span>
                            </td>
                            <td>
                              <Badge tone={tone}>{label}</Badge>
                            </td>
                            <td data-label="Rows" className="c-number">
                              {one.row_count.toLocaleString('en')}
                            </td>
                            <td data-label="Sent" className="c-number">
                              {one.sent_count.toLocaleString('en')}
                            </td>
                            <td data-label="Failed" className="c-number">
                              {one.failed_count.toLocaleString('en')}
                            </td>
                            <td data-label="Made">{printAgo(one.created_at)}</td>
                          </tr>
                        );
                      })}
                    </tbody>
                  </table>
                </div>
                <Pager total={total} limit={limit} offset={offset} onMove={setOffset} />
              </>
            )
          }
        </Answer>
      </Card>
    </Page>
  );
}
