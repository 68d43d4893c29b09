import type { DocumentOut } from '@countersign/client/generated/api';
import { Fragment } from 'react';
import { Icon } from '../parts/icon.tsx';
import { printMoment, printSize } from '../parts/moments.ts';
import { useClient } from '../session.tsx';
import { useFolders } from './use-folders.ts';

/** Times, settings and identifiers of the document, folded. */
export function DocumentFacts({ document }: { document: DocumentOut }) {
  const folder = useFolders().find(({ id }) => id === document.folder_id);
  const client = useClient();
  const fileUrl = (file_id: string) =>
    client.fileUrl('/v1/documents/{doc_id}/files/{file_id}/content', {
      path: { doc_id: document.id, file_id },
    });
  const reminders = document.reminder_cadence_days;
  return (
    <details className="c-card c-history">
      <summary>
        <Icon name="chevron-right" />
        <h2>Details</h2>
      </summary>
      <dl className="c-facts">
        <dt>Created</dt>
        <dd>{printMoment(document.created_at)}</dd>
        <dt>Sent</dt>
        <dd>{printMoment(document.sent_at)}</dd>
        <dt>Completed</dt>
        <dd>{printMoment(document.completed_at)}</dd>
        <dt>Expires</dt>
        <dd>{document.expires_at ? printMoment(document.expires_at) : 'Never'}</dd>
        <dt>Reminders</dt>
        <dd>{reminders ? `Every ${reminders === 1 ? 'day' : `${reminders} days`}` : 'None'}</dd>
        <dt>Visible to</dt>
        <dd>{document.visibility === 'managers' ? 'Owners and managers' : 'Everyone in the workspace'}</dd>
        <dt>Folder</dt>
        <dd>{folder?.name ?? 'None'}</dd>
        <dt>Size</dt>
        <dd>{printSize(document.size_bytes)}</dd>
        {document.seal_profile && (
          <>
            <dt>Seal</dt>
            <dd>{document.seal_profile}</dd>
          </>
        )}
        <dt>ID</dt>
        <dd className="c-mono">{document.id}</dd>
        {document.external_id && (
          <>
            <dt>External ID</dt>
            <dd className="c-mono">{document.external_id}</dd>
          </>
        )}
        {Object.entries(document.metadata ?? {}).map(([key, value]) => (
          <Fragment key={key}>
            <dt>
              <bdi>{key}</bdi>
            </dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </Fragment>
        ))}
        {document.files.length > 1 &&
          document.files.map(({ id, name, first_page, sha256 }, index) => (
            <Fragment key={id}>
              <dt>File {index + 1}</dt>
              <dd>
                <a href={fileUrl(id)}>
                  <bdi>{name}</bdi>
                </a>
                , from page {first_page}
                <br />
                <span className="c-mono">{sha256}</span>
              </dd>
            </Fragment>
          ))}
        <dt>SHA-256 of the original</dt>
        <dd className="c-mono">{document.original_sha256}</dd>
      </dl>
    </details>
  );
}
