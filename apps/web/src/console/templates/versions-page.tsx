/** The version history of a template: what each version was, who saved it, and going back to one. */
import type { TemplateOut, TemplateVersionOut } from '@countersign/client/generated/api';
import { visibleText } from '@countersign/contract/visible-text';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { PageProps } from '../page-props.ts';
import { Badge } from '../parts/badge.tsx';
import { ButtonTo } from '../parts/button-to.tsx';
import { Icon } from '../parts/icon.tsx';
import { counted, printMoment } from '../parts/moments.ts';
import { Answer, Card, Page } from '../parts/page.tsx';
import { useInvalidate, useQuery } from '../query.ts';
import { useClient } from '../session.tsx';
import { useToasts } from '../toasts.tsx';
import { TemplateViewer } from './template-viewer.tsx';

/** Lists the versions next to the pages of the chosen one. */
export function TemplateVersionsPage({ params }: PageProps) {
  const template = useQuery('/v1/templates/{tpl_id}', { path: { tpl_id: params.id! } });
  return (
    <Answer query={template} lines={8}>
      {(data) => <Versions key={data.id} template={data} />}
    </Answer>
  );
}

function Versions({ template }: { template: TemplateOut }) {
  const client = useClient();
  const invalidate = useInvalidate();
  const { attempt } = useToasts();
  const [chosen, setChosen] = useState(template.version);
  const path = { tpl_id: template.id };
  const versions = useQuery('/v1/templates/{tpl_id}/versions', { path });
  const shown = useQuery('/v1/templates/{tpl_id}/versions/{version}', {
    path: { ...path, version: String(chosen) },
  });
  const restore = (version: number) =>
    attempt(async () => {
      const restored = await client.post('/v1/templates/{tpl_id}/versions/{version}/restore', {
        params: { path: { ...path, version: String(version) } },
      });
      invalidate('/v1/templates');
      setChosen(restored.version);
      return `Version ${version} restored as version ${restored.version}`;
    });
  return (
    <Page
      title={`Versions of “${visibleText(template.name)}”`}
      documentTitle={`Versions of ${template.name}`}
      back={{ href: '/templates', label: 'Templates' }}
      lead="Every save makes a version. Documents keep the version that they were created from."
      actions={
        <ButtonTo look="primary" href={`/templates/${template.id}/edit`}>
          <Icon name="edit" />
          Edit
        </ButtonTo>
      }
    >
      <div className="c-document">
        <div className="c-document-side">
          <Card title="Versions">
            <Answer query={versions}>
              {(list) => (
                <ol className="c-versions">
                  {list.map((one) => (
                    <VersionItem
                      key={one.version}
                      version={one}
                      isChosen={one.version === chosen}
                      isCurrent={one.version === list[0]!.version}
                      onChoose={() => setChosen(one.version)}
                      onRestore={() => void restore(one.version)}
                    />
                  ))}
                </ol>
              )}
            </Answer>
          </Card>
        </div>
        <Answer query={shown} lines={10}>
          {(version) => (
            <TemplateViewer key={version.version} template={version} heading={`Version ${version.version}`} />
          )}
        </Answer>
      </div>
    </Page>
  );
}

function VersionItem({
  version,
  isChosen,
  isCurrent,
  onChoose,
  onRestore,
}: {
  version: TemplateVersionOut;
  isChosen: boolean;
  isCurrent: boolean;
  onChoose: () => void;
  onRestore: () => void;
}) {
  const { name: by } = version.saved_by;
  return (
    <li className={isChosen ? 'c-version-chosen' : undefined}>
      <button type="button" className="c-version" aria-pressed={isChosen} onClick={onChoose}>
        <strong>
          Version {version.version} {isCurrent && <Badge tone="good">Current</Badge>}
        </strong>
        <span>{visibleText(version.name)}</span>
        <span className="hint">
          {printMoment(version.saved_at)}
          {by !== null && `, ${visibleText(by)}`}
        </span>
        <span className="hint">
          {counted(version.recipient_count, 'role')}, {counted(version.field_count, 'field')}
        </span>
      </button>
      {isChosen && !isCurrent && <Button onClick={onRestore}>Restore version {version.version}</Button>}
    </li>
  );
}
