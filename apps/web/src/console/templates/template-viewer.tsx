/** The pages of a template with the places of its fields. */
import type { TemplateOut } from '@countersign/client/generated/api';
import { spokenName } from '@countersign/contract/spoken-name';
import { visibleText } from '@countersign/contract/visible-text';
import { PdfPages, PlacedField } from '../documents/pdf-pages.tsx';
import { Card } from '../parts/page.tsx';
import { colorOf } from '../parts/person-color.ts';
import { useClient } from '../session.tsx';
import { fieldWords } from '../words.ts';

/** Shows a version of a template. All its versions have the same PDF. */
export function TemplateViewer({ template, heading }: { template: TemplateOut; heading: string }) {
  const client = useClient();
  const path = { tpl_id: template.id };
  return (
    <Card className="c-viewer">
      <div className="c-viewer-head">
        <h2>{heading}</h2>
      </div>
      <PdfPages
        url={client.fileUrl('/v1/console/templates/{tpl_id}/content', { path })}
        label="Pages of the template"
        watermark={null}
        renderOver={(page) =>
          template.fields
            .filter((field) => field.page === page.number)
            .map((field) => {
              const role = visibleText(template.recipients[field.recipient_index]?.name ?? '');
              const name = field.name ? spokenName(field.name) : fieldWords[field.type].label;
              const { x = 0, y = 0, w, h } = field;
              return (
                <PlacedField
                  key={`${field.type} ${x} ${y} ${name}`}
                  field={{ x, y, w, h }}
                  color={colorOf(field.recipient_index)}
                  title={`${name}, ${role}`}
                >
                  <span>
                    {name} · {role}
                  </span>
                </PlacedField>
              );
            })
        }
      />
    </Card>
  );
}
