/** The templates of the workspace. Live and test mode share them. */
import type { TemplateOut } from '@countersign/client/generated/api';
import { useEffect, useState } from 'react';
import { ButtonTo } from '../parts/button-to.tsx';
import { Confirm, CopyBlock, Menu, type MenuItem, Pager } from '../parts/controls.tsx';
import { Icon } from '../parts/icon.tsx';
import { printAgo } from '../parts/moments.ts';
import { Answer, Card, EmptyState, Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { useInvalidate, useQuery } from '../query.ts';
import { Link, useRouter } from '../router.tsx';
import { useClient, useIsAtLeast } from '../session.tsx';
import { useToasts } from '../toasts.tsx';

const pageSize = 25;

/** Lists templates. Managers create and edit them; everyone can use them. */
export function TemplateListPage() {
  const manages = useIsAtLeast('manager');
  const [q, setQ] = useState('');
  const [wanted, setWanted] = useState('');
  const [offset, setOffset] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => {
      setWanted(q.trim());
      setOffset(0);
    }, 250);
    return () => clearTimeout(timer);
  }, [q]);
  const templates = useQuery('/v1/templates', {
    query: { limit: pageSize, offset, ...(wanted && { q: wanted }) },
  });
  const newTemplate = manages && (
    <ButtonTo look="primary" href="/templates/new">
      <Icon name="plus" />
      New template
    </ButtonTo>
  );
  return (
    <Page title="Templates" lead="A PDF with fields, to be sent to different people." actions={newTemplate}>
      <div className="c-filters">
        <div className="c-search">
          <Icon name="search" />
          <input
            type="search"
            className="input"
            aria-label="Search templates"
            placeholder="Search templates"
            value={q}
            onChange={(event) => setQ(event.currentTarget.value)}
          />
        </div>
      </div>
      <Card>
        <Answer query={templates} lines={6}>
          {({ items, total, limit }) =>
            total > 0 ? (
              <>
                <TemplateTable items={items} manages={manages} />
                <Pager total={total} limit={limit} offset={offset} onMove={setOffset} />
              </>
            ) : wanted ? (
              <EmptyState icon="search" title="No templates match your search">
                <p>No template has “{wanted}” in its name.</p>
              </EmptyState>
            ) : (
              <EmptyState icon="templates" title="No templates yet" actions={newTemplate}>
                <p>
                  Place the fields once and reuse them. Bulk sends also need a template. You can save a draft
                  as a template.
                </p>
                <CopyBlock
                  label="Example with curl"
                  text={`curl ${location.origin}/v1/templates/tpl_…/use \\
  -H "Authorization: Bearer $COUNTERSIGN_KEY" -H "Content-Type: application/json" \\
  -d '{"recipients": [{"name": "Ada", "email": "ada@example.com"}]}'`}
                />
              </EmptyState>
            )
          }
        </Answer>
      </Card>
    </Page>
  );
}

/** Whether it can be used: it has recipients. */
const isReady = ({ recipients }: TemplateOut): boolean => recipients.length > 0;

/** What a click on a template opens. */
const hrefOf = (template: TemplateOut, manages: boolean): string =>
  `/templates/${template.id}/${isReady(template) || !manages ? 'use' : 'edit'}`;

function TemplateTable({ items, manages }: { items: TemplateOut[]; manages: boolean }) {
  const client = useClient();
  const { go } = useRouter();
  const invalidate = useInvalidate();
  const { say, attempt } = useToasts();
  const [deleting, setDeleting] = useState<TemplateOut | null>(null);

  const duplicate = (template: TemplateOut) =>
    attempt(async () => {
      const copy = await client.post('/v1/templates/{tpl_id}/duplicate', {
        params: { path: { tpl_id: template.id } },
        body: { name: `${template.name.slice(0, 290)} (copy)` },
      });
      invalidate('/v1/templates');
      return `“${copy.name}” created`;
    });
  const itemsOf = (template: TemplateOut): MenuItem[] => [
    { label: 'Use', icon: 'send', onChoose: () => go(`/templates/${template.id}/use`) },
    ...(manages
      ? [
          {
            label: 'Send in bulk',
            icon: 'bulk' as const,
            onChoose: () => go(`/bulk-sends/new?template=${template.id}`),
          },
          {
            label: 'Direct links',
            icon: 'link' as const,
            onChoose: () => go(`/templates/${template.id}/links`),
          },
          {
            label: 'Answers as CSV',
            icon: 'download' as const,
            onChoose: () =>
              location.assign(
                client.fileUrl('/v1/templates/{tpl_id}/answers.csv', { path: { tpl_id: template.id } }),
              ),
          },
          { label: 'Edit', icon: 'edit' as const, onChoose: () => go(`/templates/${template.id}/edit`) },
          {
            label: 'Versions',
            icon: 'clock' as const,
            onChoose: () => go(`/templates/${template.id}/versions`),
          },
          { label: 'Duplicate', icon: 'copy' as const, onChoose: () => void duplicate(template) },
          { label: 'Delete…', icon: 'trash' as const, danger: true, onChoose: () => setDeleting(template) },
        ]
      : []),
  ];
  return (
    <>
      <Table columns={['Template', 'Version', 'Roles', 'Fields', 'Changed', null]}>
        {items.map((template) => (
          <tr key={template.id}>
            <td>
              <Link className="c-row-title" href={hrefOf(template, manages)}>
                {template.name}
              </Link>
              <span className="c-row-sub c-mono">{template.id}</span>
            </td>
            <td data-label="Version" className="c-number">
              {template.version}
            </td>
            <td data-label="Roles">
              {template.recipients.length > 0
                ? template.recipients.map(({ name }) => name).join(', ')
                : 'None yet'}
            </td>
            <td data-label="Fields" className="c-number">
              {template.fields.length}
            </td>
            <td data-label="Changed">{printAgo(template.updated_at ?? template.created_at)}</td>
            <td className="c-cell-tight c-cell-menu">
              <span className="c-actions c-actions-end">
                <ButtonTo
                  className="c-row-action"
                  href={hrefOf(template, manages)}
                  aria-label={`${isReady(template) || !manages ? 'Use' : 'Place fields in'} ${template.name}`}
                >
                  {isReady(template) || !manages ? 'Use' : 'Place fields'}
                </ButtonTo>
                <Menu label={`Actions for ${template.name}`} items={itemsOf(template)} />
              </span>
            </td>
          </tr>
        ))}
      </Table>
      {deleting && (
        <Confirm
          title={`Delete “${deleting.name}”?`}
          action="Delete"
          danger
          onClose={() => setDeleting(null)}
          onConfirm={async () => {
            await client.delete('/v1/templates/{tpl_id}', { params: { path: { tpl_id: deleting.id } } });
            invalidate('/v1/templates');
            say('Template deleted');
          }}
        >
          <p>Documents created from it are not affected.</p>
        </Confirm>
      )}
    </>
  );
}
