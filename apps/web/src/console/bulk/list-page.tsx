/** The bulk sends of the current mode. */
import { useState } from 'react';
import { Badge } from '../parts/badge.tsx';
import { ButtonTo } from '../parts/button-to.tsx';
import { CopyBlock, Pager } from '../parts/controls.tsx';
import { Icon } from '../parts/icon.tsx';
import { printAgo } from '../parts/moments.ts';
import { Answer, Card, EmptyState, Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { usePolledQuery } from '../query.ts';
import { Link } from '../router.tsx';
import { useTemplateName } from '../templates/use-template-name.ts';
import { apiRows, bulkSendStates } from './states.ts';

const pageSize = 25;

/** The list, newest first. */
export function BulkSendListPage() {
  const [offset, setOffset] = useState(0);
  const sends = usePolledQuery(5000, '/v1/bulk-sends', { query: { limit: pageSize, offset } });
  const templateName = useTemplateName();
  const newButton = (
    <ButtonTo look="primary" href="/bulk-sends/new">
      <Icon name="plus" />
      New bulk send
    </ButtonTo>
  );
  return (
    <Page
      title="Bulk sends"
      lead="Send one template as a document to every row of a CSV or Excel file."
      actions={newButton}
    >
      <Card>
        <Answer query={sends}>
          {({ items, total, limit }) =>
            total === 0 ? (
              <EmptyState icon="bulk" title="No bulk sends yet" actions={newButton}>
                <p>
                  Choose a template and fill in its CSV or Excel file. Errors are shown by line before
                  anything is sent.
                </p>
                <CopyBlock
                  label="Command"
                  text="countersign bulk-sends create rows.csv --template tpl_… --dispatch --watch"
                />
              </EmptyState>
            ) : (
              <>
                <Table columns={['Bulk send', 'Status', 'Rows', 'Sent', 'Failed', 'Created']}>
                  {items.map((one) => {
                    const [label, tone] = bulkSendStates[one.status];
                    return (
                      <tr key={one.id}>
                        <td>
                          <Link className="c-row-title" href={`/bulk-sends/${one.id}`}>
                            {one.source_filename || apiRows}
                          </Link>
                          <span className="c-row-sub">{templateName(one.template_id)}</span>
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
                        <td data-label="Created">{printAgo(one.created_at)}</td>
                      </tr>
                    );
                  })}
                </Table>
                <Pager total={total} limit={limit} offset={offset} onMove={setOffset} />
              </>
            )
          }
        </Answer>
      </Card>
    </Page>
  );
}
